import { expect, it } from 'vitest'
import { parseContacts } from './csv.ts'

it('reads a contact a line, with or without a phone, and skips a first line of words', () => {
  const text = 'Name,E-mail,Phone\nMara Lindqvist, mara@example.com, +46 8 50\r\n\nJonas, jonas@example.com\n'
  expect(parseContacts(text)).toMatchObject({
    contacts: [
      { name: 'Mara Lindqvist', email: 'mara@example.com', phone: '+46 8 50' },
      { name: 'Jonas', email: 'jonas@example.com', phone: null },
    ],
    incomplete: [],
  })
})

it('takes semicolons and tabs, and quotes around what holds a separator', () => {
  expect(parseContacts('"Nair, Priya ""PN""",priya@example.com').contacts[0]?.name).toBe('Nair, Priya "PN"')
  expect(parseContacts('Priya;priya@example.com;1').contacts).toHaveLength(1)
  expect(parseContacts('Priya\tpriya@example.com').contacts).toHaveLength(1)
})

it('names the lines that say too little', () => {
  expect(parseContacts('Priya, priya@example.com\nonly a name\n, mara@example.com')).toMatchObject({
    contacts: [{ name: 'Priya' }],
    incomplete: [2, 3],
  })
})
