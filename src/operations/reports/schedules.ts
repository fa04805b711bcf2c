// Scheduled reports by email.
import { z } from 'zod'
import type { Cadence } from '../../domain/report/schedule.ts'
import { cadences, nextDue } from '../../domain/report/schedule.ts'
import { Fault } from '../../domain/fault.ts'
import { knownMonitors } from '../../store/monitors/monitors.ts'
import { type LastReportEmails, lastReportEmails } from '../../store/reports/report-emails.ts'
import { type ReportSchedule, putSchedule, reportSchedules } from '../../store/reports/schedules.ts'
import { contactEmail } from '../contacts/contacts.ts'
import { tag } from '../../domain/fields/tag.ts'
import { changesBetween } from '../registry/changes.ts'
import { type CallerContext, defineOperation, ok } from '../registry/define.ts'
import { refuseUnknownIds } from '../registry/unknown-ids.ts'
import { usualTarget } from './report.ts'

const maxRecipients = 5
const moment = z.iso.datetime()

const shown = z.object({
  enabled: z.boolean().meta({ example: true }),
  recipients: z.array(z.string()).meta({ example: ['ada@example.com'] }),
  monitor_ids: z.array(z.uuid()),
  tags: z.array(z.string()).meta({ example: [] }),
  sla_target: z.number().meta({ example: 99.9 }),
  next_at: moment
    .nullable()
    .meta({ description: "At 7:00 in the organization's time zone", example: '2026-02-16T06:00:00.000Z' }),
  last: z
    .object({ due_at: moment, sent: z.int(), errors: z.array(z.string()).meta({ example: [] }) })
    .nullable()
    .meta({ description: 'The result of the latest report' }),
})
const weekDay = z.int().min(1).max(7).meta({ description: 'Monday is 1' })
const monthDay = z.int().min(1).max(28)

const settings = z
  .object({
    object: z.literal('report_settings'),
    daily: shown.meta({
      example: {
        enabled: false,
        recipients: [],
        monitor_ids: [],
        tags: [],
        sla_target: 99.9,
        next_at: null,
        last: null,
      },
    }),
    weekly: shown.extend({ day: weekDay.meta({ example: 1 }) }),
    monthly: shown.extend({ day: monthDay.meta({ example: 1 }) }),
  })
  .meta({ id: 'ReportSettings' })

const fields = {
  enabled: z.boolean(),
  recipients: z.array(contactEmail).max(maxRecipients).optional(),
  monitorIds: z.array(z.uuid().toLowerCase()).max(200).optional(),
  tags: z.array(tag).max(50).optional(),
  slaTarget: z.number().gt(0).max(100).optional(),
}

const wantedSettings = z
  .strictObject({
    daily: z.strictObject(fields).optional(),
    weekly: z.strictObject({ ...fields, day: weekDay.optional() }).optional(),
    monthly: z.strictObject({ ...fields, day: monthDay.optional() }).optional(),
  })
  .meta({ id: 'ReportSettingsUpdate' })

const usualDays: Record<Cadence, number | null> = { daily: null, weekly: 1, monthly: 1 }

export const getReportSchedules = defineOperation({
  id: 'getReportSchedules',
  method: 'GET',
  path: '/reports/schedules',
  tag: 'Reports',
  summary: 'Get the schedules of reports',
  responses: { 200: { description: 'The settings', schema: settings } },
  handle: async (_input, context) => ok(await show(context)),
})

export const updateReportSchedules = defineOperation({
  id: 'updateReportSchedules',
  method: 'PATCH',
  path: '/reports/schedules',
  tag: 'Reports',
  summary: 'Schedule reports by email',
  description:
    'Omitted fields keep their values. Each report covers the previous day, week or month and is sent once to at ' +
    `most ${maxRecipients} addresses.`,
  body: wantedSettings,
  bodyExample: { weekly: { enabled: true, recipients: ['ada@example.com'], day: 1 } },
  faults: ['conflict'],
  responses: { 200: { description: 'The settings', schema: settings } },
  async handle({ body }, context) {
    const { db, caller, now } = context
    const before = await reportSchedules(db, caller.organization.id)
    const { timezone } = caller.organization
    const after = cadences.flatMap((cadence) => {
      const known = before.find((one) => one.cadence === cadence) ?? unsetSchedule(cadence)
      return changedSchedules(known, body, { timezone, now })
    })
    await refuseUnknownMonitors(context, body)
    refuseWrong(context, before, after)
    for (const schedule of after) {
      const known = before.find(({ cadence }) => cadence === schedule.cadence)
      await putSchedule(db, caller.organization.id, schedule)
      const changes = changesBetween(known ? facts(known) : {}, facts(schedule))
      if (Object.keys(changes).length > 0)
        context.record({
          entityType: 'report_schedule',
          entityId: schedule.cadence,
          entityName: `${schedule.cadence} report`,
          action: `report_schedule.${known ? 'updated' : 'created'}`,
          changes,
        })
    }
    return ok(await show(context))
  },
})

