// Every alert in the words of every channel, in an organization whose clocks are not those of UTC.
import { channelKinds } from '../../src/channels/index.ts'
import { title } from '../../src/channels/shared/alert-text.ts'
import { translated } from '../../src/channels/shared/alert-words.ts'
import { textFor } from '../../src/channels/shared/email-body.ts'
import { shortText } from '../../src/channels/shared/short-text.ts'
import type { Alert } from '../../src/domain/notifying/alert.ts'
import { sampleAlerts } from '../../src/domain/notifying/sample-alert.ts'
import { testAlert } from '../../src/domain/notifying/test-alert.ts'

const organization = { id: '7d0b5a8e-3c1f-4b7e-9f3e-0c5f6a1d2b3c', name: 'Halden Outdoor', timezone: 'Europe/Berlin' }
const now = new Date('2026-11-18T02:26:00Z')
const samples = sampleAlerts(organization, { origin: 'https://lapwing.example', now })
const [firing, reminder, resolved] = samples.map(({ alert }) => alert) as [Alert, Alert, Alert]

const status: Alert = {
  ...firing,
  incident: {
    ...firing.incident,
    message: 'Shop: HTTP 503 (expected 2xx or 3xx)',
    failingSince: '2026-11-18T02:13:26.000Z',
  },
  rule: { ...firing.rule!, name: 'HTTP status', expression: 'status_code not_in_groups ["2xx","3xx"]' },
  rootCause: 'http_status',
  rootCauseDetail: 'answered with status 503',
  diagnosis: 'The server has an internal error. Check the application, what it depends on, and its log.',
  expected: '2xx or 3xx',
  detectedValue: '503',
  confirmingProbes: ['🇩🇪 Frankfurt (eu)', '🇸🇬 Singapore (asia)'],
  dependents: { total: 5, affected: 3 },
  vendorReports: [{ name: 'Cloudflare', title: 'Elevated errors', startedAt: '2026-11-18T02:03:00.000Z' }],
  deployment: {
    service: 'shop',
    version: '2.14.0',
    link: null,
    deployed_by: 'GitHub',
    deployed_at: '2026-11-18T02:08:00.000Z',
  },
}

const page: Alert = {
  ...status,
  page: {
    step: { policy: 'Production', number: 1 },
    person: { timezone: null, onCall: { schedule: 'Primary', until: '2026-11-23T08:00:00.000Z' } },
    next: { names: ['Jonas Weber'], at: '2026-11-18T02:36:00.000Z' },
  },
}

const missedCheckIn: Alert = {
  ...firing,
  monitor: { ...firing.monitor!, name: 'Backup', target: '', type: 'heartbeat' },
  incident: {
    ...firing.incident,
    message: 'Backup is down: no check-in arrived; one was due at 2026-11-18 02:00:00 UTC',
  },
  rule: { ...firing.rule!, name: 'Missed check-in' },
  rootCause: 'heartbeat',
  rootCauseDetail: 'no check-in arrived; one was due at 2026-11-18 02:00:00 UTC',
  diagnosis: 'The job did not check in as expected. Check whether it failed, hangs or never started, and read its log.',
  confirmingProbes: [],
}

const closed: Alert = { ...resolved, ending: null, resolveReason: 'resolved manually', resolvedBy: 'Mara Lindqvist' }

export const alerts: Readonly<Record<string, Alert>> = {
  'a failure': firing,
  'a wrong status': status,
  'a page': page,
  'a page of a group': { ...page, page: { ...page.page!, person: null } },
  'a missed check-in': missedCheckIn,
  'a reminder': reminder,
  'more of an outage': { ...status, isUpdate: true },
  'an acknowledgement': { ...status, kind: 'acknowledged', acknowledgedBy: 'Mara Lindqvist' },
  'a recovery': resolved,
  'a close by a person': closed,
  'a digest': {
    ...resolved,
    missed: [
      resolved,
      { ...missedCheckIn, kind: 'resolved', incident: { ...missedCheckIn.incident, resolvedAt: now } },
    ],
  },
  'a delayed alert': { ...firing, late: true },
  'an alert instead of another channel': { ...firing, inPlaceOf: 'Ops in Slack' },
  'a test of a channel': testAlert({ organization, monitor: null }, now),
  'a test of a monitor': testAlert({ organization, monitor: { ...firing.monitor!, monitorNumber: 34 } }, now),
}

export interface AlertText {
  /** The channels that say it in this way. */
  readonly where: string
  readonly text: string
}

/** What people read; kinds whose readers are programs have fields of their own. */
export function textsOf(alert: Alert): AlertText[] {
  const previews = channelKinds
    .filter(({ readBy, type }) => readBy !== 'programs' && type !== 'email')
    .map(({ type, preview }) => {
      const { title: head, text } = preview(alert)
      return { where: type, text: head === null ? text : `${head}\n${text}` }
    })
  const alike = [...Map.groupBy(previews, ({ text }) => text)].map(([text, kinds]) => ({
    where: kinds.map(({ where }) => where).join(', '),
    text,
  }))
  return [
    { where: 'title', text: title(alert) },
    { where: 'email', text: textFor(alert) },
    { where: 'text message', text: shortText(alert, 480) },
    ...alike,
  ]
}

/** In English, and as German readers get the emails. */
export async function alertsPage(): Promise<string> {
  const german = await Promise.all(
    Object.entries(alerts).map(async ([what, alert]) => [`${what}, in German`, await translated(alert, 'de')] as const),
  )
  return [...Object.entries(alerts), ...german]
    .flatMap(([what, alert]) => [
      `\n${what}`,
      ...textsOf(alert).map(({ where, text }) => `  ${where}\n${text.trim().replaceAll(/^/gm, '      ')}`),
    ])
    .join('\n')
}
