import { describe, expect, it } from 'vitest'
import { addressProblems } from './address.ts'

const origin = 'https://status.example.org'
const onTheInternet = { allowPrivate: false, origin }
const atHome = { allowPrivate: true, origin: 'http://localhost:8080' }
const problems = (url: unknown, reach = onTheInternet) => addressProblems({ url }, reach).join('; ')

describe('on the Internet', () => {
  it.each([
    'https://hooks.example.com/services/T0/B0/x',
    'https://hooks.example.com:8443/',
    'https://8.8.8.8/hook',
    'https://[2606:4700::1111]/hook',
    'https://localhost.example.com/',
  ])('%s is accepted', (url) => {
    expect(problems(url)).toBe('')
  })

  it.each([
    ['http://hooks.example.com/', 'config.url: must be an https:// URL'],
    ['ftp://hooks.example.com/', 'config.url: must be an https:// URL'],
    ['hooks.example.com', 'config.url: must be an https:// URL'],
    ['', 'config.url: must be an https:// URL'],
    ['https://localhost/', /^config\.url: localhost is the server itself/],
    ['https://localhost./', /^config\.url: localhost is the server itself/],
    ['https://LOCALHOST:8443/', /^config\.url: localhost is the server itself/],
    ['https://api.localhost/', /^config\.url: api\.localhost is the server itself/],
    ['https://127.0.0.1/', /^config\.url: 127\.0\.0\.1 is a loopback address/],
    ['https://127.1/', /^config\.url: 127\.0\.0\.1 is a loopback address/],
    ['https://2130706433/', /^config\.url: 127\.0\.0\.1 is a loopback address/],
    ['https://0x7f000001/', /^config\.url: 127\.0\.0\.1 is a loopback address/],
    ['https://[::1]/', /^config\.url: ::1 is a loopback address/],
    ['https://[::ffff:10.0.0.1]/', /^config\.url: ::ffff:a00:1 is a private address/],
    ['https://10.1.2.3/', /^config\.url: 10\.1\.2\.3 is a private address/],
    ['https://192.168.0.1/', /^config\.url: 192\.168\.0\.1 is a private address/],
    ['https://169.254.1.1/', /^config\.url: 169\.254\.1\.1 is a link-local address/],
    ['https://[fe80::1]/', /^config\.url: fe80::1 is a link-local address/],
    ['https://[fd12::1]/', /^config\.url: fd12::1 is a unique local address/],
    ['https://169.254.169.254/', /^config\.url: 169\.254\.169\.254 is a cloud metadata address/],
    [`${origin}/v1/monitors`, 'config.url: must not lead back to Lapwing itself'],
    [`${origin}:8443/`, 'config.url: must not lead back to Lapwing itself'],
    ['https://STATUS.example.org/', 'config.url: must not lead back to Lapwing itself'],
  ])('%s is rejected', (url, message) => {
    if (typeof message === 'string') expect(problems(url)).toBe(message)
    else expect(problems(url)).toMatch(message)
  })

  it('does not reveal path and query, which may be secret', () => {
    expect(problems('https://10.0.0.1/secret-path?token=hunter2')).not.toMatch(/secret|hunter2/)
  })
})

describe('with private targets allowed', () => {
  it.each([
    'http://10.0.0.1/hook',
    'http://localhost:9000/',
    'https://[::1]:9000/',
    'http://gotify.lan/',
    'https://example.com/',
  ])('%s is accepted', (url) => {
    expect(problems(url, atHome)).toBe('')
  })

  it.each([
    ['http://localhost:8080/v1', 'config.url: must not lead back to Lapwing itself'],
    ['ws://localhost/', 'config.url: must be an https:// or http:// URL'],
    ['http://169.254.169.254/latest', /cloud metadata address/],
    ['http://0.0.0.0/', /unspecified address/],
  ])('%s is rejected', (url, message) => {
    if (typeof message === 'string') expect(problems(url, atHome)).toBe(message)
    else expect(problems(url, atHome)).toMatch(message)
  })

  it('works without a known origin', () => {
    expect(addressProblems({ url: 'http://localhost:8080/' }, { allowPrivate: true, origin: null })).toEqual([])
  })
})

it('ignores a config without an address', () => {
  expect(addressProblems({ token: 'x' }, onTheInternet)).toEqual([])
})
