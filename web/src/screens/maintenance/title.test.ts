import { expect, it } from 'vitest'
import type { MaintenanceOccurrence } from '../../api-types.ts'
import { useMaintenanceMessages } from './messages.ts'
import { maintenanceTitle } from './title.ts'

const occurrence = (from: number, to: number, fields: Partial<MaintenanceOccurrence> = {}): MaintenanceOccurrence => ({
  window_id: '0198c5a2-b3d2-7c10-9f4e-5d6c7b8a9f01',
  name: 'Database upgrade',
  starts_at: `2026-11-17T${from}:30:00Z`,
  ends_at: `2026-11-17T${to}:30:00Z`,
  recurrence: 'once',
  monitors: 3,
  everything: false,
  suppress_alerts: true,
  exclude_from_sla: true,
  ...fields,
})
const format = { clock: (at: string) => at.slice(11, 16), moment: (at: string) => at.slice(0, 16) }
const said = (occurrences: MaintenanceOccurrence[], language: 'en' | 'de' = 'en'): string =>
  maintenanceTitle(occurrences, Date.parse('2026-11-17T12:00:00Z'), {
    t: useMaintenanceMessages.in(language).title,
    format,
  })

it.each([
  [[occurrence(11, 14)], 'Database upgrade is on until 14:30; 3 monitors are silent.'],
  [[occurrence(11, 14, { monitors: 1 })], 'Database upgrade is on until 14:30; 1 monitor is silent.'],
  [[occurrence(11, 14, { everything: true })], 'Database upgrade is on until 14:30; the whole organization is silent.'],
  [[occurrence(11, 14, { suppress_alerts: false })], 'Database upgrade is on until 14:30.'],
  [[occurrence(10, 13), occurrence(11, 15)], '2 maintenance windows are on, the last until 15:30.'],
  [[occurrence(10, 11), occurrence(13, 14)], 'No maintenance is on. Database upgrade is next: 2026-11-17T13:30.'],
  [[], 'No maintenance is planned'],
])('the title says what is silent now, or what is next', (occurrences, text) => expect(said(occurrences)).toBe(text))

it('is said in German', () => {
  expect(said([occurrence(11, 14)], 'de')).toBe('Database upgrade läuft bis 14:30; 3 Monitore sind stumm.')
})
