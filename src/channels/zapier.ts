import type { Alert } from '../domain/notifying/alert.ts'
import { defineChannel } from './define.ts'
import { eventAgent, eventOf, filled } from './shared/event.ts'
import { hookUrl } from './shared/fields.ts'
import { post } from './shared/post.ts'

export const zapier = defineChannel({
  type: 'zapier',
  title: 'Zapier',
  category: 'webhook',
  summary:
    'Posts every incident event as one flat JSON object to a hook of Zapier, Make, n8n or IFTTT. ' +
    'In Zapier: "Webhooks by Zapier", "Catch Hook", copy the address.',
  readBy: 'programs',
  isWebhook: true,
  config: {
    url: hookUrl({
      help: 'URL of the hook, such as https://hooks.zapier.com/hooks/catch/123456/abcdef. Anyone who has it can post.',
    }),
  },
  preview: flat,
  send: (alert, { url }, context) => post({ url, headers: { 'User-Agent': eventAgent }, json: flat(alert) }, context),
})

function flat(alert: Alert): Record<string, unknown> {
  const { event, timestamp, test, incident, enrichment = {} } = eventOf(alert)
  const { id, ...about } = incident
  return filled({
    event,
    timestamp,
    test,
    incident_id: id,
    ...about,
    target: enrichment['monitor_target'],
    probe_type: enrichment['monitor_type'],
    expression: alert.test ? null : alert.rule?.expression,
    job_name: enrichment['monitor_name'],
    diagnosis: enrichment['diagnosis'],
    friendly_expected: enrichment['friendly_expected'],
    detected_value: enrichment['detected_value'],
    resolved_value: enrichment['resolved_value'],
    resolve_reason: enrichment['resolve_reason'],
    resolved_by: enrichment['resolved_by'],
    confirming_probes: alert.test ? null : alert.confirmingProbes.join(', '),
    rule_version: enrichment['rule_version'],
    incident_url: enrichment['incident_url'],
  })
}
