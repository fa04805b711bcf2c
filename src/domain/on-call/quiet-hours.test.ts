import { expect, it } from 'vitest'
import { defaultPaging, pageSilence } from './quiet-hours.ts'

const nights = { days: [1, 2, 3, 4, 5], from: '22:00', to: '07:00', timezone: 'Europe/Berlin' }

it.each([
  ['warning', '2026-03-02T20:59:00Z', {}, null],
  ['warning', '2026-03-02T21:00:00Z', {}, 'quiet_hours'],
  // The night that began on Friday ends on Saturday; none begins then.
  ['warning', '2026-03-07T05:59:00Z', {}, 'quiet_hours'],
  ['warning', '2026-03-07T22:00:00Z', {}, null],
  ['critical', '2026-03-02T21:00:00Z', {}, null],
  ['critical', '2026-03-02T21:00:00Z', { quiet_for_critical: true }, 'quiet_hours'],
  ['warning', '2026-03-02T12:00:00Z', { only_critical: true }, 'severity_filter'],
  ['critical', '2026-03-02T12:00:00Z', { only_critical: true }, null],
])('a %s page at %s with %j: %s', (severity, at, more, silence) => {
  const preferences = { ...defaultPaging, quiet_hours: nights, ...more }
  expect(pageSilence(preferences, { severity, at: new Date(at) })).toBe(silence)
})
