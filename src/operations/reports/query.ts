// What a report is asked for with, and which time that is.
import { z } from 'zod'
import type { Organization } from '../../domain/caller.ts'
import { Fault } from '../../domain/fault.ts'
import { ruled } from '../../domain/field.ts'
import { type Period, daysBetween, lastDays, monthAt, monthOf } from '../../domain/report/period.ts'
import { timeZoneProblem } from '../../domain/schedule/zone.ts'
import { tag } from '../registry/fields/tag.ts'

const day = 86_400_000
const rolling = { '7d': 7, '30d': 30, '90d': 90 } as const
const maxDays = 400

/** More than these are left out, as the contract has it. */
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

const edge = z.union([z.iso.date(), z.iso.datetime({ offset: true })]).optional()
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
  period: z
    .enum(['7d', '30d', '90d', 'month', 'custom'])
    .optional()
    .meta({ description: 'Days end now; `month` is this one unless `month` names another', default: '30d' }),
  from: edge.meta({ description: 'For `custom`: the first day, or a moment' }),
  to: edge.meta({ description: 'For `custom`: the last day, which is included, or a moment' }),
  month: month.meta({ description: 'Such as `2026-10`', type: 'string' }),
  monitor_ids: firstOf(maxMonitors, z.uuid().toLowerCase()).meta({
    description: `Only these and those with one of the tags; the first ${maxMonitors} are used`,
  }),
  tags: firstOf(maxTags, tag).meta({ description: `The first ${maxTags} are used` }),
  format: z.enum(formats).default('json').meta({ description: 'What it comes as' }),
  timezone: ruled(z.string().max(64), timeZoneProblem).optional().meta({
    description: 'The zone whose days and months it is about; the organization’s when left out',
  }),
  sla_target: percent.meta({ description: 'Percent' }),
})

type ReportQuery = z.output<typeof reportQuery>

/** The time that is asked for, if it can be told and the plan has it. */
export function periodOf(asked: ReportQuery, organization: Organization, now: Date): Period {
  const period = chosenPeriod(asked, asked.timezone ?? organization.timezone, now)
  if (period.from >= period.to) throw new Fault('invalid_request', 'to: must be after from')
  if (period.from > now) throw new Fault('invalid_request', 'from: is still to come; there is nothing to report yet')
  if (period.to.getTime() - period.from.getTime() > (maxDays + 1) * day)
    throw new Fault('invalid_request', `to: a report is about ${maxDays} days at most`)
  refuseBeyondPlan(asked, period, { organization, now })
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
  if (maxDays === 0 && format !== 'json') refuse('custom_report_range_days is 0: reports come as JSON only')
  const days = Math.round((period.to.getTime() - period.from.getTime()) / day)
  if ((name === 'custom' || from !== undefined) && maxDays >= 0 && days > maxDays)
    refuse(`custom_report_range_days is ${maxDays}: ask for a shorter time or change the plan`)
  const kept = limits.incident_retention_days
  if (kept >= 0 && now.getTime() - period.from.getTime() > (kept + 1) * day)
    refuse(`incident_retention_days is ${kept}: what happened before is forgotten, so ask for a later time`)
}
