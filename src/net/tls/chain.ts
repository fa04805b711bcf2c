// Whether a chain of certificates leads to a trusted root, for the one protocol that OpenSSL does not speak for us.
// Judged: signatures and their strength, validity, who may sign, what the leaf is for. Not judged: name constraints,
// path lengths and policies.
import { X509Certificate } from 'node:crypto'
import { getCACertificates } from 'node:tls'

/** OpenSSL's name of what is wrong, or null. */
export type ChainVerifier = (chain: readonly X509Certificate[], now: Date) => string | null

// A server may send certificates that have signed each other in every order there is.
const maxTries = 40
const serverAuth = '1.3.6.1.5.5.7.3.1'
const anyPurpose = '2.5.29.37.0'

export function createChainVerifier(extraTrust: readonly string[] = []): ChainVerifier {
  let roots: ReadonlyMap<string, readonly X509Certificate[]> | undefined

  return (chain, now) => {
    roots ??= bySubject([...getCACertificates('default'), ...extraTrust])
    const [leaf, ...above] = chain
    if (!leaf) return 'UNABLE_TO_GET_ISSUER_CERT'
    const unfit = unfitness(leaf, now)
    if (unfit) return unfit
    if (leaf.keyUsage && !leaf.keyUsage.includes(serverAuth) && !leaf.keyUsage.includes(anyPurpose))
      return 'INVALID_PURPOSE'
    return leadsToRoot(leaf, above, { roots, now, isLeaf: true, tries: { left: maxTries } })
  }
}

interface Search {
  readonly roots: ReadonlyMap<string, readonly X509Certificate[]>
  readonly now: Date
  readonly isLeaf: boolean
  readonly tries: { left: number }
}

function leadsToRoot(certificate: X509Certificate, pool: readonly X509Certificate[], search: Search): string | null {
  const { roots, now, isLeaf, tries } = search
  const anchors = roots.get(certificate.issuer) ?? []
  if (anchors.some((root) => root.fingerprint256 === certificate.fingerprint256)) return null
  if (anchors.some((root) => hasSigned(root, certificate) && !validity(root, now))) return null
  if (certificate.issuer === certificate.subject)
    return isLeaf ? 'DEPTH_ZERO_SELF_SIGNED_CERT' : 'SELF_SIGNED_CERT_IN_CHAIN'
  let problem: string | null = null
  for (const issuer of pool) {
    if (issuer.subject !== certificate.issuer || !issuer.ca || tries.left-- <= 0 || !hasSigned(issuer, certificate))
      continue
    const others = pool.filter((other) => other !== issuer)
    const found = unfitness(issuer, now) ?? leadsToRoot(issuer, others, { ...search, isLeaf: false })
    if (found === null) return null
    problem ??= found
  }
  return problem ?? 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'
}

function unfitness(certificate: X509Certificate, now: Date): string | null {
  return validity(certificate, now) ?? weakness(certificate)
}

function validity({ validFromDate, validToDate }: X509Certificate, now: Date): string | null {
  if (now > validToDate) return 'CERT_HAS_EXPIRED'
  return now < validFromDate ? 'CERT_NOT_YET_VALID' : null
}

/** What OpenSSL refuses by default as well. */
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
