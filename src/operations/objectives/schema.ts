// The schemas of objectives.
import { z } from 'zod'
import type { ObjectiveStanding } from '../../alerting/objectives.ts'
import { burnSeverities, objectiveState, objectiveStates, objectiveWindows } from '../../domain/objective/objective.ts'
import type { Objective, ObjectiveDraft } from '../../store/objectives/objectives.ts'
import { nameOf } from '../../domain/fields/name.ts'
import { managed } from '../registry/fields/managed.ts'
import { describeFields } from '../registry/fields/described.ts'
import { uptime } from '../../domain/fields/uptime.ts'

const moment = z.iso.datetime()
const severity = z.enum(burnSeverities)
const rate = z.object({
  long: z.number(),
  short: z.number(),
  threshold: z.number().meta({ description: 'The burn rate that both must reach' }),
})

const fields = describeFields({
  name: { schema: nameOf(100), example: 'Shop availability' },
  monitorIds: { schema: z.array(z.uuid().toLowerCase()).max(200), default: [] },
  monitorTags: { schema: z.array(z.string().min(1).max(32)).max(50), default: [], example: ['team:shop'] },
  target: {
    schema: z.number().gt(0).lt(100).meta({ description: 'Percent of time, such as 99.9' }),
    shown: z.number().meta({ description: 'Percent of time' }),
    example: 99.9,
  },
  window: {
    schema: z
      .enum(objectiveWindows)
      .meta({ description: "The last days, or the calendar month in the organization's time zone" }),
    default: '30d',
    example: '30d',
  },
  burnRateAlerts: {
    schema: z
      .strictObject({ fast: severity.default('critical'), slow: severity.default('warning') })
      .meta({ description: 'Severity of the incident if the budget burns too fast; `off` opens none' }),
    default: { fast: 'critical', slow: 'warning' },
    shown: z.object({
      fast: severity.meta({ example: 'critical' }),
      slow: severity.meta({ example: 'warning' }),
    }),
  },
  contactGroupIds: {
    schema: z.array(z.uuid().toLowerCase()).max(50),
    default: [],
    shown: z.array(z.uuid()).meta({ description: 'Groups to notify; empty for the default group' }),
  },
})

export const createBody = z.strictObject(fields.create).meta({ id: 'SloCreate' })
export const updateBody = z.strictObject(fields.update).meta({ id: 'SloUpdate' })

/** The fields of an objective that the activity log shows. */
export const facts = ({ alerts, ...draft }: ObjectiveDraft): object => fields.show({ ...draft, burnRateAlerts: alerts })

export const slo = z
  .object({
    object: z.literal('slo'),
    id: z.uuid(),
    ...fields.shown,
    monitors: z.int().meta({ description: 'Number of monitors it currently covers' }),
    period: z.object({
      from: moment.meta({ example: '2026-01-12T08:12:44.120Z' }),
      to: moment.meta({ example: '2026-02-11T08:12:44.120Z' }),
    }),
    monitored_seconds: z.int().meta({ description: 'Sum over all its monitors', example: 10_368_000 }),
    uptime_percent: uptime.meta({ example: 99.9753 }),
    state: z.enum(objectiveStates).meta({
      description: '`too_early` until its monitors were monitored for a day, or a tenth of the window',
      example: 'met',
    }),
    error_budget: z
      .object({
        total_seconds: z
          .int()
          .meta({ description: 'Downtime that the target allows in the monitored time', example: 10_368 }),
        consumed_seconds: z.int().meta({ example: 2558 }),
        remaining_seconds: z.int().meta({ description: 'Negative if the budget is exceeded', example: 7810 }),
        remaining_percent: z
          .number()
          .nullable()
          .meta({ description: 'Null while it is too early to judge', example: 75.328 }),
        burn_rate: z.number().nullable().meta({ description: '1 uses exactly the budget', example: 0.247 }),
      })
      .meta({ description: 'Sum over all its monitors' }),
    burn_rates: z
      .object({
        fast: rate.meta({ example: { long: 0, short: 0, threshold: 14.4 } }),
        slow: rate.meta({ example: { long: 1.2, short: 0, threshold: 6 } }),
      })
      .meta({ description: 'Fast uses one hour and five minutes, slow uses six hours and thirty minutes' }),
    burning: z
      .enum(['fast', 'slow'])
      .nullable()
      .meta({ description: 'As of the latest evaluation, at most a minute ago' }),
    managed,
    created_at: moment,
    updated_at: moment,
  })
  .meta({ id: 'Slo' })

const seconds = (ms: number): number => Math.round(ms / 1000)
const thousandths = (value: number): number => Math.round(value * 1000) / 1000

export function showObjective(objective: Objective, standing: ObjectiveStanding): object {
  const { budget, rates } = standing
  const showRate = ({ long, short, threshold }: ObjectiveStanding['rates']['fast']) => ({
    long: thousandths(long),
    short: thousandths(short),
    threshold: thousandths(threshold),
  })
  return {
    object: 'slo',
    id: objective.id,
    ...facts(objective),
    monitors: standing.monitors,
    period: { from: standing.from, to: standing.to },
    monitored_seconds: seconds(standing.monitoredMs),
    uptime_percent: standing.uptime,
    state: objectiveState(standing.verdict, objective.burning),
    error_budget: {
      total_seconds: seconds(budget.totalMs),
      consumed_seconds: seconds(budget.consumedMs),
      remaining_seconds: seconds(budget.totalMs) - seconds(budget.consumedMs),
      remaining_percent:
        standing.verdict === 'too_early' ? null : thousandths((budget.remainingMs / budget.totalMs) * 100),
      burn_rate: budget.burnRate === null ? null : thousandths(budget.burnRate),
    },
    burn_rates: { fast: showRate(rates.fast), slow: showRate(rates.slow) },
    burning: objective.burning,
    created_at: objective.created_at,
    updated_at: objective.updatedAt,
  }
}
