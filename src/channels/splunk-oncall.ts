import type { Alert } from '../domain/notifying/alert.ts'
import { defineChannel } from './define.ts'
import { below, secret, serverUrl } from './shared/fields.ts'
import { incidentKey } from './shared/incident-key.ts'
import { type ReceiverResponse, type Objection, jsonIn, post } from './shared/post.ts'
import { details } from './shared/alert-facts.ts'
import { type AlertTone, title, tone } from './shared/alert-text.ts'
import { cut, cutBytes, oneLine } from './shared/escape.ts'

export const splunkOncall = defineChannel({
  type: 'splunk_oncall',
  title: 'Splunk On-Call',
  category: 'pager',
  summary:
    'Opens, acknowledges and resolves incidents in Splunk On-Call (VictorOps). ' +
    'In "Integrations", "3rd Party Integrations" enable "REST - Generic": its URL ends in the API key and ' +
    'the routing key.',
  readBy: 'pagers',
  config: {
    api_key: secret({
      help: "API key: the second-to-last part of the integration's URL",
      required: true,
      maxLength: 100,
      rule: (key) => (/^[\w-]{8,100}$/.test(key) ? null : 'must be letters, digits and dashes'),
    }),
    routing_key: secret({
      help: 'Routing key of the team that responds, from "Settings", "Routing Keys"',
      required: true,
      maxLength: 100,
      rule: (key) => (/^[^\s/?#]+$/.test(key) ? null : 'must not contain spaces or slashes'),
    }),
    url: serverUrl({ help: 'Address of the service', default: 'https://alert.victorops.com' }),
  },
  takes: ['firing', 'acknowledged', 'resolved'],
  send: (alert, { api_key, routing_key, url }, context) => {
    const path = `integrations/generic/20131114/alert/${api_key}/${encodeURIComponent(routing_key)}`
    const json = { ...eventFor(alert), entity_id: incidentKey(alert, context.dedupKey) }
    return post({ url: below(url, path), json, secrets: [api_key, routing_key], objection }, context)
  },
})

/** INFO is added to the timeline and pages nobody. */
const types: Readonly<Record<AlertTone, string>> = {
  critical: 'CRITICAL',
  warning: 'WARNING',
  update: 'INFO',
  acknowledged: 'ACKNOWLEDGEMENT',
  resolved: 'RECOVERY',
  test: 'INFO',
}

function eventFor(alert: Alert): Record<string, unknown> {
  const { incident, monitor, at } = alert
  const since = alert.kind === 'resolved' ? (incident.resolvedAt ?? at) : incident.startedAt
  return {
    message_type: types[tone(alert)],
    entity_display_name: cut(title(alert), 250),
    state_message: cutBytes(details(alert, 15_000), 15_000),
    state_start_time: seconds(since),
    timestamp: seconds(at),
    monitoring_tool: 'Lapwing',
    ...(monitor ? { host_name: cut(oneLine(monitor.target), 500) } : {}),
    ...(alert.kind === 'acknowledged' ? { ack_msg: cut(title(alert), 250) } : {}),
    ...(incident.url ? { 'vo_annotate.u.Incident': incident.url } : {}),
  }
}

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000)

function objection(response: ReceiverResponse): Objection | null {
  const { result, message } = (jsonIn(response) ?? {}) as { result?: unknown; message?: unknown }
  if (response.status >= 300 || result !== 'failure') return null
  return {
    permanent: true,
    message: typeof message === 'string' && message !== '' ? message : 'the event was rejected',
  }
}
