import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Protocol, protocols } from '../../net/tls/client-hello.ts'
import { type CipherGroup, cipherGroups } from './ciphers.ts'
import { type Grade, type TlsFacts, gradeOf, scores } from './grade.ts'

const best: TlsFacts = {
  protocols: ['TLS 1.2', 'TLS 1.3'],
  ciphers: ['forward secret'],
  groupBits: null,
  key: { type: 'ec', bits: 256 },
  signatures: ['ecdsa-with-SHA256'],
  certificateProblem: null,
  hstsSeconds: 31_536_000,
}

const table: [what: string, facts: Partial<TlsFacts>, grade: Grade, reason?: string][] = [
  ['nothing to complain about', {}, 'A+'],
  ['TLS 1.3 alone', { protocols: ['TLS 1.3'] }, 'A+'],
  ['a promise of exactly 180 days', { hstsSeconds: 15_552_000 }, 'A+'],
  ['a large RSA key and a large group', { key: { type: 'rsa', bits: 2048 }, groupBits: 2048 }, 'A+'],
  ['a key of Ed25519', { key: { type: 'ed25519', bits: 0 } }, 'A+'],
  ['no HSTS', { hstsSeconds: null }, 'A', 'A: Strict-Transport-Security is not sent'],
  ['a short promise', { hstsSeconds: 15_551_999 }, 'A', 'A: Strict-Transport-Security lasts less than 180 days'],
  ['a promise taken back', { hstsSeconds: 0 }, 'A', 'A: Strict-Transport-Security lasts less than 180 days'],
  ['no TLS 1.3', { protocols: ['TLS 1.2'] }, 'A', 'A: TLS 1.3 is not accepted'],
  [
    'a key exchange of RSA',
    { ciphers: ['static rsa', 'forward secret'] },
    'A',
    'A: a key exchange without forward secrecy is accepted',
  ],
  ['TLS 1.0', { protocols: ['TLS 1.0', 'TLS 1.2', 'TLS 1.3'] }, 'B', 'B: TLS 1.0 is accepted'],
  ['TLS 1.1', { protocols: ['TLS 1.1', 'TLS 1.2', 'TLS 1.3'] }, 'B', 'B: TLS 1.1 is accepted'],
  [
    'nothing forward secret',
    { ciphers: ['static rsa'] },
    'B',
    'B: forward secrecy with authenticated encryption is not accepted',
  ],
  ['a small curve', { key: { type: 'ec', bits: 224 } }, 'B', "B: the certificate's key has 224 bits"],
  ['a small group', { groupBits: 1024 }, 'B', 'B: the Diffie-Hellman group has 1024 bits'],
  ['RC4', { ciphers: ['rc4', 'forward secret'] }, 'C', 'C: RC4 is accepted'],
  ['3DES', { ciphers: ['3des', 'forward secret'] }, 'C', 'C: 3DES is accepted'],
  [
    'nothing newer than TLS 1.1',
    { protocols: ['TLS 1.0', 'TLS 1.1'] },
    'C',
    'C: neither TLS 1.2 nor TLS 1.3 is accepted',
  ],
  ['SSL 3.0', { protocols: ['SSL 3.0', 'TLS 1.2', 'TLS 1.3'] }, 'F', 'F: SSL 3.0 is accepted'],
  ['SSL 2.0', { protocols: ['SSL 2.0', 'TLS 1.2', 'TLS 1.3'] }, 'F', 'F: SSL 2.0 is accepted'],
  [
    'a broken cipher',
    { ciphers: ['broken', 'forward secret'] },
    'F',
    'F: a cipher without encryption, without authentication or of export strength is accepted',
  ],
  ['a small RSA key', { key: { type: 'rsa', bits: 2047 } }, 'F', "F: the certificate's key has 2047 bits"],
  ['a tiny curve', { key: { type: 'ec', bits: 192 } }, 'F', "F: the certificate's key has 192 bits"],
  ['a tiny group', { groupBits: 512 }, 'F', 'F: the Diffie-Hellman group has 512 bits'],
  ['SHA-1', { signatures: ['sha1WithRSAEncryption'] }, 'F', 'F: the chain is signed with sha1WithRSAEncryption'],
  ['SHA-1 with ECDSA', { signatures: ['ecdsa-with-SHA1'] }, 'F', 'F: the chain is signed with ecdsa-with-SHA1'],
  ['MD5', { signatures: ['md5WithRSAEncryption'] }, 'F', 'F: the chain is signed with md5WithRSAEncryption'],
  [
    'a bad certificate',
    { certificateProblem: 'the certificate of a.test is self-signed' },
    'F',
    'F: the certificate of a.test is self-signed',
  ],
]

