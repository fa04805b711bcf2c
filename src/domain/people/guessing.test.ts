import { expect, it } from 'vitest'
import { guessesOfAccount, guessesOfAddress } from './guessing.ts'

it('ignores the case of the address of an account', () => {
  expect(guessesOfAccount('ADA@example.com')).toEqual(guessesOfAccount('ada@example.com'))
  expect(guessesOfAccount('ada@example.com').key).not.toEqual(guessesOfAccount('ben@example.com').key)
})

it.each([
  ['192.0.2.1', '192.0.2.1', true],
  ['192.0.2.1', '192.0.2.2', false],
  ['192.0.2.1', '::ffff:192.0.2.1', true],
  ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', true],
  ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
])('whether %s and %s are one address: %s', (one, other, same) => {
  expect(guessesOfAddress(one).key.equals(guessesOfAddress(other).key)).toBe(same)
})
