import { describe, expect, it } from 'vitest'
import { newRecoveryCodes, newTotpSecret, recoveryHash, stepOfCode, totpAt, totpUri } from './totp.ts'

describe('codes of an authenticator', () => {
  // The last six digits of the SHA-1 examples in RFC 6238, appendix B.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('are those of the standard at %i', (seconds, code) => {
    expect(totpAt(secret, new Date(seconds * 1000))).toBe(code)
  })

  it('are valid for half a minute before and after', () => {
    const now = new Date('2026-03-01T12:00:00Z')
    const fits = (ms: number): boolean => stepOfCode(secret, totpAt(secret, new Date(now.getTime() + ms)), now) !== null
    expect([-60_000, -30_000, 0, 30_000, 60_000].map(fits)).toEqual([false, true, true, true, false])
    for (const wrong of ['', '12345', '1234567', 'abcdef', '\u0661\u0662\u0663\u0664\u0665\u0666'])
      expect(stepOfCode(secret, wrong, now)).toBeNull()
  })

  it('come from a random secret, which is part of a link', () => {
    const [one, other] = [newTotpSecret(), newTotpSecret()]
    expect(one).toMatch(/^[A-Z2-7]{32}$/)
    expect(one).not.toBe(other)
    expect(totpUri(one, { issuer: 'Lapwing & Co', account: 'ada@example.com' })).toBe(
      `otpauth://totp/Lapwing%20%26%20Co:ada%40example.com?secret=${one}&issuer=Lapwing%20%26%20Co`,
    )
  })
})

describe('recovery codes', () => {
  it('are ten different ones, accepted in any spelling, for their owner only', () => {
    const codes = newRecoveryCodes()
    expect(new Set(codes).size).toBe(10)
    expect(codes[0]).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/)
    expect(recoveryHash('ada', codes[0]!)).toEqual(
      recoveryHash('ada', ` ${codes[0]!.toUpperCase().replaceAll('-', ' ')}`),
    )
    expect(recoveryHash('ada', codes[0]!)).not.toEqual(recoveryHash('ben', codes[0]!))
  })
})
