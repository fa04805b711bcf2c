import type { Alert } from '../domain/notifying/alert.ts'
import { text } from '../domain/field.ts'
import { defineChannel } from './define.ts'
import { filled } from './shared/event.ts'
import { below, secret, serverUrl } from './shared/fields.ts'
import { incidentKey } from './shared/incident-key.ts'
import { post } from './shared/post.ts'
import { factsWithin } from './shared/alert-facts.ts'
import { body, title } from './shared/alert-text.ts'
import { cut, escapeMarkdown, oneLine } from './shared/escape.ts'

export const incidentIo = defineChannel({
  type: 'incident_io',
  title: 'incident.io',
  category: 'pager',
  summary:
    'Fires and resolves alerts in incident.io. In "Alerts", "Sources" add a source of type "HTTP": copy ' +
    'its token and the source ID at the end of its URL.',
  readBy: 'pagers',
  config: {
    source_id: text({
      help: 'ID of the alert source: the last part of its URL, such as 01GW2G3V0S59R238FAHPDS1R66',
      required: true,
      maxLength: 64,
      rule: (id) => (/^[\w-]{1,64}$/.test(id) ? null : 'must be the last part of the address, without slashes'),
    }),
    token: secret({ help: 'Token of the alert source, without the word Bearer', required: true }),
    url: serverUrl({ help: 'Address of the API', default: 'https://api.incident.io' }),
  },
  send: (alert, { source_id, token, url }, context) => {
    const json = {
      title: cut(title(alert), 250),
      description: descriptionFor(alert),
      deduplication_key: incidentKey(alert, context.dedupKey),
      status: alert.kind === 'resolved' ? 'resolved' : 'firing',
      ...(alert.incident.url ? { source_url: alert.incident.url } : {}),
      metadata: metadataFor(alert),
    }
    return post(
      { url: below(url, `v2/alert_events/http/${source_id}`), login: { kind: 'bearer', token }, json },
      context,
    )
  },
})

function descriptionFor(alert: Alert): string {
  const facts = factsWithin(alert, { short: 150, long: 700 }, escapeMarkdown).map(
    ({ label, value }) => `- **${label}**: ${value}`,
  )
  return [cut(body(alert), 2000, escapeMarkdown), facts.join('\n')].filter((part) => part !== '').join('\n\n')
}

/** Values for routes and attributes in incident.io. */
function metadataFor({ test, incident, monitor, rule, organization, rootCause }: Alert): Record<string, unknown> {
  return filled({
    severity: incident.severity,
    organization: cut(oneLine(organization.name), 200),
    monitor: monitor && cut(oneLine(monitor.name), 200),
    monitor_type: monitor?.type,
    target: monitor && cut(oneLine(monitor.target), 500),
    rule: rule && cut(oneLine(rule.name), 200),
    root_cause: rootCause && cut(oneLine(rootCause), 100),
    flapping: incident.flapping,
    fire_count: incident.fireCount,
    test: test !== null,
  })
}
