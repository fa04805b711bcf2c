// The schemas of incidents.
import { z } from 'zod'
import { causes } from '../../domain/outcome.ts'
import { incidentSeverities, incidentStatuses } from '../../store/incidents/reads.ts'
import { exampleId } from '../registry/fields/example.ts'
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
    id: z.int().meta({ example: 42 }),
    status: z.enum(incidentStatuses).meta({ example: 'firing' }),
    severity: z.enum(incidentSeverities).meta({ example: 'critical' }),
    message: z.string().meta({ example: 'Shop is down: connection refused by 192.0.2.1:443' }),
    monitor: named.nullable().meta({
      description: 'Null if it was deleted, or the incident is about an objective or a location',
      example: { id: exampleId, name: 'Shop' },
    }),
    slo: named.nullable().meta({ description: 'The objective whose error budget burns; null for other incidents' }),
    location: named
      .nullable()
      .meta({ description: 'The location whose silence leaves monitors unchecked; null for other incidents' }),
    rule: named.nullable().meta({
      description: 'The alert rule that opened it; null if it was deleted',
      example: { id: '0198c5a2-a0c1-7b7e-9d10-6e5f4a3b2c1d', name: 'Availability Check' },
    }),
    rule_version: z.int().meta({ description: 'Version of the rule when the incident opened' }),
    started_at: z.iso.datetime().meta({ description: 'When it was confirmed', example: '2026-02-11T08:12:44.120Z' }),
    failing_since: z.iso
      .datetime()
      .meta({ description: 'Time of the first failed check', example: '2026-02-11T08:12:22.517Z' }),
    acknowledged_at: z.iso.datetime().nullable(),
    acknowledged_by: z.string().nullable(),
    assignee: named.nullable().meta({ description: 'The user who works on it' }),
    resolved_at: z.iso.datetime().nullable(),
    resolve_reason: z
      .string()
      .nullable()
      .meta({ description: 'Why it was closed without a recovery; null if checks recovered' }),
    resolved_by: z.string().nullable().meta({ description: 'Who closed it; null if checks recovered' }),
    resolve_requested_at: z.iso.datetime().nullable().meta({ description: 'When a user resolved it' }),
    fire_count: z.int().meta({ description: 'Number of notifications: 1, plus one per reminder' }),
    flapping: z.boolean().meta({ description: 'Its rule fired repeatedly within an hour' }),
    root_cause: z.enum(causes).meta({ example: 'connect' }),
    root_cause_detail: z
      .string()
      .nullable()
      .meta({ description: 'The error of the check', example: 'connection refused by 192.0.2.1:443' }),
    diagnosis: z.string().meta({
      description: 'The probable meaning, in plain words',
      example:
        'The server cannot be reached or refuses connections. Check whether it is running, whether the service is ' +
        'listening, and whether a firewall blocks Lapwing. Confirmed from 2 locations.',
    }),
    expected: z.string().meta({ example: 'the check succeeds' }),
    detected_value: z.string().meta({ example: 'connection refused by 192.0.2.1:443' }),
    resolved_value: z.string().nullable(),
    confirming_locations: z
      .array(z.string())
      .meta({ description: 'Names of the locations that confirmed it', example: ['Frankfurt', 'New York'] }),
    affected_by: z
      .object({ incident_id: z.int(), monitor: named.nullable() })
      .nullable()
      .meta({ description: 'The incident of a monitor that its monitor depends on, which explains it' }),
    affected_monitors: z
      .int()
      .meta({ description: 'How many monitors that depend on its monitor it explains', example: 0 }),
    vendor_reports: z
      .array(
        z.object({
          vendor: z.string().meta({ description: 'A slug of `GET /third-party-services`', example: 'cloudflare' }),
          title: z.string().meta({ example: 'Elevated errors in Frankfurt' }),
          url: z.url().nullable().meta({ example: 'https://stspg.io/b5w3k1' }),
          started_at: z.iso.datetime().meta({ example: '2026-02-11T08:03:00.000Z' }),
          ended_at: z.iso.datetime().nullable().meta({ description: 'When it was seen to be over' }),
        }),
      )
      .meta({ description: 'What vendors that its monitor depends on reported while it was open' }),
    deployment: z
      .object({
        id: z.uuid(),
        service: z.string().meta({ example: 'shop' }),
        version: z.string().nullable().meta({ example: '1.4.2' }),
        environment: z.string().nullable().meta({ example: 'production' }),
        link: z.string().nullable().meta({ example: 'https://ci.example.com/runs/1042' }),
        deployed_by: z.string().nullable().meta({ example: 'ada' }),
        deployed_at: z.iso.datetime(),
      })
      .nullable()
      .meta({ description: 'The latest deployment that concerns its monitor, within 30 minutes before it failed' }),
    maintenance_window_id: z.uuid().nullable().meta({ description: 'The window that marks it as maintenance' }),
    false_positive: falsePositive.nullable().meta({ description: 'The report that marks it as a false positive' }),
  })
  .meta({ id: 'Incident' })

export const params = z.object({ id: numberId })

export const acknowledgedExample = {
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
