import type { Alert } from '../domain/notifying/alert.ts'
import { text } from '../domain/field.ts'
import { defineChannel } from './define.ts'
import { below, secret, serverUrl } from './shared/fields.ts'
import { loginOf, loginProblems } from './shared/login.ts'
import { post } from './shared/post.ts'
import { annotationsOf, labelsOf } from './shared/prometheus-labels.ts'

export const alertmanagerApi = defineChannel({
  type: 'alertmanager_api',
  title: 'Alertmanager',
  category: 'webhook',
  summary:
    'Sends alerts to your own Prometheus Alertmanager, which groups them and notifies its receivers. ' +
    'Its routes see the labels alertname, severity, job, instance, monitor and organization.',
  readBy: 'programs',
  config: {
    url: serverUrl({ help: 'Address of Alertmanager, such as http://alertmanager:9093', required: true }),
    token: secret({ help: 'Bearer token, if a proxy in front of it requires one' }),
    username: text({ help: 'User, if it requires one', maxLength: 200 }),
    password: secret({ help: 'Password of that user' }),
  },
  examine: loginProblems,
  preview: (alert) => [alertOf(alert)],
  send: (alert, { url, ...login }, context) =>
    post({ url: below(url, 'api/v2/alerts'), json: [alertOf(alert)], login: loginOf(login) }, context),
})

// Without an end, Alertmanager calls an alert resolved after five minutes in which it is not repeated.
const maxOpenMs = 30 * 24 * 3_600_000

function alertOf(alert: Alert): Record<string, unknown> {
  const { url, startedAt, resolvedAt } = alert.incident
  const endsAt = alert.kind === 'resolved' ? (resolvedAt ?? alert.at) : new Date(alert.at.getTime() + maxOpenMs)
  return {
    labels: labelsOf(alert),
    annotations: annotationsOf(alert),
    startsAt: startedAt.toISOString(),
    endsAt: endsAt.toISOString(),
    ...(url && { generatorURL: url }),
  }
}
