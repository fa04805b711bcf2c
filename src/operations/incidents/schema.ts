// An incident as it is shown.
import { z } from 'zod'
import { causes } from '../../domain/outcome.ts'
import { incidentSeverities, incidentStatuses } from '../../store/incidents/reads.ts'
import { example as monitorExample } from '../monitors/schema.ts'
import { numberId } from '../registry/fields/number-id.ts'

const named = z.object({ id: z.uuid(), name: z.string() })

const falsePositive = z.object({
  reason: z.string(),
  reported_by: z.string(),
  reported_at: z.iso.datetime(),
  exclude_from_sla: z.boolean(),
  mute_location_id: z.uuid().nullable(),
})

export const incident = z
  .object({
    object: z.literal('incident'),
    id: z.int(),
    status: z.enum(incidentStatuses),
    severity: z.enum(incidentSeverities),
    message: z.string(),
    monitor: named.nullable().meta({ description: 'Null when it was deleted, or the incident is of an objective' }),
    slo: named.nullable().meta({ description: 'The objective whose budget burns; null for the incident of a monitor' }),
    rule: named.nullable().meta({ description: 'The alert rule that opened it; null when it was deleted' }),
    rule_version: z.int().meta({ description: 'Of the rule when the incident opened' }),
    started_at: z.iso.datetime().meta({ description: 'When it was confirmed' }),
    failing_since: z.iso.datetime().meta({ description: 'When the first of the checks that confirmed it was made' }),
    acknowledged_at: z.iso.datetime().nullable(),
    acknowledged_by: z.string().nullable(),
    resolved_at: z.iso.datetime().nullable(),
    resolve_reason: z
      .string()
      .nullable()
      .meta({ description: 'Null when checks recovered: why it was closed without that' }),
    resolved_by: z.string().nullable().meta({ description: 'Null when checks recovered: who closed it' }),
    resolve_requested_at: z.iso.datetime().nullable().meta({ description: 'When a person asked for its end' }),
    fire_count: z.int().meta({ description: 'How often it has been told of: 1, and one more with each reminder' }),
    flapping: z.boolean().meta({ description: 'Its rule opened and closed again and again within an hour' }),
    root_cause: z.enum(causes),
    root_cause_detail: z.string().nullable().meta({ description: 'What the check said' }),
    diagnosis: z.string().meta({ description: 'What it probably means, in plain words' }),
    expected: z.string(),
    detected_value: z.string(),
    resolved_value: z.string().nullable(),
    confirming_locations: z
      .array(z.string())
      .meta({ description: 'The names of the locations that saw it when it opened' }),
    maintenance_window_id: z
      .uuid()
      .nullable()
      .meta({ description: 'The window that it was marked as maintenance with' }),
    false_positive: falsePositive.nullable().meta({ description: 'Somebody reported that nothing was wrong' }),
  })
  .meta({ id: 'Incident' })

export const params = z.object({ id: numberId })

export const example = {
  object: 'incident',
  id: 42,
  status: 'firing',
  severity: 'critical',
  message: 'Shop is down: connection refused by 192.0.2.1:443',
  monitor: { id: monitorExample.id, name: 'Shop' },
  slo: null,
  rule: { id: '0198c5a2-a0c1-7b7e-9d10-6e5f4a3b2c1d', name: 'Availability Check' },
  rule_version: 1,
  started_at: '2026-02-11T08:12:44.120Z',
  failing_since: '2026-02-11T08:12:22.517Z',
  acknowledged_at: null,
  acknowledged_by: null,
  resolved_at: null,
  resolve_reason: null,
  resolved_by: null,
  resolve_requested_at: null,
  fire_count: 1,
  flapping: false,
  root_cause: 'connect',
  root_cause_detail: 'connection refused by 192.0.2.1:443',
  diagnosis:
    'The server cannot be reached or refuses connections. Check whether it is running, whether the service is ' +
    'listening, and whether a firewall blocks Lapwing. Confirmed from 2 locations.',
  expected: 'the check succeeds',
  detected_value: 'connection refused by 192.0.2.1:443',
  resolved_value: null,
  confirming_locations: ['Frankfurt', 'New York'],
  maintenance_window_id: null,
  false_positive: null,
}

export const acknowledgedExample = {
  ...example,
  status: 'acknowledged',
  acknowledged_at: '2026-02-11T08:15:02.330Z',
  acknowledged_by: 'Ada',
}

export const resolvedExample = {
  ...acknowledgedExample,
  status: 'resolved',
  resolved_at: '2026-02-11T08:41:09.004Z',
  resolved_value: 'the check succeeded',
}
