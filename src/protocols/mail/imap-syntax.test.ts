import { describe, expect, it } from 'vitest'
import {
  arrivalIn,
  countsIn,
  mailboxName,
  messagesIn,
  quotaResourcesIn,
  sizeIn,
  valueOf,
  valuesOf,
} from './imap-syntax.ts'

describe('the words of IMAP', () => {
  it.each([
    ['INBOX', '"INBOX"'],
    ['Sent "mail" \\ 1', '"Sent \\"mail\\" \\\\ 1"'],
    ['R&D', '"R&-D"'],
    ['Grüße', '"Gr&APwA3w-e"'],
    ['~peter/mail/台北/日本語', '"~peter/mail/&U,BTFw-/&ZeVnLIqe-"'],
    ['😀', '"&2D3eAA-"'],
  ])('name the mailbox %s as %s', (name, written) => {
    expect(mailboxName(name)).toBe(written)
  })

  it('contain counts in the list at their end', () => {
    expect([...countsIn('"odd (name)" (MESSAGES 5 unseen 2)')]).toEqual([
      ['MESSAGES', 5],
      ['UNSEEN', 2],
    ])
    expect([...countsIn('INBOX (UNSEEN lots SIZE)')]).toEqual([])
    expect([...countsIn('nothing')]).toEqual([])
  })

  it('contain the resources of a quota in the list at their end', () => {
    expect(quotaResourcesIn('"User quota" (STORAGE 10 512 MESSAGE 3 100)')).toEqual([
      { resource: 'STORAGE', used: 10, limit: 512 },
      { resource: 'MESSAGE', used: 3, limit: 100 },
    ])
    expect(quotaResourcesIn('"" ()')).toEqual([])
    expect(quotaResourcesIn('"" (STORAGE 10 all X 1)')).toEqual([])
  })

  it('contain the arrival and size of a message, and the message count', () => {
    expect(arrivalIn('5 FETCH (UID 7 INTERNALDATE " 5-Nov-2026 04:00:00 +0100")')).toBe(Date.UTC(2026, 10, 5, 3))
    expect(arrivalIn('5 FETCH (INTERNALDATE "soon")')).toBeNull()
    expect(sizeIn('12 FETCH (RFC822.SIZE 1022)')).toBe(1022)
    expect(sizeIn('12 EXPUNGE')).toBeNull()
    expect([messagesIn(['FLAGS ()', '23 exists']), messagesIn(['23 RECENT'])]).toEqual([23, undefined])
  })

  it('are found by their name', () => {
    const data = ['QUOTAROOT INBOX a', 'quota a (X 1 2)', 'QUOTA b ()']
    expect(valuesOf('QUOTA', data)).toEqual(['a (X 1 2)', 'b ()'])
    expect(valueOf('STATUS', data)).toBeUndefined()
  })
})
