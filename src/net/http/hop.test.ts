import { describe, expect, it } from 'vitest'
import { type HttpHop, headerLines, plainLogin, redirected } from './hop.ts'

const hop: HttpHop = {
  url: new URL('https://shop.test/cart?x=1'),
  method: 'POST',
  headers: [
    { key: 'Content-Type', value: 'text/plain' },
    { key: 'Cookie', value: 'a=b' },
    { key: 'X-Mine', value: '1' },
  ],
  body: 'hello',
  login: { kind: 'basic', username: 'robot', password: 'secret' },
  cookies: new Map(),
}

const follow = (from: HttpHop, status: number, location: string, setCookies: string[] = []): HttpHop =>
  redirected(from, { status, location, setCookies })

describe('a redirect', () => {
  it.each([
    ['POST', 301, 'GET', ''],
    ['POST', 302, 'GET', ''],
    ['POST', 303, 'GET', ''],
    ['POST', 307, 'POST', 'hello'],
    ['POST', 308, 'POST', 'hello'],
    ['PUT', 301, 'PUT', 'hello'],
    ['PUT', 303, 'GET', ''],
    ['DELETE', 302, 'DELETE', 'hello'],
    ['HEAD', 303, 'HEAD', 'hello'],
    ['GET', 302, 'GET', 'hello'],
  ])('turns %s with %i into %s, like a browser', (method, status, next, body) => {
    expect(follow({ ...hop, method }, status, '/')).toMatchObject({ method: next, body })
  })

  it.each([
    ['/b', 'https://shop.test/b'],
    ['?y=2', 'https://shop.test/cart?y=2'],
    ['//cdn.test/a', 'https://cdn.test/a'],
    ['http://other.test:81/a#part', 'http://other.test:81/a'],
    ['https://user:word@other.test/', 'https://other.test/'],
    ['http://0x7f.1/', 'http://127.0.0.1/'],
    [Buffer.from('/grüße').toString('latin1'), 'https://shop.test/gr%C3%BC%C3%9Fe'],
  ])('to %s leads to %s', (location, url) => {
    expect(follow(hop, 307, location).url.href).toBe(url)
  })

  it.each(['ftp://shop.test/', 'file:///etc/passwd', 'javascript:alert(1)', 'http://', 'https://exa mple/'])(
    'to %s leads nowhere',
    (location) => {
      expect(() => follow(hop, 302, location)).toThrow(
        `redirected to "${location}", which is not an http:// or https:// URL`,
      )
    },
  )

  it.each(['https://other.test/', 'http://shop.test/', 'https://shop.test:8443/'])(
    'to another origin, %s, leaves body, login, cookies and headers of its own behind',
    (location) => {
      const polite = [...hop.headers, { key: 'Accept-Language', value: 'de' }, { key: 'USER-AGENT', value: 'me' }]
      const next = follow({ ...hop, headers: polite, cookies: new Map([['seen', 'yes']]) }, 307, location, ['a=b'])
      expect(next).toMatchObject({ method: 'POST', body: '', login: null, cookies: new Map() })
      expect(next.headers.map(({ key }) => key)).toEqual(['Accept-Language', 'USER-AGENT'])
      expect(follow(next, 307, hop.url.href)).toMatchObject({ body: '', login: null, headers: next.headers })
    },
  )

  it('to the same origin keeps them, and drops the headers of a dropped body', () => {
    const next = follow(hop, 303, '/done')
    expect([next.login, next.headers.map(({ key }) => key)]).toEqual([hop.login, ['Cookie', 'X-Mine']])
    expect(follow(hop, 308, '/again')).toMatchObject({ headers: hop.headers, login: hop.login, body: hop.body })
  })
})

describe('cookies', () => {
  const cookieOf = (next: HttpHop): string | undefined =>
    headerLines({ ...next, headers: [] }, null)[headerLines({ ...next, headers: [] }, null).indexOf('Cookie') + 1]

  it('are sent back to the origin that set them', () => {
    const once = follow(hop, 302, '/', ['seen=yes; Path=/; HttpOnly', 'other="a b"', 'broken', 'x=1; Max-Age=5'])
    expect(cookieOf(once)).toBe('seen=yes; other="a b"; x=1')
    expect(cookieOf(follow(once, 302, '/', ['x=2']))).toBe('seen=yes; other="a b"; x=2')
    expect(follow(once, 302, 'https://other.test/').cookies.size).toBe(0)
  })

  it('are limited in number and size', () => {
    const many = Array.from({ length: 100 }, (_, index) => `c${index}=1`)
    expect(follow(hop, 302, '/', many).cookies.size).toBe(20)
  })
})

describe('the headers of a request', () => {
  it('include host, user agent and body size', () => {
    expect(headerLines({ ...hop, headers: [] }, null)).toEqual([
      'Host',
      'shop.test',
      'User-Agent',
      'Lapwing',
      'Accept',
      '*/*',
      'Connection',
      'close',
      'Content-Length',
      '5',
    ])
  })

  it('omit the body size when there is no body', () => {
    expect(headerLines({ ...hop, headers: [], method: 'GET', body: '' }, null)).not.toContain('Content-Length')
    expect(headerLines({ ...hop, headers: [], method: 'POST', body: '' }, null)).toContain('Content-Length')
  })

  it('can be replaced by the caller, but not those that frame the message', () => {
    const headers = ['host', 'USER-AGENT', 'accept', 'content-length', 'Transfer-Encoding', 'Connection'].map(
      (key) => ({ key, value: 'mine' }),
    )
    expect(headerLines({ ...hop, headers, method: 'GET', body: '' }, null)).toEqual([
      'host',
      'mine',
      'USER-AGENT',
      'mine',
      'accept',
      'mine',
      'Connection',
      'close',
    ])
  })

  it('can request another protocol', () => {
    expect(headerLines({ ...hop, body: '' }, null, { upgradeTo: 'websocket' }).join(' ')).toContain(
      'Connection Upgrade Upgrade websocket',
    )
  })

  it('encode other scripts as UTF-8 and drop control characters', () => {
    const lines = headerLines({ ...hop, headers: [{ key: 'X', value: 'ü→\u0001\t!' }], body: '' }, null)
    expect(Buffer.from(lines[3] ?? '', 'latin1').toString('utf8')).toBe('ü→\t!')
  })

  it('include one login only', () => {
    const headers = [{ key: 'Authorization', value: 'Bearer mine' }]
    expect(headerLines({ ...hop, headers, body: '' }, 'Basic yours').filter((text) => /mine|yours/.test(text))).toEqual(
      ['Basic yours'],
    )
  })
})

describe('a login', () => {
  it.each([
    [null, null],
    [{ kind: 'basic', username: 'jürgen', password: 'a:b' }, `Basic ${Buffer.from('jürgen:a:b').toString('base64')}`],
    [{ kind: 'bearer', token: 'abc' }, 'Bearer abc'],
    [{ kind: 'digest', username: 'a', password: 'b' }, null],
  ] as const)('%j is sent as %s', (login, header) => {
    expect(plainLogin(login)).toBe(header)
  })
})
