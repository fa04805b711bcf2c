// Validates a certificate chain up to a trusted root, for QUIC, which OpenSSL does not handle for us.
// Checked: signatures and their strength, validity, signing rights and path length, purposes, names. Not revocation.
import { X509Certificate } from 'node:crypto'
import { getCACertificates } from 'node:tls'
import { type CertificateLimits, limitsOf } from './certificate-limits.ts'
import { constraintProblem } from './certificate-names.ts'

/** OpenSSL's name of the problem, or null. */
export type ChainVerifier = (chain: readonly X509Certificate[], now: Date) => string | null

// Hostile servers send certificates that sign each other in many orders.
const maxTries = 40
const serverAuth = '1.3.6.1.5.5.7.3.1'

interface PathSearch {
  readonly roots: ReadonlyMap<string, readonly X509Certificate[]>
  readonly now: Date
  triesLeft: number
}

export function createChainVerifier(extraTrust: readonly string[] = []): ChainVerifier {
  let roots: ReadonlyMap<string, readonly X509Certificate[]> | undefined

  return (chain, now) => {
    roots ??= bySubject([...getCACertificates('default'), ...extraTrust])
    const [leaf, ...above] = chain
    if (!leaf) return 'UNABLE_TO_GET_ISSUER_CERT'
    return unfitness(leaf, now) ?? searchPath([leaf], above, { roots, now, triesLeft: maxTries })
  }
}

type CertificatePath = readonly [leaf: X509Certificate, ...issuers: X509Certificate[]]

/** Searches upwards from the last certificate of the path, to any root that makes it valid. */
function searchPath(path: CertificatePath, pool: readonly X509Certificate[], search: PathSearch): string | null {
  const last = path.at(-1)!
  const anchors = search.roots.get(last.issuer) ?? []
  if (anchors.some((root) => root.fingerprint256 === last.fingerprint256)) return pathProblem(path)
  let problem: string | null = null
  for (const root of anchors) {
    if (!hasSigned(root, last) || validity(root, search.now)) continue
    const pathError = pathProblem([...path, root])
    if (pathError === null) return null
    problem ??= pathError
  }
  if (problem === null && last.issuer === last.subject)
    return path.length === 1 ? 'DEPTH_ZERO_SELF_SIGNED_CERT' : 'SELF_SIGNED_CERT_IN_CHAIN'
  for (const issuer of pool) {
    if (issuer.subject !== last.issuer || search.triesLeft-- <= 0 || !hasSigned(issuer, last)) continue
    const others = pool.filter((other) => other !== issuer)
    const issuerError = unfitness(issuer, search.now) ?? searchPath([...path, issuer], others, search)
    if (issuerError === null) return null
    problem ??= issuerError
  }
  return problem ?? 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'
}

/** The problem of a whole path whose signatures are all valid. */
function pathProblem(path: CertificatePath): string | null {
  const limits = path.map(limitsOf)
  if (!isReadable(limits)) return 'INVALID_EXTENSION'
  if (limits.some(({ hasUnknownCritical }) => hasUnknownCritical)) return 'UNHANDLED_CRITICAL_EXTENSION'
  const [, ...issuers] = path
  if (issuers.some((issuer) => !issuer.ca)) return 'INVALID_CA'
  if (!limits[0]!.maySign || path.some((certificate) => !isForServers(certificate))) return 'INVALID_PURPOSE'
  return lengthProblem(path, limits) ?? namesProblem(path, limits)
}

function isReadable(limits: readonly (CertificateLimits | null)[]): limits is CertificateLimits[] {
  return limits.every((limit) => limit !== null)
}

function isForServers({ keyUsage: purposes }: X509Certificate): boolean {
  return !purposes || purposes.includes(serverAuth)
}

const isSelfIssued = ({ subject, issuer }: X509Certificate): boolean => subject === issuer

/** Self-issued authorities do not count. */
function lengthProblem(path: CertificatePath, limits: readonly CertificateLimits[]): string | null {
  let between = 0
  for (const [index, certificate] of path.entries()) {
    if (index === 0) continue
    const { pathLength } = limits[index]!
    if (pathLength !== null && between > pathLength) return 'PATH_LENGTH_EXCEEDED'
    if (!isSelfIssued(certificate)) between += 1
  }
  return null
}

/** A certificate constrains the names of all certificates below it. */
function namesProblem(path: CertificatePath, limits: readonly CertificateLimits[]): string | null {
  for (const [above, { constraints }] of limits.entries()) {
    if (!constraints) continue
    for (let below = 0; below < above; below++) {
      if (below > 0 && isSelfIssued(path[below]!)) continue
      const problem = constraintProblem(limits[below]!.names, constraints)
      if (problem) return problem
    }
  }
  return null
}
function unfitness(certificate: X509Certificate, now: Date): string | null {
  return validity(certificate, now) ?? weakness(certificate)
}

function validity({ validFromDate, validToDate }: X509Certificate, now: Date): string | null {
  if (now > validToDate) return 'CERT_HAS_EXPIRED'
  return now < validFromDate ? 'CERT_NOT_YET_VALID' : null
}

/** OpenSSL refuses these by default as well. */
function weakness(certificate: X509Certificate): string | null {
  if (/md[245]|sha-?1(?!\d)/i.test(certificate.signatureAlgorithm ?? '')) return 'CA_MD_TOO_WEAK'
  try {
    const { asymmetricKeyDetails: { modulusLength } = {} } = certificate.publicKey
    return modulusLength !== undefined && modulusLength < 2048 ? 'EE_KEY_TOO_SMALL' : null
  } catch {
    return 'UNSUPPORTED_KEY'
  }
}

function hasSigned(issuer: X509Certificate, certificate: X509Certificate): boolean {
  try {
    return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
  } catch {
    return false
  }
}

function bySubject(pems: readonly string[]): ReadonlyMap<string, readonly X509Certificate[]> {
  return Map.groupBy(
    pems.map((pem) => new X509Certificate(pem)),
    ({ subject }) => subject,
  )
}
