import { describe, expect, it } from 'vitest'
import { canonicalHostName, hostNameOfHeader } from './host-name.ts'

describe('canonicalHostName', () => {
  it.each([
    ['status.example.com', 'status.example.com'],
    ['Status.EXAMPLE.com', 'status.example.com'],
    ['status.example.com.', 'status.example.com'],
    ['status.münchen.example', 'status.xn--mnchen-3ya.example'],
    ['STATUS.MÜNCHEN.EXAMPLE', 'status.xn--mnchen-3ya.example'],
    ['status.xn--mnchen-3ya.example', 'status.xn--mnchen-3ya.example'],
    ['status。example。com', 'status.example.com'],
    ['ｓtatus.example.com', 'status.example.com'],
  ])('reads %s as %s', (text, name) => {
    expect(canonicalHostName(text)).toBe(name)
  })

  it.each([
    '',
    'localhost',
    'example.com:8080',
    'example.com/path',
    'user@example.com',
    '%65xample.com',
    'no host',
    '192.0.2.1',
    '0x7f.1',
    '0x7f.0x1',
    '[::1]',
    '::1',
    'example..com',
    'example.com..',
    '-a.example.com',
    'a_b.example.com',
    `${'a.'.repeat(130)}com`,
    `${'a'.repeat(64)}.example.com`,
  ])('refuses %j', (text) => {
    expect(canonicalHostName(text)).toBeNull()
  })
})

describe('hostNameOfHeader', () => {
  it.each([
    ['Status.Example.com', 'status.example.com'],
    ['status.example.com:443', 'status.example.com'],
    ['status.example.com.:8080', 'status.example.com'],
    ['status.example.com:', 'status.example.com'],
  ])('finds the name in %s', (header, name) => {
    expect(hostNameOfHeader(header)).toBe(name)
  })

  it.each([
    undefined,
    '',
    'localhost:8080',
    '127.0.0.1:80',
    '[2001:db8::1]:443',
    '::1',
    'a b',
    'status.example.com:80x',
  ])('finds none in %j', (header) => {
    expect(hostNameOfHeader(header)).toBeNull()
  })
})
