import { z } from 'zod'
import type { Organization } from '../../domain/caller.ts'
import { Fault } from '../../domain/fault.ts'
import { ruled } from '../../domain/field.ts'
import { planNames, titleOf } from '../../domain/plan.ts'
import { keptDays, retention } from '../../domain/history/retention.ts'
import { languages } from '../../domain/text/language.ts'
import { timeZoneProblem } from '../../domain/schedule/zone.ts'
import {
  type ChosenRetention,
  type OrganizationUpdate,
  assistantLimitOf,
  findOrganizationById,
  lockOrganization,
  retentionOf,
  updateOrganization as write,
} from '../../store/accounts/organizations.ts'
import { changesBetween } from '../registry/changes.ts'
import { type CallerContext, defineOperation, ok } from '../registry/define.ts'
import { nameOf } from '../../domain/fields/name.ts'

const days = z.int().min(0).nullable()
const kept = z.object({
  chosen_days: days.meta({ description: 'Null for the limit of the plan' }),
  most_days: days.meta({ description: 'The limit of the plan; null means forever' }),
  days: days.meta({ description: 'Days it is kept; null means forever' }),
})

const organization = z
  .object({
    object: z.literal('organization'),
    id: z.uuid(),
    name: z.string(),
    slug: z.string(),
    plan: z.enum(planNames.map(titleOf)),
    timezone: z.string().meta({ description: 'Time zone of its days, for users without their own' }),
    language: z.enum(languages).meta({
      description: 'ReaderLanguage of alerts in channels that several people read, and for users without their own',
    }),
    retention: z.object({
      incidents: kept.meta({ description: 'Resolved incidents and the delivery log' }),
      activity: kept,
      check_days: z.int().meta({ description: 'Single checks; the same for all organizations' }),
      figure_days: z.int().meta({ description: 'Hourly statistics; the same for all organizations' }),
    }),
    assistant_limit: z.int().meta({
      description:
        'How many objects one credential of an assistant may delete, pause or silence in a call and in an hour',
    }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Organization' })

const answer = { description: 'The organization', schema: organization }

const shared = { path: '/dashboard/organization', audience: 'dashboard', tag: 'Organization' } as const

export const getOrganization = defineOperation({
  id: 'getOrganization',
  method: 'GET',
  ...shared,
  summary: 'Get the organization and its retention',
  responses: { 200: answer },
  handle: async (_input, context) => ok(await show(context)),
})

const maxRetentionDays = 36_500
const chosenDays = z.int().min(1).max(maxRetentionDays).nullable().optional()

export const updateOrganization = defineOperation({
  id: 'updateOrganization',
  method: 'PATCH',
  role: 'admin',
  ...shared,
  summary: 'Update the name, time zone, language, retention or assistant limit of the organization',
  description:
    'Omitted fields keep their values. The slug never changes. Values in the provision file are applied again at the ' +
    'next start.',
  body: z
    .strictObject({
      name: nameOf(100).optional(),
      timezone: ruled(z.string().max(64), timeZoneProblem).optional(),
      language: z.enum(languages).optional(),
      incidentDays: chosenDays.meta({ description: 'Null for the limit of the plan' }),
      activityDays: chosenDays.meta({ description: 'Null for the limit of the plan' }),
      assistantLimit: z.int().min(0).max(1000).optional().meta({ description: 'Only owners can change it' }),
    })
    .meta({ id: 'OrganizationUpdate' }),
  bodyExample: { name: 'Acme', timezone: 'Europe/Berlin', incidentDays: 180 },
  responses: { 200: answer },
  async handle({ body }, context) {
    const { db, caller, now, record } = context
    const { id } = caller.organization
    await lockOrganization(db, id)
    const { name, timezone, language, limits } = await present(context)
    const chosen = { ...(await retentionOf(db, id)), assistantLimit: await assistantLimitOf(db, id) }
    const before = { name, timezone, language, ...chosen }
    const after = { ...before, ...body }
    refuseBeyondPlan('incidentDays', body.incidentDays, limits.incident_retention_days)
    refuseBeyondPlan('activityDays', body.activityDays, limits.activity_retention_days)
    if (after.assistantLimit !== before.assistantLimit && caller.user?.role !== 'owner')
      throw new Fault('forbidden', 'assistantLimit: only an owner can change the limit of assistants')
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

/** The fields of an organization that the activity log shows. */
function facts(organization: Omit<OrganizationUpdate, 'id'>): object {
  const { name, timezone, language, incidentDays, activityDays, assistantLimit } = organization
  return {
    name,
    timezone,
    language,
    incident_days: incidentDays,
    activity_days: activityDays,
    assistant_limit: assistantLimit,
  }
}

function refuseBeyondPlan(field: string, chosen: number | null | undefined, limit: number): void {
  if (limit < 0 || (chosen ?? 0) <= limit) return
  throw new Fault('invalid_request', `${field}: must be at most ${limit} days, the limit of the plan`)
}

/** Read again, because the cached caller may be older than a change. */
async function present({ db, caller }: CallerContext): Promise<Organization> {
  return (await findOrganizationById(db, caller.organization.id))!
}

async function show(context: CallerContext): Promise<object> {
  const { id, name, slug, plan, timezone, language, limits, createdAt } = await present(context)
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
    language,
    retention: {
      incidents: keeps(limits.incident_retention_days, chosen.incidentDays),
      activity: keeps(limits.activity_retention_days, chosen.activityDays),
      check_days: retention.resultDays,
      figure_days: retention.rollupDays,
    },
    assistant_limit: await assistantLimitOf(context.db, id),
    created_at: createdAt,
  }
}
