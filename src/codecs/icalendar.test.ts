import fc from 'fast-check'
import { expect, it } from 'vitest'
import { eventsIn, linesIn } from '../../test/kit/resources/icalendar.ts'
import { type CalendarEvent, writeCalendar } from './icalendar.ts'

const event: CalendarEvent = {
  uid: 'shift-1@lapwing',
  from: new Date('2026-03-02T09:00:00Z'),
  to: new Date('2026-03-03T09:00:00Z'),
  summary: 'On call: Ada',
  description: null,
  sequence: 3,
  revisedAt: new Date('2026-03-01T12:00:00Z'),
}

it('writes an event in the format of RFC 5545', () => {
  expect(writeCalendar({ name: 'Primary', events: [event] }).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lapwing//Lapwing//EN',
    'CALSCALE:GREGORIAN',
    'NAME:Primary',
    'X-WR-CALNAME:Primary',
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'X-PUBLISHED-TTL:PT15M',
    'BEGIN:VEVENT',
    'UID:shift-1@lapwing',
    'DTSTAMP:20260301T120000Z',
    'LAST-MODIFIED:20260301T120000Z',
    'SEQUENCE:3',
    'DTSTART:20260302T090000Z',
    'DTEND:20260303T090000Z',
    'SUMMARY:On call: Ada',
    'STATUS:CONFIRMED',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

it('escapes special characters', () => {
  const text = writeCalendar({ name: 'a;b,c\\d', events: [{ ...event, description: 'one\ntwo\r\nEND:VEVENT\u0007' }] })
  expect(text).toContain('NAME:a\\;b\\,c\\\\d\r\n')
  expect(text).toContain('DESCRIPTION:one\\ntwo\\nEND:VEVENT \r\n')
})

it('folds lines at 75 octets without splitting characters, and can be read back', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.string({ unit: 'binary', maxLength: 300 }),
      (summary, description) => {
        const text = writeCalendar({ name: summary, events: [{ ...event, summary, description }] })
        expect(text).not.toMatch(/[^\r]\n|\r[^\n]/)
        for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        expect(linesIn(text).at(-1)).toBe('END:VCALENDAR')
        const [read] = eventsIn(text)
        const plain = (given: string): string =>
          given
            .toWellFormed()
            .replace(/\r\n?/g, '\n')
            .replace(/[\x00-\x09\x0b-\x1f\x7f]/g, ' ')
        expect([read!['SUMMARY'], read!['DESCRIPTION']]).toEqual([plain(summary), plain(description)])
      },
    ),
  )
})
