import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SecretUnreadable, createVault, keyIdOf, opensKeyCheck, sealKeyCheck } from './vault.ts'

const [first, second] = [
  'the first key of at least thirty-two characters',
  'the second key of at least thirty-two characters',
]
const vault = createVault([first])

describe('a vault', () => {
  it('opens what it sealed, whatever it was', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
        fc.string(),
        (text, context) => {
          expect(vault.open(vault.seal(text, context), context)).toBe(text)
        },
      ),
    )
  })

  it('shows nothing of the secret but its length, and seals it differently each time', () => {
    const [one, two] = [vault.seal('hunter2', 'a'), vault.seal('hunter2', 'a')]
    expect(one.equals(two)).toBe(false)
    expect(one.toString('latin1')).not.toContain('hunter2')
    expect(one.length).toBe(vault.seal('7654321', 'b').length)
  })

  it('opens a secret only for what it belongs to', () => {
    const sealed = vault.seal('hunter2', 'monitor one')
    for (const context of ['monitor two', '', 'monitor one '])
      expect(() => vault.open(sealed, context)).toThrow(SecretUnreadable)
  })

  it('opens nothing that was tampered with: each byte counts, and so does the length', () => {
    const sealed = vault.seal('hunter2', 'a')
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed)
      changed[at]! ^= 1
      expect(() => vault.open(changed, 'a'), `byte ${at}`).toThrow(SecretUnreadable)
      expect(() => vault.open(sealed.subarray(0, at), 'a'), `cut at ${at}`).toThrow(SecretUnreadable)
    }
    expect(() => vault.open(Buffer.concat([sealed, Buffer.alloc(1)]), 'a')).toThrow(SecretUnreadable)
  })

  it('does not open what another key sealed, and says which setting to look at', () => {
    const sealed = createVault([second]).seal('hunter2', 'a')
    expect(() => vault.open(sealed, 'a')).toThrow(/LAPWING_SECRET_KEY/)
    expect(vault.isCurrent(sealed)).toBe(false)
  })

  it('is the same vault in every process that has the key', () => {
    expect(createVault([first]).open(vault.seal('hunter2', 'a'), 'a')).toBe('hunter2')
  })
})

describe('a vault with two keys', () => {
  const both = createVault([second, first])

  it('opens what either sealed', () => {
    expect(both.open(vault.seal('old', 'a'), 'a')).toBe('old')
    expect(both.open(createVault([second]).seal('new', 'a'), 'a')).toBe('new')
  })

  it('seals with the first and knows which is which', () => {
    const sealed = both.seal('hunter2', 'a')
    expect(createVault([second]).open(sealed, 'a')).toBe('hunter2')
    expect(() => vault.open(sealed, 'a')).toThrow(SecretUnreadable)
    expect([both.isCurrent(sealed), both.isCurrent(vault.seal('old', 'a'))]).toEqual([true, false])
  })
})

describe('a key check', () => {
  it('is opened by the key that sealed it, alone or beside others, and by no other', () => {
    const check = sealKeyCheck(vault)
    expect(opensKeyCheck(vault, check)).toBe(true)
    expect(opensKeyCheck(createVault([second, first]), check)).toBe(true)
    expect(opensKeyCheck(createVault([second]), check)).toBe(false)
    expect(opensKeyCheck(vault, vault.seal('Lapwing', 'another context'))).toBe(false)
  })

  it('tells by the id of a key whether it is there', () => {
    const id = keyIdOf(vault.seal('hunter2', 'a'))
    expect([vault, createVault([second, first]), createVault([second])].map((one) => one.hasKeyOf(id))).toEqual([
      true,
      true,
      false,
    ])
  })
})
