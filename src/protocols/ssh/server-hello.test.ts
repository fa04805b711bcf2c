import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SshServerHello, weakAlgorithms } from './server-hello.ts'

const lists = [
  'curve25519-sha256,diffie-hellman-group14-sha1,diffie-hellman-group1-sha1',
  'ssh-ed25519,rsa-sha2-512,ssh-rsa,ssh-dss',
  'aes128-ctr,aes128-cbc',
  'aes128-ctr,3des-cbc',
  'hmac-sha2-256,hmac-sha1',
  'hmac-sha2-256,hmac-sha1-96',
  'none,zlib',
  'none,zlib',
  '',
  '',
]

function keyExchange(names: readonly string[]): Buffer {
  const number = (value: number): Buffer => Buffer.from([0, 0, value >> 8, value & 255])
  const texts = names.map((text) => Buffer.concat([number(text.length), Buffer.from(text)]))
  const payload = Buffer.concat([Buffer.from([20]), Buffer.alloc(16, 7), ...texts, Buffer.alloc(5)])
  return Buffer.concat([number(payload.length + 1 + 4), Buffer.from([4]), payload, Buffer.alloc(4)])
}

describe('the hello of an SSH session', () => {
  const greeting = Buffer.from('Hello\r\nthere\nSSH-2.0-test one\r\n')
  const bytes = Buffer.concat([greeting, keyExchange(lists), Buffer.from('encrypted')])

  it('is parsed however it is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length)), (cuts) => {
        const hello = new SshServerHello()
        const ends = [...cuts.toSorted((a, b) => a - b), bytes.length]
        ends.forEach((end, index) => hello.push(bytes.subarray(ends[index - 1] ?? 0, end)))
        expect(hello).toMatchObject({ identification: 'SSH-2.0-test one', isNotSsh: false })
        expect(hello.algorithms?.hostKeys).toEqual(['ssh-ed25519', 'rsa-sha2-512', 'ssh-rsa', 'ssh-dss'])
      }),
    )
  })

  it('accepts arbitrary bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array()), (chunks) => {
        const hello = new SshServerHello()
        hello.push(Buffer.from('SSH-2.0-x\n'))
        expect(() => chunks.forEach((chunk) => hello.push(Buffer.from(chunk)))).not.toThrow()
      }),
    )
  })

  it.each([
    ['a line without an end', Buffer.alloc(70_000, '.')],
    ['lines without an end', Buffer.from('another line\n'.repeat(7000))],
    ['a packet that is no offer', Buffer.concat([Buffer.from('SSH-2.0-x\n'), Buffer.from([0, 0, 0, 9, 1, 99, 0])])],
    ['a packet that is too long', Buffer.concat([Buffer.from('SSH-2.0-x\n'), Buffer.from([1, 0, 0, 9, 1, 20, 0])])],
  ])('is no SSH after %s', (_what, bytes) => {
    const hello = new SshServerHello()
    hello.push(bytes)
    expect(hello).toMatchObject({ isNotSsh: true, algorithms: null })
  })
})

describe('weak algorithms', () => {
  const weak = (...all: string[]): string[] => weakAlgorithms({ hostKeys: [], all })

  it('use SHA-1, CBC or DSS', () => {
    const bad = [
      'diffie-hellman-group1-sha1',
      'diffie-hellman-group-exchange-sha1',
      'gss-gex-sha1-toWM5Slw5Ew8Mqkay+al2g==',
      'ssh-rsa',
      'ssh-dss',
      'ssh-rsa-cert-v01@openssh.com',
      'aes256-cbc',
      '3des-cbc',
      'rijndael-cbc@lysator.liu.se',
      'hmac-sha1',
      'hmac-sha1-96',
      'hmac-sha1-etm@openssh.com',
    ]
    expect(weak(...bad)).toEqual(bad)
  })

  it('do not include the others', () => {
    expect(weak('curve25519-sha256', 'diffie-hellman-group16-sha512', 'rsa-sha2-256', 'ssh-ed25519')).toEqual([])
    expect(weak('aes128-gcm@openssh.com', 'aes256-ctr', 'hmac-sha2-512')).toEqual([])
  })

  it('count once, whichever lists name them', () => {
    const hello = new SshServerHello()
    hello.push(Buffer.concat([Buffer.from('SSH-2.0-x\n'), keyExchange(lists)]))
    expect(weakAlgorithms(hello.algorithms!)).toEqual([
      'diffie-hellman-group14-sha1',
      'diffie-hellman-group1-sha1',
      'ssh-rsa',
      'ssh-dss',
      'aes128-cbc',
      '3des-cbc',
      'hmac-sha1',
      'hmac-sha1-96',
    ])
  })
})
