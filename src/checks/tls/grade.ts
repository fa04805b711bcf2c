// Grades what a server accepts. The lowest cap that applies decides; docs/tls-grade.md documents it.
import type { Protocol } from '../../net/tls/client-hello.ts'
import type { CipherGroup } from './ciphers.ts'

export interface TlsFacts {
  readonly protocols: readonly Protocol[]
  readonly ciphers: readonly CipherGroup[]
  /** Size of the server's Diffie-Hellman group; null if it accepts no such exchange. */
  readonly groupBits: number | null
  /** Key of the certificate; bits are 0 if the type implies the size. */
  readonly key: { readonly type: string; readonly bits: number }
  /** Signature algorithms of the chain, without its root. */
  readonly signatures: readonly string[]
  /** Why the certificate is not trusted or not valid for this host; null if it is valid. */
  readonly certificateProblem: string | null
  /** Duration of HSTS; null without HSTS. */
  readonly hstsSeconds: number | null
}

export const scores = { 'A+': 6, A: 5, B: 4, C: 3, F: 0 } as const
export type Grade = keyof typeof scores

export const gradeNames = Object.fromEntries(Object.entries(scores).map(([grade, score]) => [score, grade]))

export interface GradeResult {
  readonly grade: Grade
  readonly score: number
  /** Reasons for the grade and for missing A+, worst first: `B: TLS 1.0 is accepted`. */
  readonly reasons: readonly string[]
}

type Cap = readonly [
  atBest: Exclude<Grade, 'A+'>,
  applies: (facts: TlsFacts) => boolean,
  reason: string | ((facts: TlsFacts) => string),
]

const halfYear = 180 * 86_400
const weakHash = /md[245]|sha-?1(?!\d)/i

const speaks = (protocol: Protocol) => (facts: TlsFacts) => facts.protocols.includes(protocol)
const takes = (group: CipherGroup) => (facts: TlsFacts) => facts.ciphers.includes(group)
const not = (applies: (facts: TlsFacts) => boolean) => (facts: TlsFacts) => !applies(facts)
const isOld = (facts: TlsFacts): boolean => !speaks('TLS 1.2')(facts) && !speaks('TLS 1.3')(facts)
/** Other key types, such as Ed25519, have one secure size. */
const isCurve = ({ key }: TlsFacts): boolean => key.type === 'ec'
const isFactored = ({ key }: TlsFacts): boolean => /^(rsa|rsa-pss|dsa)$/.test(key.type)
const keySize = ({ key }: TlsFacts): string => `the certificate's key has ${key.bits} bits`
const groupSize = ({ groupBits }: TlsFacts): string => `the Diffie-Hellman group has ${groupBits} bits`
const signedWith = ({ signatures }: TlsFacts): string =>
  `the chain is signed with ${signatures.filter((name) => weakHash.test(name)).join(', ')}`

// Starts with the worst: the first cap that applies is the grade.
const caps: readonly Cap[] = [
  ['F', ({ certificateProblem }) => certificateProblem !== null, ({ certificateProblem }) => certificateProblem ?? ''],
  ['F', speaks('SSL 2.0'), 'SSL 2.0 is accepted'],
  ['F', speaks('SSL 3.0'), 'SSL 3.0 is accepted'],
  ['F', takes('broken'), 'a cipher without encryption, without authentication or of export strength is accepted'],
  ['F', ({ signatures }) => signatures.some((name) => weakHash.test(name)), signedWith],
  ['F', (facts) => isFactored(facts) && facts.key.bits < 2048, keySize],
  ['F', (facts) => isCurve(facts) && facts.key.bits < 224, keySize],
  ['F', ({ groupBits }) => groupBits !== null && groupBits < 1024, groupSize],
  ['C', isOld, 'neither TLS 1.2 nor TLS 1.3 is accepted'],
  ['C', takes('rc4'), 'RC4 is accepted'],
  ['C', takes('3des'), '3DES is accepted'],
  ['B', speaks('TLS 1.0'), 'TLS 1.0 is accepted'],
  ['B', speaks('TLS 1.1'), 'TLS 1.1 is accepted'],
  ['B', not(takes('forward secret')), 'forward secrecy with authenticated encryption is not accepted'],
  ['B', (facts) => isCurve(facts) && facts.key.bits >= 224 && facts.key.bits < 256, keySize],
  ['B', ({ groupBits }) => groupBits !== null && groupBits >= 1024 && groupBits < 2048, groupSize],
  ['A', not(speaks('TLS 1.3')), 'TLS 1.3 is not accepted'],
  ['A', takes('static rsa'), 'a key exchange without forward secrecy is accepted'],
  ['A', ({ hstsSeconds: lasts }) => lasts === null, 'Strict-Transport-Security is not sent'],
  [
    'A',
    ({ hstsSeconds: lasts }) => lasts !== null && lasts < halfYear,
    'Strict-Transport-Security lasts less than 180 days',
  ],
]

export function gradeOf(facts: TlsFacts): GradeResult {
  const found = caps.filter(([, applies]) => applies(facts))
  const grade = found[0]?.[0] ?? 'A+'
  const reasons = found.map(([atBest, , reason]) => `${atBest}: ${typeof reason === 'string' ? reason : reason(facts)}`)
  return { grade, score: scores[grade], reasons }
}
