import type { Alert } from '../domain/notifying/alert.ts'
import { receivePagerDutyWebhook } from './callbacks/pagerduty.ts'
import { defineChannel } from './define.ts'
import { below, secret, serverUrl } from './shared/fields.ts'
import { post } from './shared/post.ts'
import { factsWithin } from './shared/alert-facts.ts'
import { body, title } from './shared/alert-text.ts'
import { cut, oneLine } from './shared/escape.ts'

export const pagerduty = defineChannel({
  type: 'pagerduty',
  title: 'PagerDuty',
  category: 'pager',
  summary:
    'Triggers, acknowledges and resolves alerts in PagerDuty. ' +
    'Add the integration "Events API V2" to a service and copy its integration key.',
  readBy: 'pagers',
  config: {
    routing_key: secret({
      help: 'Integration key of the service: 32 letters and digits',
      required: true,
      rule: (key) => (/^[\w-]{32}$/.test(key) ? null : 'must be an integration key of 32 letters and digits'),
    }),
    url: serverUrl({
      help: 'Address of the Events API; https://events.eu.pagerduty.com in the EU',
      default: 'https://events.pagerduty.com',
    }),
    webhook_secret: secret({
      label: 'Webhook secret',
      help: 'Secret of a webhook in PagerDuty that reports acknowledged and resolved incidents to the callback address',
    }),
    api_key: secret({
      label: 'REST API key',
      help: 'Read-only REST API key, which finds the alerts of incidents that the webhook reports',
    }),
    api_url: serverUrl({
      label: 'Address of the REST API',
      help: 'Address of the REST API; https://api.eu.pagerduty.com in the EU',
      default: 'https://api.pagerduty.com',
    }),
  },
  takes: ['firing', 'acknowledged', 'resolved'],
  preview: eventFor,
  receive: receivePagerDutyWebhook,
  send: (alert, { routing_key, url }, context) => {
    const json = { routing_key, dedup_key: context.dedupKey, ...eventFor(alert) }
    return post({ url: below(url, 'v2/enqueue'), json, secrets: [routing_key] }, context)
  },
})

const actions = { firing: 'trigger', acknowledged: 'acknowledge', resolved: 'resolve' } as const

function eventFor(alert: Alert): Record<string, unknown> {
  return { event_action: actions[alert.kind], ...(alert.kind === 'firing' ? triggered(alert) : {}) }
}

function triggered(alert: Alert): Record<string, unknown> {
  const { incident, monitor, organization, rootCause } = alert
  const details = factsWithin(alert, { short: 500, long: 5000 }).map(({ label, value }) => [label, value])
  return {
    payload: {
      summary: cut(title(alert), 1024),
      source: cut(oneLine(monitor?.target ?? '') || 'Lapwing', 1024),
      severity: alert.test ? 'info' : incident.severity,
      timestamp: incident.startedAt.toISOString(),
      ...(monitor ? { component: cut(oneLine(monitor.name), 255) } : {}),
      group: cut(oneLine(organization.name), 255),
      ...(rootCause ? { class: rootCause } : {}),
      custom_details: { Message: cut(body(alert), 5000), ...Object.fromEntries(details) },
    },
    client: 'Lapwing',
    ...(incident.url ? { client_url: incident.url, links: [{ href: incident.url, text: 'View incident' }] } : {}),
  }
}
