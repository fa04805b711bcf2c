import { z } from 'zod'
import { type PlanLimits, limitNames, limitsOf, monthOf, planNames, titleOf } from '../../domain/plan.ts'
import { usedInMonth } from '../../store/accounts/monthly-usage.ts'
import { usageOf } from '../../store/accounts/organizations.ts'
import { defineOperation, ok } from '../registry/define.ts'

const counted = [
  'monitors',
  'contacts',
  'contact_groups',
  'notification_channels',
  'status_pages',
  'maintenance_windows',
  'hosts',
  'users',
  'private_locations',
  'on_call_schedules',
  'escalation_policies',
  'playwright_runs',
  'browser_audits',
] as const

const limits = z.object(Object.fromEntries(limitNames.map((name) => [name, z.int().min(-1)])))
const counts = Object.fromEntries(counted.map((name) => [name, z.int().min(0)]))

const plan = z
  .object({
    object: z.literal('plan'),
    name: z.enum(planNames.map(titleOf)).meta({ example: 'Pro' }),
    limits: limits.nullable().meta({
      description: '-1 means unlimited, 0 means the feature is off',
      example: { ...limitsOf('pro') } satisfies PlanLimits,
    }),
    usage: z.object({ ...counts, period_start: z.iso.datetime(), period_end: z.iso.datetime() }),
  })
  .meta({ id: 'Plan' })

const zero = Object.fromEntries(counted.map((name) => [name, 0]))

export const getPlan = defineOperation({
  id: 'getPlan',
  method: 'GET',
  path: '/plan',
  tag: 'Organization',
  summary: 'Get the plan, its limits and their usage',
  description: 'Monthly figures count from `period_start` to `period_end` (UTC).',
  responses: { 200: { description: 'The plan', schema: plan } },
  async handle(_input, { db, caller, now }) {
    const { id, plan, limits } = caller.organization
    const [start, end] = [monthOf(now), monthOf(now, 1)]
    const used = await usedInMonth(db, id, start)
    const monthly = {
      playwright_runs: used.playwright_runs_per_month ?? 0,
      browser_audits: used.browser_audits_per_month ?? 0,
    }
    const usage = { ...zero, ...(await usageOf(db, id)), ...monthly, period_start: start, period_end: end }
    return ok({ object: 'plan', name: titleOf(plan), limits, usage })
  },
})
