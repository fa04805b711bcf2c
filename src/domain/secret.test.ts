import { describe, expect, it } from 'vitest'
import { hashForReal } from '../../test/kit/lapwing/passwords.ts'
import { apiKey, fingerprint, hashPassword, isPassword, newApiKey, newToken } from './secret.ts'

hashForReal()

describe('API keys', () => {
  it('are long, random and safe in a header', () => {
    const made = Array.from({ length: 100 }, newApiKey)
    expect(new Set(made.map(({ key }) => key)).size).toBe(100)
    for (const { key, prefix } of made) {
      expect(key).toMatch(/^lw_[A-Za-z0-9_-]{32}$/)
      expect(key.startsWith(prefix)).toBe(true)
    }
  })

  it('have a prefix of eight characters and are looked up by SHA-256', () => {
    const { prefix, hash } = apiKey('lw_test_write_0123456789abcdef')
    expect(prefix).toBe('lw_test_')
    expect(hash.toString('hex')).toBe('8f4416321bb45886a6f90efaa0391f0db8e2b5ba01c611a27ddbba7ba962eccf')
  })
})

describe('tokens', () => {
  it('are random and safe in a URL', () => {
    expect(newToken()).toMatch(/^[A-Za-z0-9_-]{32}$/)
    expect(newToken()).not.toBe(newToken())
  })

  it('have a fingerprint that does not reveal them', () => {
    expect(fingerprint('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })
})

describe('passwords', () => {
  // Hashed by @better-auth/utils 0.4.2, which better-auth 1.7 uses for passwords.
  const theirs =
    '84706e5c86b0de8305954267f665f6ed:982cfbe6af2699446f541ba75261d8c1b2ad9130' +
    'f24a0fe02bb435134926371040ae626a4272f0760704da653296f96628eb83f6cd6795052e7478a2f338c8d4'

  it('stored by better-auth are recognised', async () => {
    expect(await isPassword('correct horse battery', theirs)).toBe(true)
    expect(await isPassword('correct horse batterx', theirs)).toBe(false)
    expect(await isPassword('', theirs)).toBe(false)
  })

  it('are stored in the same layout, each with its own salt', async () => {
    const [first, second] = await Promise.all([
      hashPassword('correct horse battery'),
      hashPassword('correct horse battery'),
    ])
    expect(first).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/)
    expect(first).not.toBe(second)
    expect(await isPassword('correct horse battery', first)).toBe(true)
  })

  it('match regardless of how accents were typed', async () => {
    expect(await isPassword('cafe\u0301 \ufb01ne', await hashPassword('caf\u00e9 fine'))).toBe(true)
  })

  it.each(['', ':', 'abc', `${theirs.slice(0, 33)}`, `${theirs}00`, 'zz:zz'])(
    'are not recognised by the broken record %j',
    async (stored) => {
      expect(await isPassword('correct horse battery', stored)).toBe(false)
    },
  )
})
