import { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { type Wish, createAuthority } from '../../../test/kit/checks/certificates.ts'
import { createChainVerifier } from './chain.ts'

const authority = createAuthority()
const verify = createChainVerifier([authority.root])
const days = (count: number): Date => new Date(Date.now() + count * 86_400_000)

function chainOf(wish: Partial<Wish>, by = authority): X509Certificate[] {
  const { cert } = by.issue({ names: ['localhost'], ...wish })
  return cert.split(/(?<=-----END CERTIFICATE-----\n)/).map((pem) => new X509Certificate(pem))
}

describe('a chain', () => {
  it.each([
    ['leads to a root', {}, null],
    ['leads to a root over another', { intermediate: true }, null],
    ['has expired', { from: days(-9), to: days(-2) }, 'CERT_HAS_EXPIRED'],
    ['is not valid yet', { from: days(2) }, 'CERT_NOT_YET_VALID'],
    ['has signed itself', { selfSigned: true }, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['has a small key', { rsaBits: 1024 }, 'EE_KEY_TOO_SMALL'],
    ['has a large key', { rsaBits: 2048 }, null],
  ])('that %s', (_what, wish, problem) => {
    expect(verify(chainOf(wish), new Date())).toBe(problem)
  })

  it('without its intermediate certificate is not trusted', () => {
    expect(verify(chainOf({ intermediate: true }).slice(0, 1), new Date())).toBe('UNABLE_TO_GET_ISSUER_CERT_LOCALLY')
    expect(verify([], new Date())).toBe('UNABLE_TO_GET_ISSUER_CERT')
  })

  it('may be sent in any order and with unrelated certificates', () => {
    const [leaf, middle] = chainOf({ intermediate: true })
    const others = chainOf({ intermediate: true }, createAuthority('Somebody'))
    expect(verify([leaf!, ...others, middle!, middle!], new Date())).toBeNull()
  })

  it('to another root with the same name is not trusted', () => {
    const impostor = createAuthority()
    expect(verify(chainOf({ intermediate: true }, impostor), new Date())).toBe('UNABLE_TO_GET_ISSUER_CERT_LOCALLY')
    expect(verify([...chainOf({}, impostor), new X509Certificate(impostor.root)], new Date())).toBe(
      'SELF_SIGNED_CERT_IN_CHAIN',
    )
    expect(createChainVerifier()(chainOf({}), new Date())).toBe('UNABLE_TO_GET_ISSUER_CERT_LOCALLY')
  })

  it('in which a leaf signs another is not trusted', () => {
    const [leaf] = chainOf({})
    const [other] = chainOf({ names: ['other.test'] }, createAuthority('localhost'))
    expect(verify([other!, leaf!], new Date())).toBe('UNABLE_TO_GET_ISSUER_CERT_LOCALLY')
  })

  it('to a public root is trusted by default, and one of ours is not', () => {
    const usual = createChainVerifier()
    const problem = rootCertificates.map((pem) => usual([new X509Certificate(pem)], new Date()))
    // Most of their keys sign certificates only, not handshakes.
    expect(problem.filter((problem) => problem === null || problem === 'INVALID_PURPOSE').length).toBeGreaterThan(50)
    expect(usual([new X509Certificate(authority.root)], new Date())).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
  })
})
