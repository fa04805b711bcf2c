import { expect, it } from 'vitest'
import { critical, resolved } from '../../../test/kit/resources/alerts.ts'
import { quiet } from '../../../test/kit/log.ts'
import { type LogEntry, unsentEntry } from '../../domain/notifying/delivery.ts'
import { logEntry, logNobody } from './process-log.ts'

const at = new Date('2026-03-01T12:00:00Z')
const hook = { id: 1, type: 'slack', name: 'Ops' }
const ada = { name: 'Ada', email: 'ada@example.com', phone: '+4912345' }
const base = { organizationId: critical.organization.id, alert: critical, channel: hook, at }
const entry = (facts: Partial<LogEntry>): LogEntry => unsentEntry(base, { status: 'sent', ...facts })
const shop = '"incident":4711,"monitor":"Shop"'

function said(tell: (log: typeof quiet) => void): string {
  const lines: string[] = []
  const note = (level: string) => (message: string, fields?: object) =>
    void lines.push(`${level} ${message} ${JSON.stringify(fields)}`)
  tell({ ...quiet, info: note('info'), warn: note('warn') })
  return lines.join('\n')
}

it.each<[string, LogEntry, Date | undefined, string]>([
  [
    'who was notified',
    entry({}),
    undefined,
    `info alert sent {${shop},"event":"firing","channel":"Ops","kind":"slack"}`,
  ],
  [
    'that it was the end',
    entry({ alert: resolved }),
    undefined,
    `info alert sent {${shop},"event":"resolved","channel":"Ops","kind":"slack"}`,
  ],
  [
    'who was paged, and in whose place',
    entry({ oncallPage: true, people: [ada], alert: { ...critical, reminder: true, inPlaceOf: 'Pager' } }),
    undefined,
    `info alert sent {${shop},"event":"firing again","channel":"Ops","kind":"slack",` +
      `"page":true,"people":["Ada"],"inPlaceOf":"Pager"}`,
  ],
  [
    'who will be notified later, when, and why not now',
    entry({ status: 'failed', error: 'answered 503' }),
    at,
    `warn alert not sent yet; trying again {${shop},"event":"firing","channel":"Ops","kind":"slack",` +
      `"error":"answered 503","at":"2026-03-01T12:00:00.000Z"}`,
  ],
  [
    'who was not notified, and why',
    entry({ status: 'failed', error: 'answered 410' }),
    undefined,
    `warn alert not sent {${shop},"event":"firing","channel":"Ops","kind":"slack","error":"answered 410"}`,
  ],
  [
    'what maintenance keeps silent',
    entry({ status: 'silenced', silence: 'maintenance' }),
    undefined,
    `info alert not sent: maintenance is active {${shop},"event":"firing","channel":"Ops","kind":"slack"}`,
  ],
  [
    'that nobody is on call',
    entry({
      status: 'failed',
      error: 'nobody was paged: nobody is on call in Nights',
      oncallPage: true,
      channel: { id: null, type: 'on_call', name: null },
    }),
    undefined,
    `warn nobody was paged: nobody is on call in Nights {${shop},"event":"firing","kind":"on_call","page":true}`,
  ],
])('tells %s', (_what, notified, nextTry, expected) => {
  expect(said((log) => logEntry(log, notified, nextTry))).toBe(expected)
})

it('logs that no channel gets an alert', () => {
  expect(said((log) => logNobody(log, critical))).toBe(
    `warn alert not sent: no channel accepts the alerts of its groups {${shop}}`,
  )
})
