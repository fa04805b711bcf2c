import { describe, expect, it } from 'vitest'
import { isRegistered, redirectHost, redirectUriProblem, withParameters } from './redirect-uri.ts'

describe('an address that a program registers', () => {
  it.each([
    'https://app.example.com/callback',
    'https://app.example.com/callback?tenant=7',
    'http://127.0.0.1/callback',
    'http://[::1]:8080/',
    'http://localhost:3000/cb',
    'com.example.app:/oauth',
    'cursor://anysphere.cursor-retrieval/oauth/callback',
  ])('may be %s', (uri) => expect(redirectUriProblem(uri)).toBeNull())

  it.each([
    '',
    '/callback',
    '//evil.example/cb',
    'javascript:alert(1)',
    'JavaScript://x/%0aalert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'http://app.example.com/callback',
    'http://127.0.0.1.evil.example/cb',
    'http://localhost@evil.example/cb',
    'http://127.0.0.1:80@evil.example/cb',
    'https://user:password@app.example.com/cb',
    'https://@app.example.com/cb',
    'https://app.example.com/cb#fragment',
    'https:/app.example.com/cb',
    'https:\\\\app.example.com/cb',
    'https://app.example.com/cb\r\nSet-Cookie: a=b',
    'https://app.example.com/ü',
    'urn:ietf:wg:oauth:2.0:oob',
    `https://app.example.com/${'a'.repeat(2000)}`,
  ])('may not be %j', (uri) => expect(redirectUriProblem(uri)).not.toBeNull())
})

describe('an address in a request', () => {
  const registered = ['https://app.example.com/cb', 'http://127.0.0.1:1234/cb', 'http://[::1]/cb', 'my.app:/cb']

  it.each([
    'https://app.example.com/cb',
    'http://127.0.0.1:1234/cb',
    'http://127.0.0.1:9/cb',
    'http://127.0.0.1/cb',
    'http://[::1]:65535/cb',
    'my.app:/cb',
  ])('%s is registered', (uri) => expect(isRegistered(registered, uri)).toBe(true))

  it.each([
    'https://app.example.com/cb/',
    'https://app.example.com:8443/cb',
    'https://app.example.com/cb?a=b',
    'https://APP.example.com/cb',
    'https://app.example.com/x/../cb',
    'https://app.example.com.evil.example/cb',
    'http://localhost:1234/cb',
    'http://127.0.0.1:1234/other',
    'http://127.0.0.1:99999/cb',
    'http://127.0.0.1:1234@evil.example/cb',
    'https://127.0.0.1:1234/cb',
    'my.app:/cb/more',
  ])('%s is not registered', (uri) => expect(isRegistered(registered, uri)).toBe(false))

  it('is shown by its host or its scheme', () => {
    expect(redirectHost('http://127.0.0.1:1234/cb')).toBe('127.0.0.1:1234')
    expect(redirectHost('my.app:/cb')).toBe('my.app')
  })

  it('keeps its own parameters', () =>
    expect(withParameters('https://a.example/cb?x=1', { code: 'a b', state: null })).toBe(
      'https://a.example/cb?x=1&code=a+b',
    ))
})
