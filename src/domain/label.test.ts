import { expect, it } from 'vitest'
import { labelOf, labelOfNumber, unitOf } from './label.ts'

it.each([
  ['followRedirects', 'Follow redirects'],
  ['oauthTokenUrl', 'OAuth token URL'],
  ['contact_group_ids', 'Contact group IDs'],
  ['activeHours', 'Active hours'],
  ['checkMtaSts', 'Check MTA-STS'],
])('calls %s %s', (key, label) => {
  expect(labelOf(key)).toBe(label)
})

it.each([
  ['timeoutSeconds', 'Timeout', 'seconds'],
  ['http.response_time_ms', 'Response time', 'ms'],
  ['host.disk_used_pct_max', 'Disk used max', null],
  ['host.disk.<slug>.used_pct', 'Disk used', 'percent'],
  ['imap.mailbox_bytes', 'Mailbox bytes', 'bytes'],
  ['seconds', 'Seconds', null],
])('calls the number %s %s, counted in %s', (key, label, unit) => {
  expect(labelOfNumber(key)).toBe(label)
  expect(unitOf(key)).toBe(unit)
})
