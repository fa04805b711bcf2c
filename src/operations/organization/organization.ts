import { z } from 'zod'
import type { Organization } from '../../domain/caller.ts'
import { Fault } from '../../domain/fault.ts'
import { ruled } from '../../domain/field.ts'
import { planNames, titleOf } from '../../domain/plan.ts'
import { keptDays, retention } from '../../domain/history/retention.ts'
import { timeZoneProblem } from '../../domain/schedule/zone.ts'
import {
  type ChosenRetention,
  findOrganizationById,
  lockOrganization,
  retentionOf,
  updateOrganization as write,
} from '../../store/accounts/organizations.ts'
import { changesBetween } from '../registry/changes.ts'
import { type CallerContext, defineOperation, ok } from '../registry/define.ts'
import { nameOf } from '../registry/fields/name.ts'

const days = z.int().min(0).nullable()
const kept = z.object({
  chosen_days: days.meta({ description: 'Null: as long as the plan keeps it' }),
  most_days: days.meta({ description: 'What the plan allows; null: for ever' }),
  days: days.meta({ description: 'How long it is kept; null: for ever' }),
})

const organization = z
  .object({
    object: z.literal('organization'),
    id: z.uuid(),
    name: z.string(),
    slug: z.string(),
    plan: z.enum(planNames.map(titleOf)),
    timezone: z.string().meta({ description: 'Of its days, where nobody has a zone of their own' }),
    retention: z.object({
      incidents: kept.meta({ description: 'Incidents that are over, and the delivery log' }),
      activity: kept,
      check_days: z.int().meta({ description: 'Single checks, of every organization alike' }),
      figure_days: z.int().meta({ description: 'Hourly figures, of every organization alike' }),
    }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Organization' })

const answer = {
  description: 'The organization',
  schema: organization,
  example: {
    object: 'organization',
    id: '0198c5a2-7d4f-7b12-8d1e-0c5a9f7e3b20',
    name: 'Acme',
    slug: 'acme',
    plan: 'Pro',
    timezone: 'Europe/Berlin',
    retention: {
      incidents: { chosen_days: 180, most_days: 365, days: 180 },
      activity: { chosen_days: null, most_days: 90, days: 90 },
      check_days: 30,
      figure_days: 400,
    },
    created_at: '2026-01-02T10:30:00.000Z',
  },
}

const shared = { path: '/dashboard/organization', audience: 'dashboard', tag: 'Organization' } as const

export const getOrganization = defineOperation({
  id: 'getOrganization',
  method: 'GET',
  access: 'read',
  ...shared,
  summary: 'The organization, and how long it keeps things',
  responses: { 200: answer },
  handle: async (_input, context) => ok(await show(context)),
})

const maxRetentionDays = 36_500
const chosenDays = z.int().min(1).max(maxRetentionDays).nullable().optional()

export const updateOrganization = defineOperation({
  id: 'updateOrganization',
  method: 'PATCH',
  access: 'write',
  role: 'admin',
  ...shared,
  summary: 'Change its name, its time zone, or how long it keeps things',
  description:
    'What is left out stays as it is. The short name in addresses stays, too. What the provision file says of it, it says again at the next start.',
  body: z
    .strictObject({
      name: nameOf(100).optional(),
      timezone: ruled(z.string().max(64), timeZoneProblem).optional(),
      incidentDays: chosenDays.meta({ description: 'Null: as long as the plan keeps them' }),
      activityDays: chosenDays.meta({ description: 'Null: as long as the plan keeps it' }),
    })
    .meta({ id: 'OrganizationUpdate' }),
  bodyExample: { name: 'Acme', timezone: 'Europe/Berlin', incidentDays: 180 },
  responses: { 200: answer },
  async handle({ body }, context) {
    const { db, caller, now, record } = context
    const { id } = caller.organization
    await lockOrganization(db, id)
    const { name, timezone, limits } = await present(context)
    const before = { name, timezone, ...(await retentionOf(db, id)) }
    const after = { ...before, ...body }
    refuseBeyondPlan('incidentDays', body.incidentDays, limits.incident_retention_days)
    refuseBeyondPlan('activityDays', body.activityDays, limits.activity_retention_days)
    const changes = changesBetween(facts(before), facts(after))
    if (Object.keys(changes).length === 0) return ok(await show(context))
    await write(db, { id, ...after }, now)
    record({
      entityType: 'organization',
      entityId: id,
      entityName: after.name,
      action: 'organization.updated',
      changes,
    })
    return ok(await show(context))
  },
})

interface NamedOrganization {
  readonly name: string
  readonly timezone: string
}

/** What the activity log shows of an organization. */
function facts({ name, timezone, incidentDays, activityDays }: ChosenRetention & NamedOrganization): object {
  return { name, timezone, incident_days: incidentDays, activity_days: activityDays }
}

function refuseBeyondPlan(field: string, chosen: number | null | undefined, limit: number): void {
  if (limit < 0 || (chosen ?? 0) <= limit) return
  throw new Fault('invalid_request', `${field}: the plan keeps them for ${limit} days at most`)
}

/** Read anew: whoever asks may have been remembered from before a change. */
async function present({ db, caller }: CallerContext): Promise<Organization> {
  return (await findOrganizationById(db, caller.organization.id))!
}

async function show(context: CallerContext): Promise<object> {
  const { id, name, slug, plan, timezone, limits, createdAt } = await present(context)
  const chosen: ChosenRetention = await retentionOf(context.db, id)
  const keeps = (limit: number, own: number | null): object => ({
    chosen_days: own,
    most_days: limit < 0 ? null : limit,
    days: keptDays(limit, own),
  })
  return {
    object: 'organization',
    id,
    name,
    slug,
    plan: titleOf(plan),
    timezone,
    retention: {
      incidents: keeps(limits.incident_retention_days, chosen.incidentDays),
      activity: keeps(limits.activity_retention_days, chosen.activityDays),
      check_days: retention.resultDays,
      figure_days: retention.rollupDays,
    },
    created_at: createdAt,
  }
}
