// A maintenance window as it is shown, made and changed.
import { z } from 'zod'
import { ruled } from '../../domain/field.ts'
import { type MaintenanceWindow, recurrences } from '../../domain/maintenance.ts'
import { timeZoneProblem } from '../../domain/schedule/zone.ts'
import { tag } from '../registry/fields/tag.ts'
import { plannedInstant } from '../registry/fields/instant.ts'
import { nameOf } from '../registry/fields/name.ts'

export const maintenanceWindow = z
  .object({
    object: z.literal('maintenance_window'),
    id: z.uuid(),
    name: z.string(),
    description: z.string().nullable(),
    monitor_ids: z.array(z.uuid()),
    monitor_tags: z.array(z.string()),
    starts_at: z.iso.datetime(),
    duration_minutes: z.int(),
    timezone: z.string(),
    recurrence: z.enum(recurrences),
    recurrence_until: z.iso.datetime().nullable(),
    suppress_alerts: z.boolean(),
    exclude_from_sla: z.boolean(),
    enabled: z.boolean(),
    incident_id: z
      .int()
      .nullable()
      .meta({ description: 'The incident that was marked as maintenance, if that made this window' }),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'MaintenanceWindow' })

const fields = {
  name: nameOf(200),
  description: z.string().max(2000).nullable(),
  monitorIds: z.array(z.uuid().toLowerCase()).max(500).meta({
    description:
      'The monitors it covers, beside those with one of its tags. Without monitors and tags it covers the whole organization',
  }),
  monitorTags: z
    .array(tag)
    .max(50)
    .meta({ description: 'It covers every monitor with any of these tags, also those tagged later' }),
  startsAt: plannedInstant.meta({ description: 'When it begins, or began, for the first time' }),
  durationMinutes: z
    .int()
    .min(5)
    .max(43_200)
    .meta({ description: 'Elapsed time: a change of the clocks makes it no longer or shorter' }),
  timezone: ruled(z.string().max(64), timeZoneProblem).meta({
    description: 'The IANA zone whose clocks it recurs by, such as `Europe/Berlin`',
  }),
  recurrence: z
    .enum(recurrences)
    .meta({ description: 'Monthly on the 29th to 31st means the last day of a month that is shorter' }),
  recurrenceUntil: plannedInstant
    .nullable()
    .meta({ description: 'It does not begin again after this moment; null means no end' }),
  suppressAlerts: z.boolean().meta({ description: 'Nobody is told of incidents while it lasts; they still open' }),
  excludeFromSla: z.boolean().meta({ description: 'Uptime and reports leave it out' }),
}

export const createBody = z
  .strictObject({
    ...fields,
    description: fields.description.default(null),
    monitorIds: fields.monitorIds.default([]),
    monitorTags: fields.monitorTags.default([]),
    timezone: fields.timezone.default('UTC'),
    recurrence: fields.recurrence.default('once'),
    recurrenceUntil: fields.recurrenceUntil.default(null),
    suppressAlerts: fields.suppressAlerts.default(true),
    excludeFromSla: fields.excludeFromSla.default(true),
  })
  .meta({ id: 'MaintenanceWindowCreate' })

export const updateBody = z
  .strictObject({ ...fields, enabled: z.boolean() })
  .partial()
  .meta({ id: 'MaintenanceWindowUpdate' })

export const windowExample = {
  object: 'maintenance_window',
  id: '0198c5a2-b3d2-7c10-9f4e-5d6c7b8a9f01',
  name: 'Database upgrade',
  description: 'The shop is read-only meanwhile',
  monitor_ids: ['0198c5a2-9b10-7d21-8c44-2b6f0e9d7a31'],
  monitor_tags: ['team:shop'],
  starts_at: '2026-02-15T01:00:00.000Z',
  duration_minutes: 90,
  timezone: 'Europe/Berlin',
  recurrence: 'weekly',
  recurrence_until: '2026-12-31T23:00:00.000Z',
  suppress_alerts: true,
  exclude_from_sla: true,
  enabled: true,
  incident_id: null,
  created_at: '2026-02-10T09:00:00.000Z',
  updated_at: '2026-02-10T09:00:00.000Z',
}

export function showWindow(window: MaintenanceWindow) {
  return {
    object: 'maintenance_window',
    id: window.id,
    name: window.name,
    description: window.description,
    monitor_ids: window.monitorIds,
    monitor_tags: window.monitorTags,
    starts_at: window.startsAt,
    duration_minutes: window.durationMinutes,
    timezone: window.timezone,
    recurrence: window.recurrence,
    recurrence_until: window.recurrenceUntil,
    suppress_alerts: window.suppressAlerts,
    exclude_from_sla: window.excludeFromSla,
    enabled: window.enabled,
    incident_id: window.incidentId,
    created_at: window.createdAt,
    updated_at: window.updatedAt,
  }
}
