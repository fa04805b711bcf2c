import { expect, it } from 'vitest'
import { changedValue } from './changed-value.ts'

const typeName = (type: string): string => (type === 'tcp' ? 'TCP port' : type)
const en = { language: 'en', zone: 'Europe/Berlin', typeName } as const
const translated = (text: string): string => `${text} (de)`
const de = { language: 'de', zone: 'Europe/Berlin', typeName, translated } as const
const id = '01a1f207-4ebc-73dc-aafe-26f1eb6f4e49'

it.each([
  ['scheduling_strategy', 'roundrobin', 'one after another', 'nacheinander'],
  ['theme', 'auto', "visitor's system", 'wie beim Besucher'],
  ['language', 'de', 'German', 'Deutsch'],
  ['severity', 'critical', 'critical', 'kritisch'],
  ['operator', '>=', 'is at least', 'ist mindestens'],
  ['metric', 'response_time', 'Response time', 'Response time (de)'],
  ['interval_seconds', 90, '1 min 30 s', '1 min 30 s'],
  ['duration_minutes', 120, '2 h', '2 h'],
  ['failure_threshold', 3, '3', '3'],
  ['target', 99.995, /^99\.995$/, /^99,995$/],
  ['port', 8443, /^8443$/, /^8443$/],
  ['value', '["2xx","3xx"]', /^2xx, 3xx$/, /^2xx, 3xx$/],
  ['locations', [id, id], '2 locations', '2 Standorte'],
  ['muted_locations', [id], '1 location', '1 Standort'],
  ['notification_group_ids', [id], '1 contact group', '1 Kontaktgruppe'],
  ['monitor_ids', [id], '1 monitor', '1 Monitor'],
  ['tags', ['shop', 'tier:1'], 'shop, tier:1', 'shop, tier:1'],
  ['steps', [{ name: 'First' }, { name: 'Second' }], 'First, Second', 'First, Second'],
  ['layers', [{ users: [id] }], '1 item', '1 Eintrag'],
  ['escalation_policy', { id, name: 'Night' }, 'Night', 'Night'],
  ['window', { starts_at: '2026-03-01T12:00:00Z', timezone: null }, /^Start: .*13:00/, /^Beginn: .*13:00/],
  ['public', true, 'yes', 'ja'],
  ['tags', [], 'empty', 'leer'],
  ['type', 'tcp', /^TCP port$/, /^TCP port$/],
  ['status', 'unknown', 'No data yet', 'Noch keine Daten'],
  ['state', 'paused', 'Paused', 'Pausiert'],
  ['name', 'critical', /^critical$/, /^critical$/],
  ['tags', ['owner', 'true'], 'owner, true', 'owner, true'],
])('writes %s %j in words', (key, value, english, german) => {
  expect(changedValue(key, value, en)).toMatch(english)
  expect(changedValue(key, value, de)).toMatch(german)
  expect(changedValue(key, value, en)).not.toMatch(/[{}[\]"]/)
})

it.each([
  ['ms', '1500', '1.5 s', '1,5 s'],
  ['days', '14', '14 days', '14 Tage'],
  ['count', '2', '2', '2'],
  ['truth', 'false', 'no', 'nein'],
])('writes a threshold of %s with its unit', (unit, value, english, german) => {
  expect(changedValue('value', value, { ...en, unit })).toBe(english)
  expect(changedValue('value', value, { ...de, unit })).toBe(german)
})
