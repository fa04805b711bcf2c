import { expect, it } from 'vitest'
import { localDays } from './local-days.ts'

const hours = (now: string, timeZone: string, count: number) =>
  localDays(new Date(now), { timeZone, count }).map(({ day, from, to }) => [
    day,
    from.toISOString(),
    (to.getTime() - from.getTime()) / 3_600_000,
  ])

it.each([
  [
    'of UTC',
    'UTC',
    '2026-03-01T12:00:00Z',
    [
      ['2026-02-28', '2026-02-28T00:00:00.000Z', 24],
      ['2026-03-01', '2026-03-01T00:00:00.000Z', 24],
    ],
  ],
  [
    'that begin at this very moment',
    'UTC',
    '2026-03-01T00:00:00Z',
    [
      ['2026-02-28', '2026-02-28T00:00:00.000Z', 24],
      ['2026-03-01', '2026-03-01T00:00:00.000Z', 24],
    ],
  ],
  [
    'of which one has 23 hours',
    'Europe/Berlin',
    '2026-03-30T10:00:00Z',
    [
      ['2026-03-29', '2026-03-28T23:00:00.000Z', 23],
      ['2026-03-30', '2026-03-29T22:00:00.000Z', 24],
    ],
  ],
  [
    'of which one has 25 hours',
    'Europe/Berlin',
    '2026-10-25T22:59:00Z',
    [
      ['2026-10-24', '2026-10-23T22:00:00.000Z', 24],
      ['2026-10-25', '2026-10-24T22:00:00.000Z', 25],
    ],
  ],
  [
    'that begin at half past',
    'Asia/Kolkata',
    '2026-03-01T18:29:00Z',
    [
      ['2026-02-28', '2026-02-27T18:30:00.000Z', 24],
      ['2026-03-01', '2026-02-28T18:30:00.000Z', 24],
    ],
  ],
  [
    'ahead of everybody',
    'Pacific/Kiritimati',
    '2026-03-01T12:00:00Z',
    [
      ['2026-03-01', '2026-02-28T10:00:00.000Z', 24],
      ['2026-03-02', '2026-03-01T10:00:00.000Z', 24],
    ],
  ],
  [
    'whose midnight is skipped',
    'America/Santiago',
    '2026-09-06T12:00:00Z',
    [
      ['2026-09-05', '2026-09-05T04:00:00.000Z', 24],
      ['2026-09-06', '2026-09-06T04:00:00.000Z', 23],
    ],
  ],
])('knows the days %s', (_what, timeZone, now, days) => {
  expect(hours(now, timeZone, 2)).toEqual(days)
})
