// The query of a report, and its period.
import { z } from 'zod'
import type { Organization } from '../../domain/caller.ts'
import { Fault } from '../../domain/fault.ts'
import { ruled } from '../../domain/field.ts'
import { type Period, daysBetween, lastDays, monthAt, monthOf } from '../../domain/report/period.ts'
import { timeZoneProblem } from '../../domain/schedule/zone.ts'
import { tag } from '../../domain/fields/tag.ts'
import { writtenInstant } from '../registry/fields/instant.ts'

const day = 86_400_000
const rolling = { '7d': 7, '30d': 30, '90d': 90 } as const
const maxDays = 400

/** Further monitors are ignored, as specified. */
const maxMonitors = 200
const maxTags = 50

const firstOf = <Word extends z.ZodType<unknown, string>>(maxCount: number, word: Word) =>
  z
    .string()
    .min(1)
    .max(20_000)
    .transform((text) => text.split(',').slice(0, maxCount))
    .pipe(z.array(word))
    .optional()
    .meta({ type: 'string' })

const edge = z
  .union([z.iso.date({ abort: true }), writtenInstant], {
    error: 'must be a date such as 2026-11-01, or a time with an offset such as 2026-11-01T10:00Z',
  })
  .optional()
const month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-10')
  .optional()

const percent = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,4})?$/, 'must be a number such as 99.9')
  .transform(Number)
  .refine((value) => value > 0 && value <= 100, 'must be more than 0 and at most 100')
  .optional()
  .meta({ type: 'number', exclusiveMinimum: 0, maximum: 100, default: 99.9 })

export const formats = ['json', 'csv', 'html', 'pdf'] as const

export const reportQuery = z.object({
  period: z.enum(['7d', '30d', '90d', 'month', 'custom']).optional().meta({
    description: 'Periods of days end now; `month` is the current month unless `month` is set',
    default: '30d',
  }),
  from: edge.meta({ description: 'For `custom`: the first day, or a time' }),
  to: edge.meta({ description: 'For `custom`: the last day (inclusive), or a time' }),
  month: month.meta({ description: 'Such as `2026-10`', type: 'string' }),
  monitor_ids: firstOf(maxMonitors, z.uuid().toLowerCase()).meta({
    description: `Only these monitors and those with one of the tags; at most ${maxMonitors} are used`,
  }),
  tags: firstOf(maxTags, tag).meta({ description: `At most ${maxTags} are used` }),
  format: z.enum(formats).default('json').meta({ description: 'Format of the report' }),
  timezone: ruled(z.string().max(64), timeZoneProblem).optional().meta({
    description: "Time zone of days and months; the organization's if omitted",
  }),
  sla_target: percent.meta({ description: 'Percent' }),
})

type ReportQuery = z.output<typeof reportQuery>

/** The requested period; throws if it is invalid or beyond the plan. */
export function periodOf(query: ReportQuery, organization: Organization, now: Date): Period {
  const period = chosenPeriod(query, query.timezone ?? organization.timezone, now)
  if (period.from >= period.to) throw new Fault('invalid_request', 'to: must be after from')
  if (period.from > now) throw new Fault('invalid_request', 'from: must be in the past')
  if (period.to.getTime() - period.from.getTime() > (maxDays + 1) * day)
    throw new Fault('invalid_request', `to: must be at most ${maxDays} days after from`)
  refuseBeyondPlan(query, period, { organization, now })
  return period
}

function chosenPeriod({ period, from, to, month }: ReportQuery, timezone: string, now: Date): Period {
  const isCustom = period === 'custom' || (period === undefined && (from !== undefined || to !== undefined))
  if (!isCustom && (from !== undefined || to !== undefined))
    throw new Fault('invalid_request', 'from: only with period=custom')
  if (month !== undefined && period !== undefined && period !== 'month')
    throw new Fault('invalid_request', 'month: only with period=month')
  if (isCustom) return customPeriod(from, to, timezone)
  if (period === 'month' || month !== undefined) return monthOf(month ?? monthAt(now, timezone), timezone)
  return lastDays(rolling[period ?? '30d'], { now, timezone })
}

function customPeriod(from: string | undefined, to: string | undefined, timezone: string): Period {
  if (from === undefined || to === undefined)
    throw new Fault('invalid_request', `${from === undefined ? 'from' : 'to'}: Required with period=custom`)
  const isDate = (text: string): boolean => text.length === 10
  return {
    from: isDate(from) ? daysBetween(from, from, timezone).from : new Date(from),
    to: isDate(to) ? daysBetween(to, to, timezone).to : new Date(to),
    timezone,
  }
}

function refuseBeyondPlan(
  { period: name, from, format }: ReportQuery,
  period: Period,
  { organization: { plan, limits }, now }: { organization: Organization; now: Date },
): void {
  const maxDays = limits.custom_report_range_days
  const refuse = (what: string): never => {
    throw new Fault('forbidden', `The ${plan} plan's limit ${what}`)
  }
  if (maxDays === 0 && format !== 'json') refuse('custom_report_range_days is 0: reports are only available as JSON')
  const days = Math.round((period.to.getTime() - period.from.getTime()) / day)
  if ((name === 'custom' || from !== undefined) && maxDays >= 0 && days > maxDays)
    refuse(`custom_report_range_days is ${maxDays}: request a shorter period or change the plan`)
  const retentionDays = limits.incident_retention_days
  if (retentionDays >= 0 && now.getTime() - period.from.getTime() > (retentionDays + 1) * day)
    refuse(`incident_retention_days is ${retentionDays}: earlier data was deleted, so request a later period`)
}