describe('the grade of a server', () => {
  it.each(table)('with %s has a reason', (_what, facts, grade, reason) => {
    const found = gradeOf({ ...best, ...facts })
    expect([found.grade, found.score, found.reasons[0]]).toEqual([grade, scores[grade], reason])
  })

  it('lists everything that prevents A+, the worst first', () => {
    const facts: TlsFacts = {
      ...best,
      protocols: ['TLS 1.1', 'TLS 1.2'],
      ciphers: ['3des', 'forward secret'],
      hstsSeconds: null,
    }
    expect(gradeOf(facts)).toEqual({
      grade: 'C',
      score: 3,
      reasons: [
        'C: 3DES is accepted',
        'B: TLS 1.1 is accepted',
        'A: TLS 1.3 is not accepted',
        'A: Strict-Transport-Security is not sent',
      ],
    })
  })

  it.each(['sha256WithRSAEncryption', 'sha512WithRSAEncryption', 'ecdsa-with-SHA384', 'ED25519', 'RSASSA-PSS'])(
    'allows %s',
    (name) => {
      expect(gradeOf({ ...best, signatures: [name] }).grade).toBe('A+')
    },
  )
})

const weakProtocols: Protocol[] = protocols.filter((name) => name !== 'TLS 1.2' && name !== 'TLS 1.3')
const weakCiphers: CipherGroup[] = (Object.keys(cipherGroups) as CipherGroup[]).filter(
  (name) => name !== 'forward secret',
)

const anyFacts = fc.record({
  protocols: fc.subarray([...protocols]),
  ciphers: fc.subarray(Object.keys(cipherGroups) as CipherGroup[]),
  groupBits: fc.option(fc.integer({ min: 256, max: 8192 })),
  key: fc.record({
    type: fc.constantFrom('rsa', 'rsa-pss', 'dsa', 'ec', 'ed25519'),
    bits: fc.integer({ min: 0, max: 8192 }),
  }),
  signatures: fc.subarray(['sha1WithRSAEncryption', 'sha256WithRSAEncryption', 'md5WithRSAEncryption']),
  certificateProblem: fc.option(fc.constant('the certificate has expired')),
  hstsSeconds: fc.option(fc.nat()),
})

describe('a better server', () => {
  it('never gets a worse grade for accepting less', () => {
    fc.assert(
      fc.property(anyFacts, fc.subarray(weakProtocols), fc.subarray(weakCiphers), (facts, noProtocols, noCiphers) => {
        const less: TlsFacts = {
          ...facts,
          protocols: facts.protocols.filter((name) => !noProtocols.includes(name)),
          ciphers: facts.ciphers.filter((name) => !noCiphers.includes(name)),
        }
        expect(gradeOf(less).score).toBeGreaterThanOrEqual(gradeOf(facts).score)
      }),
    )
  })

  it('never gets a worse grade for a larger key or group, a longer HSTS, or newer protocols', () => {
    fc.assert(
      fc.property(anyFacts, fc.nat(5000), fc.nat(5000), fc.nat(), (facts, key, group, seconds) => {
        const more: TlsFacts = {
          ...facts,
          protocols: [...new Set([...facts.protocols, 'TLS 1.2' as const, 'TLS 1.3' as const])],
          ciphers: [...new Set([...facts.ciphers, 'forward secret' as const])],
          key: { ...facts.key, bits: facts.key.bits + key },
          groupBits: facts.groupBits === null ? null : facts.groupBits + group,
          hstsSeconds: (facts.hstsSeconds ?? 0) + seconds,
        }
        expect(gradeOf(more).score).toBeGreaterThanOrEqual(gradeOf(facts).score)
      }),
    )
  })
})
