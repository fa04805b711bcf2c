// The schemas of the overview.
import { z } from 'zod'
import { causes } from '../../domain/outcome.ts'
import { incidentSeverities, incidentStatuses } from '../../store/incidents/reads.ts'
import { lastPage, nextPage } from '../incidents/next-pages.ts'
import { person } from '../on-call/schema.ts'
import { tooEarlySchema, uptime } from '../../domain/fields/uptime.ts'
import { includedFields } from './included.ts'

const count = z.int().min(0)
const moment = z.iso.datetime()
const counts = { total: count, critical: count, warning: count }

const openIncident = z.object({
  id: z.int(),
  status: z.enum(incidentStatuses),
  severity: z.enum(incidentSeverities),
  message: z.string(),
  diagnosis: z.string(),
  root_cause: z.enum(causes),
  monitor: z.object({ id: z.uuid(), name: z.string(), type: z.string() }).nullable(),
  slo: z
    .object({ id: z.uuid(), name: z.string() })
    .nullable()
    .meta({ description: 'The objective whose error budget burns' }),
  location: z
    .object({ id: z.uuid(), name: z.string() })
    .nullable()
    .meta({ description: 'The location whose silence leaves monitors unchecked' }),
  started_at: moment,
  failing_since: moment,
  acknowledged_at: moment.nullable(),
  acknowledged_by: z.string().nullable().meta({ description: 'Who acknowledged it' }),
  flapping: z.boolean(),
  seen_from: z.array(z.string()).meta({ description: 'Names of the locations that currently see it' }),
  locations: count.meta({ description: 'Number of locations that check the monitor; 0 if it is not probed' }),
  last_page: lastPage.nullable(),
  next_page: nextPage.nullable().meta({ description: 'Null if nobody will be paged' }),
  fold: z
    .object({ shared: z.string(), incident_ids: z.array(z.int()) })
    .nullable()
    .meta({
      description: 'Incidents that started together and share an address, host or tag; this one stands for them',
    }),
  bars: z.string().length(30).meta({ description: 'The last hour, a character for two minutes: `u g d m n`' }),
})

const confirming = z.object({
  monitor: z.object({ id: z.uuid(), name: z.string() }),
  rule: z.object({ id: z.uuid(), name: z.string() }),
  severity: z.enum(incidentSeverities),
  streak: count.meta({ description: 'Violating checks in a row' }),
  threshold: count.meta({ description: 'Number of violations that open an incident' }),
  since: moment,
  seen_from: z.array(z.string()),
  next_from: z.string().nullable(),
  next_check_at: moment.nullable(),
})

const onCall = z.object({
  schedule: z.object({ id: z.int(), name: z.string() }),
  user: person.nullable(),
  until: moment.nullable().meta({ description: 'Null if that is weeks away or nobody is on call' }),
  next: person.extend({ starts_at: moment }).nullable(),
})

const change = z.object({
  id: z.uuid(),
  action: z.string(),
  entity_type: z.string(),
  entity_id: z.string().nullable(),
  entity_name: z.string().nullable(),
  actor: z.string().nullable(),
  created_at: moment,
})

export const overview = z
  .object({
    object: z.literal('overview'),
    monitors: z.object({
      total: count,
      up: count,
      degraded: count,
      down: count,
      paused: count,
      unknown: count,
      in_maintenance: count.meta({ description: 'Monitors in maintenance, in any state' }),
      health_score: z.int(),
    }),
    maintenance: z.array(z.object({ id: z.uuid(), name: z.string(), ends_at: moment })),
    incidents: z.object({
      open: count.meta({ description: 'A monitor with several incidents counts once' }),
      firing: count,
      acknowledged: count,
      critical: count.meta({ description: 'Firing or acknowledged' }),
      began_with: z.object({ incident_id: z.int(), name: z.string(), failing_since: moment }).nullable(),
      shown: z.array(openIncident).meta({ description: 'At most 5 lines: critical ones first, then the oldest' }),
    }),
    confirming: z.object({ total: count, shown: z.array(confirming) }),
    strip: z.object({
      uptime_24h: uptime,
      too_early_seconds: tooEarlySchema,
      incidents_24h: z.object(counts),
      mtta_seconds_7d: z.int().nullable(),
      mttr_seconds_7d: z.int().nullable(),
      deliveries_24h: z.object({ total: count, sent: count, failed: count }),
    }),
    on_call: z.array(onCall),
    changes: z.array(change).meta({ description: 'The latest changes, newest first' }),
    incidents_by_day: z.array(z.object({ day: moment, ...counts })).meta({ description: 'Seven UTC days' }),
    least_steady: z
      .array(
        z.object({
          monitor: z.object({ id: z.uuid(), name: z.string(), type: z.string() }),
          incidents: count,
          downtime_seconds: count,
          flapping: z.boolean(),
        }),
      )
      .meta({ description: 'Over the last seven days, the worst first' }),
    watching: z.object({ ok: z.boolean(), problems: z.array(z.object({ code: z.string(), message: z.string() })) }),
    generated_at: moment,
    ...includedFields,
  })
  .meta({ id: 'Overview' })
