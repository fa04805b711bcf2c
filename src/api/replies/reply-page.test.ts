import { expect, it } from 'vitest'
import { causes } from '../../domain/outcome.ts'
import type { LinkedIncident } from '../../operations/replies/links.ts'
import { replyPage } from './reply-page.ts'

const now = new Date('2026-03-01T12:00:00Z')
const incident: LinkedIncident = {
  url: 'https://lapwing.example/incidents/7',
  organizationName: 'Acme',
  timezone: 'Europe/Berlin',
  severity: 'critical',
  name: 'Shop',
  problem: 'connection refused',
  cause: 'connect',
  diagnosis: 'Nothing listens at this address and port.',
  failingSince: new Date(now.getTime() - 60_000),
  locations: [],
  status: 'firing',
  acknowledgedBy: null,
  resolvedAt: null,
  isClosed: false,
  closedBy: null,
  now,
  paging: { last: null, next: [] },
  affected: 0,
  notified: [],
  lastHour: null,
  person: null,
  through: 'email',
  channelName: 'Ops',
  replies: [],
}
const pageOf = (other: Partial<LinkedIncident>, language: 'en' | 'de'): string =>
  replyPage({ action: 'acknowledge', result: null, incident: { ...incident, ...other } }, language)
const said = (page: string): string => /<p>([^]*?)<\/p>/.exec(page)![1]!.trim()

it.each([
  ['HTTP 503 (expected 2xx or 3xx)', 'HTTP 503 (erwartet: 2xx oder 3xx).'],
  ['HTTP 404 (expected anything but 404)', 'HTTP 404 (erwartet: alles außer 404).'],
  ['HTTP 503 (expected less than 500)', 'HTTP 503 (erwartet: weniger als 500).'],
  ['HTTP 503', 'HTTP 503.'],
  ['connection refused by 192.0.2.1:443', 'Verbindung abgelehnt von 192.0.2.1:443.'],
  ['no response within 10 s (while connecting)', 'Keine Antwort innerhalb von 10 s.'],
  ['the name shop.example does not exist', 'Den Namen shop.example gibt es nicht.'],
])('writes %s in German', (problem, german) => {
  const cause = 'http_status'
  expect(said(pageOf({ problem, cause }, 'de'))).toBe(`${german} Der Server antwortet mit einem falschen Status.`)
  expect(said(pageOf({ problem, cause }, 'en'))).toBe(
    `${problem.charAt(0).toUpperCase()}${problem.slice(1)}. ${incident.diagnosis}`,
  )
})

it.each(causes)('explains %s in German, and shows what the check said as English', (cause) => {
  const page = pageOf({ cause, problem: 'the disk of the database is full' }, 'de')
  expect(page).toMatch(/<dt>Meldung<\/dt>\s*<dd><span lang="en">the disk of the database is full<\/span><\/dd>/)
  expect(page.replace(/<span lang="en">.*?<\/span>/, '')).not.toMatch(/disk|Nothing listens/)
  expect(said(page)).toMatch(/^[A-Z].{20,}\.$/)
})

it('says that a person closed an incident, and not that the service has recovered', () => {
  const ended = { status: 'resolved', resolvedAt: now } as const
  const closed = pageOf({ ...ended, isClosed: true, closedBy: 'Mara' }, 'en')
  expect(closed).toMatch(/The incident of Shop is closed[^]*<dt>Closed by<\/dt>\s*<dd>Mara/)
  expect(closed).not.toMatch(/recovered|Resolved</)
  expect(pageOf(ended, 'en')).toContain('Shop has recovered')
})
