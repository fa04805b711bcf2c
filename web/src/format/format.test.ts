import { describe, expect, it } from 'vitest'
import { formatDuration, formatPositiveDuration, formatResponse } from './duration.ts'
import { responseTimeText } from '../../../src/domain/time/format.ts'
import { uptimeText } from '../../../src/domain/uptime/uptime-text.ts'
import { formatBytes, formatMetric, formatUptime } from './number.ts'
import { formatDay, formatFully, formatMoment, formatRelative } from './time.ts'

describe('how long it took', () => {
  it.each([
    [0, '0 s'],
    [14.9, '14 s'],
    [60, '1 min'],
    [372, '6 min 12 s'],
    [11_100, '3 h 5 min'],
    [86_400, '1 day'],
    [514_800, '5 days 23 h'],
  ])('%d s is %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text))

  it('is never nothing for what is more', () => {
    expect([0.3, 1.9, 60].map((seconds) => formatPositiveDuration(seconds))).toEqual(['less than 1 s', '1 s', '1 min'])
  })

  it('is said in German', () => expect(formatDuration(514_800, 'de')).toBe('5 Tage 23 h'))

  it.each([
    [null, '—'],
    [0.033, '0.03 ms'],
    [3.14, '3.1 ms'],
    [9.97, '10 ms'],
    [211.6, '212 ms'],
    [999.6, '1 s'],
    [1610, '1.61 s'],
    [1250, '1.25 s'],
    [12_340, '12.3 s'],
    [150_000, '2 min 30 s'],
  ])('%s ms of response is %s', (ms, text) => expect(formatResponse(ms)).toBe(text))

  it('is written as in alerts, reports and the command line', () => {
    for (let ms = 0.001; ms < 1e7; ms *= 1.013) expect(formatResponse(ms)).toBe(responseTimeText(ms))
  })
})

describe('numbers', () => {
  it.each([
    [null, '—'],
    [100, '100 %'],
    [99.9999, '99.999 %'],
    [99.9951, '99.995 %'],
    [99.941, '99.94 %'],
    [90, '90.00 %'],
    [0, '0.00 %'],
  ])('an uptime of %s is %s, as everywhere else', (percent, text) => {
    expect(formatUptime(percent)).toBe(text)
    expect(uptimeText(percent).replace('–', '—')).toBe(text)
  })

  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1536, '1.5 kB'],
    [5.2e9, '5.2 GB'],
  ])('%d bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))

  it.each([
    [1200, 'ms', '1.2 s'],
    [41, 'days', '41 days'],
    [12.5, 'percent', '12.5 %'],
    [3, null, '3'],
    [0.5, 'seconds', '0.5 s'],
    [300, 'seconds', '5 min'],
    [503, 'status', '503'],
    [1000, 'code', '1000'],
    [1, 'days', '1 day'],
    [2500, 'bytes/s', '2.5 kB/s'],
  ])('%d in %s is %s', (value, unit, text) => expect(formatMetric(value, unit)).toBe(text))

  it('has units that people know in German', () => {
    expect([formatMetric(3, 'days', 'de'), formatMetric(0.5, 'seconds', 'de')]).toEqual(['3 Tage', '0,5 s'])
  })
})

describe('moments', () => {
  const viewer = { language: 'en', zone: 'Europe/Berlin' } as const
  const at = new Date('2026-11-16T21:10:04Z')
  const later = (seconds: number): Date => new Date(at.getTime() + seconds * 1000)

  it('is shown in the zone of the viewer', () => expect(formatMoment(at, viewer)).toBe('Mon 16 Nov, 22:10'))
  it('has its year when that is another one', () =>
    expect(formatDay(at, viewer, new Date('2027-02-01T00:00:00Z'))).toBe('Mon 16 Nov 2026'))
  it('is written fully, with zone and UTC', () =>
    expect(formatFully(at, viewer)).toMatch(/16 November 2026.*22:10:04.*\(2026-11-16 21:10:04 UTC\)$/))

  it.each([
    [0, 'just now'],
    [4, '4 s ago'],
    [3599, '59 min ago'],
    [7300, '2 h ago'],
    [-480, 'in 8 min'],
    [90_000, 'Mon 16 Nov, 22:10'],
  ])('seen %d s later is %s', (seconds, text) => expect(formatRelative(at, later(seconds), viewer)).toBe(text))

  it('is said in German', () => expect(formatRelative(at, later(120), { ...viewer, language: 'de' })).toBe('vor 2 min'))
})
