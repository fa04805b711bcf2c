import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SecretUnreadable, createVault, keyIdOf, opensKeyCheck, sealKeyCheck } from './vault.ts'

const [first, second] = [
  'the first key of at least thirty-two characters',
  'the second key of at least thirty-two characters',
]
const vault = createVault([first])

describe('a vault', () => {
  it('opens any text that it sealed', () => {
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

  it('reveals only the length of a secret, and seals it differently each time', () => {
    const [one, two] = [vault.seal('hunter2', 'a'), vault.seal('hunter2', 'a')]
    expect(one.equals(two)).toBe(false)
    expect(one.toString('latin1')).not.toContain('hunter2')
    expect(one.length).toBe(vault.seal('7654321', 'b').length)
  })

  it('opens a secret only for its context', () => {
    const sealed = vault.seal('hunter2', 'monitor one')
    for (const context of ['monitor two', '', 'monitor one '])
      expect(() => vault.open(sealed, context)).toThrow(SecretUnreadable)
  })

  it('rejects a change of any byte or of the length', () => {
    const sealed = vault.seal('hunter2', 'a')
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed)
      changed[at]! ^= 1
      expect(() => vault.open(changed, 'a'), `byte ${at}`).toThrow(SecretUnreadable)
      expect(() => vault.open(sealed.subarray(0, at), 'a'), `cut at ${at}`).toThrow(SecretUnreadable)
    }
    expect(() => vault.open(Buffer.concat([sealed, Buffer.alloc(1)]), 'a')).toThrow(SecretUnreadable)
  })

  it('rejects text sealed with another key, and names the setting to check', () => {
    const sealed = createVault([second]).seal('hunter2', 'a')
    expect(() => vault.open(sealed, 'a')).toThrow(/LAPWING_SECRET_KEY/)
    expect(vault.isCurrent(sealed)).toBe(false)
  })

  it('opens secrets of other processes with the same key', () => {
    expect(createVault([first]).open(vault.seal('hunter2', 'a'), 'a')).toBe('hunter2')
  })
})

describe('a vault with two keys', () => {
  const both = createVault([second, first])

  it('opens secrets sealed with either key', () => {
    expect(both.open(vault.seal('old', 'a'), 'a')).toBe('old')
    expect(both.open(createVault([second]).seal('new', 'a'), 'a')).toBe('new')
  })

  it('seals with the first key and distinguishes both', () => {
    const sealed = both.seal('hunter2', 'a')
    expect(createVault([second]).open(sealed, 'a')).toBe('hunter2')
    expect(() => vault.open(sealed, 'a')).toThrow(SecretUnreadable)
    expect([both.isCurrent(sealed), both.isCurrent(vault.seal('old', 'a'))]).toEqual([true, false])
  })
})

describe('a key check', () => {
  it('is opened by the key that sealed it, alone or with others, and by no other', () => {
    const check = sealKeyCheck(vault)
    expect(opensKeyCheck(vault, check)).toBe(true)
    expect(opensKeyCheck(createVault([second, first]), check)).toBe(true)
    expect(opensKeyCheck(createVault([second]), check)).toBe(false)
    expect(opensKeyCheck(vault, vault.seal('Lapwing', 'another context'))).toBe(false)
  })

  it('detects by its id whether a key is available', () => {
    const id = keyIdOf(vault.seal('hunter2', 'a'))
    expect([vault, createVault([second, first]), createVault([second])].map((one) => one.hasKeyOf(id))).toEqual([
      true,
      true,
      false,
    ])
  })
})
