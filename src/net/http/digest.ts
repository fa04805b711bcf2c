// Digest authentication (RFC 7616, and RFC 2069 for old servers).
import { createHash, randomBytes } from 'node:crypto'

export interface DigestRequest {
  readonly method: string
  /** Path and query as sent. */
  readonly path: string
  readonly body: string | Uint8Array
  readonly username: string
  readonly password: string
  readonly clientNonce?: string
}

type Challenge = Readonly<Record<string, string>>

const hashes: Readonly<Record<string, string>> = { md5: 'md5', 'sha-256': 'sha256', 'sha-512-256': 'sha512-256' }
const strength = ['sha-512-256', 'sha-256', 'md5']

/** The Authorization header for the strongest Digest challenge among these, or null when there is none. */
export function digestAuthorization(challenges: readonly string[], question: DigestRequest): string | null {
  const supported = challenges
    .flatMap(parseChallenges)
    .filter((challenge) => algorithmOf(challenge) in hashes && challenge.nonce !== undefined)
  supported.sort((one, other) => strength.indexOf(algorithmOf(one)) - strength.indexOf(algorithmOf(other)))
  const best = supported[0]
  return best ? authorization(best, question) : null
}

function authorization(
  challenge: Challenge,
  { method, path, body, username, password, clientNonce }: DigestRequest,
): string {
  const algorithm = algorithmOf(challenge)
  const hash = (data: string | Uint8Array): string =>
    createHash(hashes[algorithm] ?? 'md5')
      .update(data)
      .digest('hex')
  const { realm = '', nonce = '', opaque } = challenge
  const qop = chooseQop(challenge.qop)
  const cnonce = clientNonce ?? randomBytes(12).toString('hex')
  const isSession = /-sess$/i.test(challenge.algorithm ?? '')
  const secret = hash(`${username}:${realm}:${password}`)
  const a1 = isSession ? hash(`${secret}:${nonce}:${cnonce}`) : secret
  const a2 = hash(qop === 'auth-int' ? `${method}:${path}:${hash(body)}` : `${method}:${path}`)
  const response = hash(qop ? `${a1}:${nonce}:00000001:${cnonce}:${qop}:${a2}` : `${a1}:${nonce}:${a2}`)
  return [
    `Digest username="${escaped(username)}", realm="${escaped(realm)}", nonce="${escaped(nonce)}"`,
    `uri="${path}", response="${response}"`,
    ...(challenge.algorithm ? [`algorithm=${challenge.algorithm}`] : []),
    ...(opaque === undefined ? [] : [`opaque="${escaped(opaque)}"`]),
    ...(qop ? [`qop=${qop}, nc=00000001`] : []),
    ...(qop || isSession ? [`cnonce="${cnonce}"`] : []),
  ].join(', ')
}

function chooseQop(offered: string | undefined): 'auth' | 'auth-int' | null {
  const choices = (offered ?? '').split(',').map((choice) => choice.trim().toLowerCase())
  if (choices.includes('auth')) return 'auth'
  return choices.includes('auth-int') ? 'auth-int' : null
}

function algorithmOf({ algorithm = 'md5' }: Challenge): string {
  return algorithm.toLowerCase().replace(/-sess$/, '')
}

/** One header can hold several challenges, of several schemes. */
function parseChallenges(header: string): Challenge[] {
  const challenges: Record<string, string>[] = []
  let current: Record<string, string> | null = null
  const token = /([^\s,="]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*)))?/g
  for (const [, name = '', quoted, bare] of header.slice(0, 8192).matchAll(token)) {
    const value = quoted?.replace(/\\(.)/g, '$1') ?? bare
    if (value === undefined) {
      current = name.toLowerCase() === 'digest' ? {} : null
      if (current) challenges.push(current)
    } else if (current) current[name.toLowerCase()] = value
  }
  return challenges
}

function escaped(value: string): string {
  return value.replace(/["\\]/g, '\\$&')
}
