// The schemas of maintenance windows.
import { z } from 'zod'
import { ruled } from '../../domain/field.ts'
import { type MaintenanceWindow, recurrences } from '../../domain/maintenance.ts'
import { timeZoneProblem } from '../../domain/schedule/zone.ts'
import { tag } from '../../domain/fields/tag.ts'
import { describeFields } from '../registry/fields/described.ts'
import { plannedInstant } from '../registry/fields/instant.ts'
import { nameOf } from '../../domain/fields/name.ts'
import { managed } from '../registry/fields/managed.ts'

const moment = z.iso.datetime()

const fields = describeFields({
  name: { schema: nameOf(200), example: 'Database upgrade' },
  description: {
    schema: z.string().max(2000).nullable(),
    default: null,
    example: 'The shop is read-only during this time',
  },
  monitorIds: {
    schema: z
      .array(z.uuid().toLowerCase())
      .max(500)
      .meta({
        description:
          'Monitors it covers, in addition to those with its tags. Without monitors and tags it covers the whole ' +
          'organization',
      }),
    default: [],
  },
  monitorTags: {
    schema: z
      .array(tag)
      .max(50)
      .meta({ description: 'Covers every monitor with any of these tags, including those tagged later' }),
    default: [],
    example: ['team:shop'],
  },
  startsAt: {
    schema: plannedInstant.meta({ description: 'Start of the first occurrence' }),
    shown: moment,
    example: '2026-02-15T01:00:00.000Z',
  },
  durationMinutes: {
    schema: z.int().min(5).max(43_200).meta({ description: 'Elapsed time, not affected by daylight saving changes' }),
    example: 90,
  },
  timezone: {
    schema: ruled(z.string().max(64), timeZoneProblem).meta({
      description: 'The IANA time zone of its recurrence, such as `Europe/Berlin`',
    }),
    default: 'UTC',
    example: 'Europe/Berlin',
  },
  recurrence: {
    schema: z
      .enum(recurrences)
      .meta({ description: 'Monthly on the 29th to 31st means the last day of shorter months' }),
    default: 'once',
    example: 'weekly',
  },
  recurrenceUntil: {
    schema: plannedInstant.nullable().meta({ description: 'No occurrence starts after this time; null means no end' }),
    default: null,
    shown: moment.nullable(),
    example: '2026-12-31T23:00:00.000Z',
  },
  suppressAlerts: {
    schema: z.boolean().meta({ description: 'Send no alerts during the window; incidents still open' }),
    default: true,
    example: true,
  },
  excludeFromSla: {
    schema: z.boolean().meta({ description: 'Exclude the window from uptime and reports' }),
    default: true,
    example: true,
  },
  enabled: { schema: z.boolean(), only: 'update', example: true },
})

export const maintenanceWindow = z
  .object({
    object: z.literal('maintenance_window'),
    id: z.uuid(),
    ...fields.shown,
    incident_id: z.int().nullable().meta({ description: 'The incident that this window marks as maintenance' }),
    managed: managed.optional(),
    created_at: moment,
    updated_at: moment,
  })
  .meta({ id: 'MaintenanceWindow' })

export const createBody = z.strictObject(fields.create).meta({ id: 'MaintenanceWindowCreate' })
export const updateBody = z.strictObject(fields.update).meta({ id: 'MaintenanceWindowUpdate' })

/** The fields of a window that the activity log shows. */
export const facts = fields.show

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
  const { id, incidentId, createdAt, updatedAt } = window
  return {
    object: 'maintenance_window',
    id,
    ...fields.show(window),
    incident_id: incidentId,
    created_at: createdAt,
    updated_at: updatedAt,
  }
}
