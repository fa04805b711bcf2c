import { createHash } from 'node:crypto'
import type { Alert } from '../domain/notifying/alert.ts'
import { text } from '../domain/field.ts'
import { defineChannel } from './define.ts'
import { hookUrl, secret } from './shared/fields.ts'
import { incidentKey } from './shared/incident-key.ts'
import { loginOf, loginProblems } from './shared/login.ts'
import { post } from './shared/post.ts'
import { annotationsOf, labelsOf } from './shared/prometheus-labels.ts'

export const alertmanager = defineChannel({
  type: 'alertmanager',
  title: 'Webhook like Alertmanager',
  category: 'webhook',
  summary:
    'Posts what Prometheus Alertmanager posts to its webhook receivers (version 4), which many programs understand. ' +
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
