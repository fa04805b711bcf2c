import { describe, expect, it } from 'vitest'
import { masked } from '../shared/mask.ts'
import { numbersOf, phoneNumber } from './telephone.ts'

const person = (phone: string | null) => ({ name: 'Ada', email: 'ada@example.test', phone })

describe('a phone number', () => {
  it.each(['+491701234567', '+15005550006', '+6421234567'])('%s has its country code', (number) => {
    expect(phoneNumber.safeParse(number).success).toBe(true)
  })

  it.each(['0170 1234567', '491701234567', '+0123456789', '+49 170 1234567', '+1234567890123456', '+123', ''])(
    '%s has no valid country code',
    (number) => {
      expect(phoneNumber.safeParse(number).success).toBe(false)
    },
  )

  it('is masked', () => {
    expect(masked('+491701234567')).toBe('+49***67')
  })
})

describe('the numbers of a message', () => {
  it('are those of the config, deduplicated', () => {
    expect(numbersOf(['+491701234567', '+491701234567'], [person('+15005550006')])).toEqual(['+491701234567'])
  })

  it('default to those of the people that have a country code', () => {
    const people = ['+49 (170) 123-4567', '0170 1234567', null, '+491701234567', '+1.500.555.0006'].map(person)
    expect(numbersOf([], people)).toEqual(['+491701234567', '+15005550006'])
  })

  it.each(['+49 30 901820 ext. 12', 'via +49 30 901820', 'nights only', ''])('are not guessed from %j', (phone) => {
    expect(numbersOf([], [person(phone)])).toEqual([])
  })
})
