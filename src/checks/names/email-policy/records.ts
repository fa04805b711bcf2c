// Parses the records that are lists of tags (`v=DMARC1; p=reject`): DMARC, DKIM, TLS reporting, BIMI and MTA-STS.
import { createPublicKey } from 'node:crypto'

const maxTags = 50

/** Tags by lowercase name; null if one is invalid or repeated. */
export function tagsOf(text: string): ReadonlyMap<string, string> | null {
  const tags = new Map<string, string>()
  for (const part of text.split(';').slice(0, maxTags)) {
    if (part.trim() === '') continue
    const equals = part.indexOf('=')
    const name = part.slice(0, equals).trim().toLowerCase()
    if (equals < 1 || !/^[a-z][a-z0-9_]*$/.test(name) || tags.has(name)) return null
    tags.set(name, part.slice(equals + 1).trim())
  }
  return tags
}

export interface Dmarc {
  /** 0 none, 1 quarantine, 2 reject. */
  readonly policy: number
  readonly percent: number
  readonly hasReports: boolean
}

export const isDmarc = /^v\s*=\s*DMARC1\s*(;|$)/i
const policies = ['none', 'quarantine', 'reject']

/**
 * `ofParent` if the record belongs to the parent domain, whose `sp` applies to subdomains. Returns a sentence if it is
 * invalid.
 */
export function parseDmarc(text: string, { ofParent }: { ofParent: boolean }): Dmarc | string {
  const tags = tagsOf(text)
  if (!tags) return 'its tags cannot be read'
  const wanted = (ofParent ? tags.get('sp') : undefined) ?? tags.get('p')
  const rua = (tags.get('rua') ?? '').split(',').map((uri) => uri.trim())
  const hasReports = rua.some((uri) => /^(mailto:[^@\s]+@[^@\s!]+|https:\/\/\S+)(![0-9]+[kmgt]?)?$/i.test(uri))
  const policy = policies.indexOf((wanted ?? '').toLowerCase())
  // A record that only requests reports has no policy (RFC 7489, 6.6.3).
  if (policy < 0 && !hasReports)
    return wanted === undefined ? 'it has no policy (p)' : `${wanted.slice(0, 40)} is not a policy`
  const percent = tags.get('pct') ?? '100'
  if (!/^\d{1,3}$/.test(percent) || Number(percent) > 100) return `pct=${percent.slice(0, 20)} is not a percentage`
  return { policy: Math.max(policy, 0), percent: Number(percent), hasReports }
}

export interface DkimKey {
  readonly kind: 'rsa' | 'ed25519'
  readonly bits: number
}

const minKeyBits = 1024

/** Returns a sentence if the key is unusable. */
export function parseDkim(text: string): DkimKey | string {
  const tags = tagsOf(text)
  if (!tags) return 'its tags cannot be read'
  const version = tags.get('v')
  if (version !== undefined && (version.toUpperCase() !== 'DKIM1' || [...tags.keys()][0] !== 'v'))
    return 'it has an unsupported version'
  const written = tags.get('p')?.replace(/\s+/g, '')
  if (written === undefined) return 'it has no key (p)'
  if (written === '') return 'the key has been revoked'
  const hashes = tags.get('h')
  if (hashes !== undefined && !/(^|:)\s*sha256\s*(:|$)/i.test(hashes)) return 'it does not allow SHA-256'
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(written)) return 'the key is not base64'
  const key = readKey((tags.get('k') ?? 'rsa').toLowerCase(), Buffer.from(written, 'base64'))
  if (typeof key === 'string') return key
  return key.kind === 'rsa' && key.bits < minKeyBits ? `the key has only ${key.bits} bits` : key
}

function readKey(kind: string, bytes: Buffer): DkimKey | string {
  if (kind === 'ed25519') return bytes.length === 32 ? { kind, bits: 256 } : 'the key is not an Ed25519 key'
  if (kind !== 'rsa') return `${kind.slice(0, 20)} is not a key type`
  for (const type of ['spki', 'pkcs1'] as const) {
    try {
      const key = createPublicKey({ key: bytes, format: 'der', type })
      const bits = key.asymmetricKeyDetails?.modulusLength
      if (key.asymmetricKeyType === 'rsa' && bits !== undefined) return { kind: 'rsa', bits }
    } catch {
      // Some publish the bare key without its type.
    }
  }
  return 'the key is not an RSA key'
}

export const isTlsRpt = /^v=TLSRPTv1\s*(;|$)/i

export function isTlsReport(text: string): boolean {
  return /^(mailto:[^@\s]+@\S+|https:\/\/\S+)/i.test(tagsOf(text)?.get('rua') ?? '')
}

export const isBimi = /^v=BIMI1\s*(;|$)/i

/** URL of the logo; a sentence if there is none. */
export function parseBimi(text: string): URL | string {
  const logo = tagsOf(text)?.get('l')
  if (logo === undefined) return 'it names no logo (l)'
  if (logo === '') return 'it declares that there is no logo'
  const url = URL.canParse(logo) ? new URL(logo) : null
  return url?.protocol === 'https:' ? url : 'its logo is not at an https URL'
}

export const isStsRecord = /^v=STSv1\s*(;|$)/i

export const hasStsId = (text: string): boolean => /^[a-z0-9]{1,32}$/i.test(tagsOf(text)?.get('id') ?? '')

export interface StsPolicy {
  /** 0 none, 1 testing, 2 enforce. */
  readonly mode: number
  readonly mx: readonly string[]
}

const modes = ['none', 'testing', 'enforce']
const maxAge = 31_557_600
const maxLines = 200

/** Returns a sentence if the policy is unusable (RFC 8461, 3.2). */
export function parseStsPolicy(text: string): StsPolicy | string {
  const lines = text.split(/\r?\n/).slice(0, maxLines)
  const values = (name: string): string[] =>
    lines.flatMap((line) => {
      const colon = line.indexOf(':')
      return line.slice(0, colon).trim().toLowerCase() === name ? [line.slice(colon + 1).trim()] : []
    })
  const [version, mode = '', age = ''] = [values('version')[0], values('mode')[0], values('max_age')[0]]
  if (version !== 'STSv1') return 'the policy does not have version STSv1'
  const place = modes.indexOf(mode.toLowerCase())
  if (place < 0) return `the policy has no known mode`
  if (!/^\d{1,10}$/.test(age) || Number(age) > maxAge) return 'the policy has no max_age'
  const mx = values('mx').map((host) => host.toLowerCase())
  return place > 0 && mx.length === 0 ? 'the policy names no mail server (mx)' : { mode: place, mx }
}

/** `*.example.com` matches one label. */
export function policyAllows({ mx }: StsPolicy, host: string): boolean {
  const name = host.toLowerCase()
  return mx.some(
    (pattern) => pattern === name || (pattern.startsWith('*.') && name.slice(name.indexOf('.')) === pattern.slice(1)),
  )
}

/** What is wrong with a TLSA record for mail (RFC 7672); null if it is usable. */
export function tlsaProblem({
  usage,
  selector,
  matching,
  bytes,
}: {
  usage: number
  selector: number
  matching: number
  bytes: number
}): string | null {
  if (usage !== 2 && usage !== 3) return `usage ${usage} is not for mail servers`
  if (selector > 1) return `selector ${selector} is unknown`
  const expected = [null, 32, 64][matching]
  if (expected === undefined) return `matching type ${matching} is unknown`
  return expected !== null && expected !== bytes ? 'the hash has the wrong length' : null
}
