import { describe, expect, it } from 'vitest'
import { digestAuthorization } from './digest.ts'

// The examples of RFC 7616, 3.9.1 and RFC 2617, 3.5.
const mufasa = { method: 'GET', path: '/dir/index.html', body: '', username: 'Mufasa', password: 'Circle of Life' }
const clientNonce = 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ'
const opaque = 'opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"'
const nonce = 'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v"'
const realm = `realm="http-auth@example.org", qop="auth, auth-int", ${nonce}, ${opaque}`

describe('a digest', () => {
  it.each([
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ])('is the one of the RFC for %s', (algorithm, response) => {
    const header = digestAuthorization([`Digest ${realm}, algorithm=${algorithm}`], { ...mufasa, clientNonce })
    expect(header).toContain(`response="${response}"`)
    expect(header).toContain(`algorithm=${algorithm}, ${opaque}, qop=auth, nc=00000001, cnonce="${clientNonce}"`)
  })

  it('is the one of the older RFC when no algorithm is named', () => {
    const challenge =
      'Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", ' +
      'opaque="5ccc069c403ebaf9f0171e9517f40e41"'
    const header = digestAuthorization([challenge], { ...mufasa, password: 'Circle Of Life', clientNonce: '0a4f113b' })
    expect(header).toContain('response="6629fae49393a05397450978507c4ef1"')
    expect(header).not.toContain('algorithm')
  })

  it('omits qop for servers of RFC 2069', () => {
    const header = digestAuthorization(['Digest realm="r", nonce="n"'], mufasa)
    expect(header).toMatch(
      /^Digest username="Mufasa", realm="r", nonce="n", uri="\/dir\/index\.html", response="[0-9a-f]{32}"$/,
    )
  })

  it('answers the strongest of several challenges, also when they share a header', () => {
    const challenges = [
      'Basic realm="x", Digest realm="r", nonce="weak", algorithm=MD5, ' +
        'Digest realm="r", nonce="strong", algorithm=SHA-256, qop="auth"',
      'Negotiate abc==',
    ]
    expect(digestAuthorization(challenges, mufasa)).toContain('nonce="strong"')
  })

  it('covers the body when the server insists, and keeps sessions apart', () => {
    const authorize = (body: string, algorithm: string): string =>
      digestAuthorization([`Digest realm="r", nonce="n", qop="auth-int", algorithm=${algorithm}`], {
        ...mufasa,
        body,
        clientNonce: 'c',
      }) ?? ''
    expect(authorize('one', 'MD5')).not.toBe(authorize('two', 'MD5'))
    expect(authorize('one', 'MD5-sess')).toContain('algorithm=MD5-sess')
    expect(authorize('one', 'MD5-sess').replace('-sess', '')).not.toBe(authorize('one', 'MD5'))
  })

  it('escapes quoted values', () => {
    expect(digestAuthorization(['Digest realm="a \\"b\\"", nonce="n"'], { ...mufasa, username: 'a"b' })).toContain(
      'username="a\\"b", realm="a \\"b\\""',
    )
  })

  it.each([
    [[]],
    [['Basic realm="x"']],
    [['Digest realm="x"']],
    [['Digest realm="x", nonce="n", algorithm=ROT13']],
    [['garbage ,,, ="']],
  ])('is not sent without a Digest challenge: %j', (challenges) => {
    expect(digestAuthorization(challenges, mufasa)).toBeNull()
  })
})
