// The schemas of maintenance windows.
import { z } from 'zod'
import { ruled } from '../../domain/field.ts'
import { type MaintenanceWindow, recurrences } from '../../domain/maintenance.ts'
import { timeZoneProblem } from '../../domain/schedule/zone.ts'
import { tag } from '../../domain/fields/tag.ts'
import { plannedInstant } from '../registry/fields/instant.ts'
import { nameOf } from '../../domain/fields/name.ts'
import { managed } from '../registry/fields/managed.ts'

export const maintenanceWindow = z
  .object({
    object: z.literal('maintenance_window'),
    id: z.uuid(),
    name: z.string().meta({ example: 'Database upgrade' }),
    description: z.string().nullable().meta({ example: 'The shop is read-only during this time' }),
    monitor_ids: z.array(z.uuid()),
    monitor_tags: z.array(z.string()).meta({ example: ['team:shop'] }),
    starts_at: z.iso.datetime().meta({ example: '2026-02-15T01:00:00.000Z' }),
    duration_minutes: z.int().meta({ example: 90 }),
    timezone: z.string().meta({ example: 'Europe/Berlin' }),
    recurrence: z.enum(recurrences).meta({ example: 'weekly' }),
    recurrence_until: z.iso.datetime().nullable().meta({ example: '2026-12-31T23:00:00.000Z' }),
    suppress_alerts: z.boolean().meta({ example: true }),
    exclude_from_sla: z.boolean().meta({ example: true }),
    enabled: z.boolean().meta({ example: true }),
    incident_id: z.int().nullable().meta({ description: 'The incident that this window marks as maintenance' }),
    managed: managed.optional(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'MaintenanceWindow' })

const fields = {
  name: nameOf(200),
  description: z.string().max(2000).nullable(),
  monitorIds: z
    .array(z.uuid().toLowerCase())
    .max(500)
    .meta({
      description:
        'Monitors it covers, in addition to those with its tags. Without monitors and tags it covers the whole ' +
        'organization',
    }),
  monitorTags: z
    .array(tag)
    .max(50)
    .meta({ description: 'Covers every monitor with any of these tags, including those tagged later' }),
  startsAt: plannedInstant.meta({ description: 'Start of the first occurrence' }),
  durationMinutes: z
    .int()
    .min(5)
    .max(43_200)
    .meta({ description: 'Elapsed time, not affected by daylight saving changes' }),
  timezone: ruled(z.string().max(64), timeZoneProblem).meta({
    description: 'The IANA time zone of its recurrence, such as `Europe/Berlin`',
  }),
  recurrence: z
    .enum(recurrences)
    .meta({ description: 'Monthly on the 29th to 31st means the last day of shorter months' }),
  recurrenceUntil: plannedInstant
    .nullable()
    .meta({ description: 'No occurrence starts after this time; null means no end' }),
  suppressAlerts: z.boolean().meta({ description: 'Send no alerts during the window; incidents still open' }),
  excludeFromSla: z.boolean().meta({ description: 'Exclude the window from uptime and reports' }),
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

/** What a window covers and when, for a plan that is not saved. */
export const planBody = createBody
  .pick({
    monitorIds: true,
    monitorTags: true,
    startsAt: true,
    durationMinutes: true,
    timezone: true,
    recurrence: true,
    recurrenceUntil: true,
  })
  .extend({
    windowId: z
      .uuid()
      .optional()
      .meta({ description: 'The window that the plan changes. Its early ends count while its timing stays the same' }),
  })
  .meta({ id: 'MaintenancePlan' })

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
