import { expect, it } from 'vitest'
import { readContacts } from './csv.ts'

it('reads a contact a line, with or without a phone, and skips a first line of words', () => {
  const text = 'Name,E-mail,Phone\nMara Lindqvist, mara@example.com, +46 8 50\r\n\nJonas, jonas@example.com\n'
  expect(readContacts(text)).toMatchObject({
    contacts: [
      { name: 'Mara Lindqvist', email: 'mara@example.com', phone: '+46 8 50' },
      { name: 'Jonas', email: 'jonas@example.com', phone: null },
    ],
    incomplete: [],
  })
})

it('takes semicolons and tabs, and quotes around what holds a separator', () => {
  expect(readContacts('"Nair, Priya ""PN""",priya@example.com').contacts[0]?.name).toBe('Nair, Priya "PN"')
  expect(readContacts('Priya;priya@example.com;1').contacts).toHaveLength(1)
  expect(readContacts('Priya\tpriya@example.com').contacts).toHaveLength(1)
})

it('names the lines that say too little', () => {
  expect(readContacts('Priya, priya@example.com\nonly a name\n, mara@example.com')).toMatchObject({
    contacts: [{ name: 'Priya' }],
    incomplete: [2, 3],
  })
})
