import type { Alert } from '../domain/notifying/alert.ts'
import { defineChannel } from './define.ts'
import { filled } from './shared/event.ts'
import { hookUrl } from './shared/fields.ts'
import { incidentKey } from './shared/incident-key.ts'
import { post } from './shared/post.ts'
import { details } from './shared/alert-facts.ts'
import { title } from './shared/alert-text.ts'
import { cut, oneLine } from './shared/escape.ts'

export const grafanaOncall = defineChannel({
  type: 'grafana_oncall',
  title: 'Grafana OnCall',
  category: 'pager',
  summary:
    'Opens and resolves alert groups in Grafana OnCall or Grafana IRM. ' +
    'In "Integrations" choose "New integration", "Formatted webhook", and copy its URL.',
  readBy: 'pagers',
  config: {
    url: hookUrl({
      help:
        'Address of the integration, such as ' +
        'https://oncall-prod-….grafana.net/oncall/integrations/v1/formatted_webhook/…/',
    }),
  },
  send: (alert, { url }, context) => {
    const json = { alert_uid: incidentKey(alert, context.dedupKey), ...alertFor(alert) }
    return post({ url, json }, context)
  },
})

/** OnCall reads the first four fields; your routes and templates can read the others. */
function alertFor(alert: Alert): Record<string, unknown> {
  const { kind, incident, monitor, organization, test } = alert
  return filled({
    title: cut(title(alert), 250),
    state: kind === 'resolved' ? 'ok' : 'alerting',
    message: details(alert, 8000),
    link_to_upstream_details: incident.url,
    severity: incident.severity,
    monitor: monitor && cut(oneLine(monitor.name), 200),
    monitor_type: monitor?.type,
    target: monitor && cut(oneLine(monitor.target), 500),
    organization: cut(oneLine(organization.name), 200),
    test: test !== null,
  })
}
