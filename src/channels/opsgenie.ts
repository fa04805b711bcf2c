import type { Alert } from '../domain/notifying/alert.ts'
import { choice, text } from '../domain/field.ts'
import { receiveOpsgenieWebhook } from './callbacks/opsgenie.ts'
import { defineChannel } from './define.ts'
import { below, secret, serverUrl } from './shared/fields.ts'
import { post } from './shared/post.ts'
import { factsWithin, plainText } from './shared/alert-facts.ts'
import { title } from './shared/alert-text.ts'
import { cut, oneLine } from './shared/escape.ts'

const priorities = ['P1', 'P2', 'P3', 'P4', 'P5'] as const

export const opsgenie = defineChannel({
  type: 'opsgenie',
  title: 'Opsgenie',
  category: 'pager',
  summary:
    'Opens, acknowledges and closes alerts in Opsgenie or Jira Service Management. ' +
    'Add an integration of type "API" to a team and copy its API key.',
  readBy: 'pagers',
  config: {
    api_key: secret({ help: 'API key of the integration', required: true }),
    team: text({ help: "Team that responds; the integration's own if empty", maxLength: 100 }),
    critical_priority: choice(priorities, { help: 'Priority of critical alerts', default: 'P1' }),
    warning_priority: choice(priorities, { help: 'Priority of warnings', default: 'P3' }),
    url: serverUrl({
      help:
        'Address of the API: https://api.eu.opsgenie.com in the EU, ' +
        'https://api.atlassian.com/jsm/ops/integration for Jira Service Management',
      default: 'https://api.opsgenie.com',
    }),
    webhook_secret: secret({
      label: 'Webhook secret',
      help:
        'Secret of your choice that the webhook integration of Opsgenie sends to the callback address, ' +
        'in the header X-Lapwing-Secret',
      minLength: 16,
    }),
  },
  takes: ['firing', 'acknowledged', 'resolved'],
  receive: receiveOpsgenieWebhook,
  send: (alert, config, context) => {
    const headers = { Authorization: `GenieKey ${config.api_key}` }
    if (alert.kind !== 'firing') {
      const action = alert.kind === 'resolved' ? 'close' : 'acknowledge'
      const path = `v2/alerts/${encodeURIComponent(context.dedupKey)}/${action}?identifierType=alias`
      return post({ url: below(config.url, path), headers, json: followUp(alert) }, context)
    }
    const priority = alert.test
      ? 'P5'
      : alert.incident.severity === 'critical'
        ? config.critical_priority
        : config.warning_priority
    const json = { ...opened(alert), alias: context.dedupKey, priority, ...responders(config.team) }
    return post({ url: below(config.url, 'v2/alerts'), headers, json }, context)
  },
})

const source = 'Lapwing'

function followUp(alert: Alert): Record<string, unknown> {
  const by = alert.resolvedBy ? { user: cut(oneLine(alert.resolvedBy), 100) } : {}
  return { source, ...by, note: cut(title(alert), 1000) }
}

function opened(alert: Alert): Record<string, unknown> {
  const { incident, monitor } = alert
  // Details hold at most 8,000 characters in total.
  const details = factsWithin(alert, { short: 150, long: 700 }).map(({ label, value }) => [label, value])
  return {
    message: cut(title(alert), 130),
    description: plainText(alert, 15_000),
    source,
    ...(monitor ? { entity: cut(oneLine(monitor.name), 512) } : {}),
    tags: [incident.severity, ...(monitor ? [monitor.type] : []), ...(incident.flapping ? ['flapping'] : [])],
    details: { ...Object.fromEntries(details), ...(incident.url ? { Incident: incident.url } : {}) },
  }
}

function responders(team: string | undefined): Record<string, unknown> {
  return team ? { responders: [{ type: 'team', name: team }] } : {}
}