export const unsetSchedule = (cadence: Cadence): ReportSchedule => ({
  cadence,
  enabled: false,
  recipients: [],
  monitorIds: [],
  tags: [],
  day: usualDays[cadence],
  slaTarget: usualTarget,
  nextAt: null,
})

function changedSchedules(
  known: ReportSchedule,
  body: z.output<typeof wantedSettings>,
  { timezone, now }: { timezone: string; now: Date },
): ReportSchedule[] {
  const change = body[known.cadence]
  if (!change) return []
  const schedule = { ...known, ...change }
  const recipients = [...new Map(schedule.recipients.map((address) => [address.toLowerCase(), address])).values()]
  const nextAt = schedule.enabled ? nextDue({ ...schedule, timezone }, now) : null
  return [{ ...schedule, recipients, nextAt }]
}

/** Only the ids in this request: deleted monitors from earlier do not matter. */
async function refuseUnknownMonitors(
  { db, caller }: CallerContext,
  body: z.output<typeof wantedSettings>,
): Promise<void> {
  for (const cadence of cadences) {
    const monitorIds = body[cadence]?.monitorIds ?? []
    const known = new Set(await knownMonitors(db, caller.organization.id, monitorIds))
    const unknown = monitorIds.filter((id) => !known.has(id))
    refuseUnknownIds(`${cadence}.monitorIds`, 'monitor', unknown)
  }
}

function refuseWrong(
  { caller, services }: CallerContext,
  before: readonly ReportSchedule[],
  after: readonly ReportSchedule[],
): void {
  const enabled = after.filter((schedule) => schedule.enabled)
  for (const { cadence, recipients } of enabled)
    if (recipients.length === 0) throw new Fault('invalid_request', `${cadence}.recipients: Required while enabled`)
  const { plan, limits } = caller.organization
  const others = before.filter((one) => one.enabled && !after.some(({ cadence }) => cadence === one.cadence))
  const maxCount = limits.scheduled_reports
  if (maxCount >= 0 && enabled.length > 0 && enabled.length + others.length > maxCount)
    throw new Fault(
      'forbidden',
      `The ${plan} plan's limit scheduled_reports is ${maxCount}: disable one or change the plan`,
    )
  if (enabled.length > 0 && services.mail === null)
    throw new Fault('conflict', 'No mail server is configured: set LAPWING_MAIL_URL and LAPWING_MAIL_FROM first')
}

async function show({ db, caller }: CallerContext): Promise<object> {
  const known = await reportSchedules(db, caller.organization.id)
  const last = await lastReportEmails(db, caller.organization.id)
  const one = (cadence: Cadence): object =>
    showSchedule(
      cadence,
      known.find((schedule) => schedule.cadence === cadence),
      last.find((report) => report.cadence === cadence),
    )
  return { object: 'report_settings', daily: one('daily'), weekly: one('weekly'), monthly: one('monthly') }
}

function showSchedule(
  cadence: Cadence,
  schedule: ReportSchedule | undefined,
  last: LastReportEmails | undefined,
): object {
  const day = schedule ? schedule.day : usualDays[cadence]
  return {
    enabled: schedule?.enabled ?? false,
    recipients: schedule?.recipients ?? [],
    monitor_ids: schedule?.monitorIds ?? [],
    tags: schedule?.tags ?? [],
    sla_target: schedule?.slaTarget ?? usualTarget,
    ...(cadence !== 'daily' && { day }),
    next_at: schedule?.nextAt ?? null,
    last: last ? { due_at: last.dueAt, sent: last.sent, errors: last.errors } : null,
  }
}

function facts({ enabled, recipients, monitorIds, tags, day, slaTarget }: ReportSchedule): object {
  return { enabled, recipients, monitor_ids: monitorIds, tags, day, sla_target: slaTarget }
}
