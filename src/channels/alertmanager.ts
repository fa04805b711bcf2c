import { createHash } from 'node:crypto'
import type { Alert } from '../domain/notifying/alert.ts'
import { text } from '../domain/field.ts'
import { defineChannel } from './define.ts'
import { filled } from './shared/event.ts'
import { hookUrl, secret } from './shared/fields.ts'
import { incidentKey } from './shared/incident-key.ts'
import { loginOf, loginProblems } from './shared/login.ts'
import { post } from './shared/post.ts'
import { message, title } from './shared/alert-text.ts'
import { cut, oneLine } from './shared/escape.ts'

export const alertmanager = defineChannel({
  type: 'alertmanager',
  title: 'Alertmanager webhook',
  category: 'webhook',
  summary:
    'Posts the webhook format of Prometheus Alertmanager (version 4), which many programs understand. ' +
    'See the documentation of the receiver for its URL.',
  readBy: 'programs',
  config: {
    url: hookUrl({ help: 'URL that accepts Alertmanager webhooks' }),
    receiver: text({ help: 'Receiver name in the message', maxLength: 100, default: 'lapwing' }),
    token: secret({ help: 'Bearer token, if the receiver requires one' }),
    username: text({ help: 'User, if the receiver requires one', maxLength: 200 }),
    password: secret({ help: 'Password of that user' }),
  },
  examine: loginProblems,
  preview: (alert) => groupFor(alert, String(alert.incident.id)),
  send: (alert, { url, receiver, ...login }, context) => {
    const json = { receiver, ...groupFor(alert, incidentKey(alert, context.dedupKey)) }
    return post({ url, json, login: loginOf(login) }, context)
  },
})

/** A group with one alert: Lapwing sends each incident separately. */
function groupFor(alert: Alert, key: string): Record<string, unknown> {
  const labels = labelsOf(alert)
  const annotations = annotationsOf(alert)
  const { url, startedAt, resolvedAt } = alert.incident
  const status = alert.kind === 'resolved' ? 'resolved' : 'firing'
  const endsAt = status === 'resolved' ? (resolvedAt ?? alert.at).toISOString() : zeroTime
  return {
    version: '4',
    groupKey: `{}:{incident=${JSON.stringify(key)}}`,
    truncatedAlerts: 0,
    status,
    groupLabels: { alertname: labels['alertname'] },
    commonLabels: labels,
    commonAnnotations: annotations,
    externalURL: url ? new URL(url).origin : '',
    alerts: [
      {
        status,
        labels,
        annotations,
        startsAt: startedAt.toISOString(),
        endsAt,
        generatorURL: url ?? '',
        fingerprint: createHash('sha256').update(key).digest('hex').slice(0, 16),
      },
    ],
  }
}

/** The zero time of Go. */
const zeroTime = '0001-01-01T00:00:00Z'

/** The labels identify an alert, so they hold nothing that changes while it is open. */
function labelsOf({ test, rule, monitor, incident, organization }: Alert): Record<string, unknown> {
  return filled({
    alertname: cut(oneLine((test ? null : rule?.name) ?? ''), 200) || (test ? 'LapwingTest' : 'LapwingAlert'),
    severity: incident.severity,
    job: 'lapwing',
    instance: monitor && cut(oneLine(monitor.target), 1000),
    monitor: monitor && cut(oneLine(monitor.name), 200),
    monitor_type: monitor?.type,
    organization: cut(oneLine(organization.name), 200),
  })
}

function annotationsOf(alert: Alert): Record<string, unknown> {
  const rest = alert.test
    ? {}
    : {
        expression: alert.rule?.expression,
        root_cause: alert.rootCause,
        root_cause_detail: alert.rootCauseDetail,
        diagnosis: alert.diagnosis,
        expected: alert.expected,
        detected_value: alert.detectedValue,
        resolved_value: alert.resolvedValue,
        resolve_reason: alert.resolveReason,
        resolved_by: alert.resolvedBy,
        confirming_probes: alert.confirmingProbes.join(', '),
      }
  const texts = Object.entries(rest).map(([name, value]) => [name, cut(oneLine(value ?? ''), 1000)])
  return filled({
    summary: cut(title(alert), 300),
    description: cut(message(alert), 2000),
    ...Object.fromEntries(texts),
    incident_url: alert.incident.url,
  })
}
