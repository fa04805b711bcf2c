// Escalation policies: who is paged, one after the other, while nobody takes an incident on.
import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { type Target, targetKey, targetTypes } from '../../domain/on-call/escalation.ts'
import {
  type KeptPolicy,
  type PolicyDraft,
  addPolicy,
  changePolicy,
  findPolicy,
  groupsWithPolicy,
  holdPolicy,
  listPolicies,
  deletePolicy as removePolicy,
  targetNames,
} from '../../store/on-call/escalation-policies.ts'
import { holdOrganization, usageOf } from '../../store/accounts/organizations.ts'
import { changesBetween } from '../registry/changes.ts'
import { type CallerContext, created, defineOperation, ok } from '../registry/define.ts'
import { deleted, deletionOf } from '../registry/deletion.ts'
import { pageOfNewest } from '../registry/newest.ts'
import { list, listOf, pageQuery } from '../registry/page.ts'
import { refuseBeyondLimit } from '../registry/plan-limit.ts'

const shownTarget = z.object({ type: z.enum(targetTypes), id: z.union([z.int(), z.uuid()]) })

const policy = z
  .object({
    object: z.literal('escalation_policy'),
    id: z.uuid(),
    name: z.string(),
    repeat_count: z.int().meta({ description: 'How often all steps are gone through again' }),
    steps: z.array(
      z.object({
        delay_minutes: z.int().meta({ description: 'After the step before it; of the first step, after the alert' }),
        targets: z.array(shownTarget).meta({ description: 'Those that are still there' }),
      }),
    ),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'EscalationPolicy' })

const number = z.int().min(1).max(Number.MAX_SAFE_INTEGER)
const target = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('schedule'), id: number }).meta({ description: 'Whoever is on call then' }),
  z.strictObject({ type: z.literal('user'), id: z.uuid().toLowerCase() }),
  z.strictObject({ type: z.literal('contact_group'), id: z.uuid().toLowerCase() }),
  z.strictObject({ type: z.literal('channel'), id: number }),
])

const fields = {
  name: z.string().trim().min(1).max(100),
  repeatCount: z.int().min(0).max(10).meta({
    description:
      'How often all steps are gone through again, each time after the longest delay of the policy, at least five minutes',
  }),
  steps: z
    .array(z.strictObject({ delayMinutes: z.int().min(0).max(1440), targets: z.array(target).min(1).max(20) }))
    .min(1)
    .max(20),
}

const createBody = z
  .strictObject({ ...fields, repeatCount: fields.repeatCount.default(0) })
  .meta({ id: 'EscalationPolicyCreate' })
const updateBody = z.strictObject(fields).partial().meta({ id: 'EscalationPolicyUpdate' })

const example = {
  object: 'escalation_policy',
  id: '0198c5a2-d0aa-7a3c-8f21-5e4d3c2b1a09',
  name: 'Production',
  repeat_count: 2,
  steps: [
    { delay_minutes: 0, targets: [{ type: 'schedule', id: 1 }] },
    { delay_minutes: 15, targets: [{ type: 'user', id: '0198c5a2-c001-7f00-8a11-0f1e2d3c4b5a' }] },
  ],
  created_at: '2026-02-10T09:00:00.000Z',
  updated_at: '2026-02-11T08:12:44.120Z',
}

const params = z.object({ id: z.uuid() })

const tag = 'On-call'
const one = { tag, responses: { 200: { description: 'The policy', schema: policy, example } } } as const

export const listEscalationPolicies = defineOperation({
  id: 'listEscalationPolicies',
  method: 'GET',
  path: '/escalation-policies',
  access: 'read',
  tag,
  summary: 'Escalation policies, newest first',
  query: pageQuery,
  responses: {
    200: {
      description: 'A page of policies',
      schema: listOf(policy),
      example: { object: 'list', data: [example], has_more: false, next_cursor: null },
    },
  },
  async handle({ query }, context) {
    const page = await pageOfNewest(query, context, {
      list: 'escalation policies',
      rows: (after, limit) => listPolicies(context.db, context.caller.organization.id, { after, limit }),
    })
    const names = await targetNames(context.db, context.caller.organization.id, page.rows.flatMap(targetsIn))
    return list(page, (row) => show(row, names))
  },
})

export const createEscalationPolicy = defineOperation({
  id: 'createEscalationPolicy',
  method: 'POST',
  path: '/escalation-policies',
  access: 'write',
  creating: true,
  tag,
  summary: 'Add an escalation policy',
  description: 'It escalates the alerts of the contact groups that name it as `escalationPolicyId`.',
  body: createBody,
  bodyExample: {
    name: 'Production',
    repeatCount: 2,
    steps: [{ delayMinutes: 5, targets: [{ type: 'schedule', id: 1 }] }],
  },
  responses: { 201: { description: 'The policy', schema: policy, example } },
  async handle({ body }, context) {
    const { db, caller, now, record } = context
    await holdOrganization(db, caller.organization.id)
    await refuseUnknownTargets(context, body)
    refuseBeyondLimit(context, 'escalation_policies', (await usageOf(db, caller.organization.id)).escalation_policies)
    const made = await addPolicy(db, caller.organization.id, body, now)
    record({ ...entity(made), action: 'escalation_policy.created', changes: changesBetween({}, facts(made)) })
    return created(await shown(context, made))
  },
})

export const getEscalationPolicy = defineOperation({
  id: 'getEscalationPolicy',
  method: 'GET',
  path: '/escalation-policies/{id}',
  access: 'read',
  ...one,
  summary: 'One escalation policy',
  params,
  async handle({ params }, context) {
    const known = await findPolicy(context.db, context.caller.organization.id, params.id)
    if (!known) throw noSuchPolicy()
    return ok(await shown(context, known))
  },
})

export const updateEscalationPolicy = defineOperation({
  id: 'updateEscalationPolicy',
  method: 'PATCH',
  path: '/escalation-policies/{id}',
  access: 'write',
  ...one,
  summary: 'Change an escalation policy',
  description:
    'What is left out stays; `steps` replaces all steps. Escalations under way go on with the step they have come to.',
  params,
  body: updateBody,
  bodyExample: { name: 'Production', repeatCount: 1 },
  async handle({ params, body }, context) {
    const { db, caller, now, record } = context
    const before = await held(context, params.id)
    if (body.steps) await refuseUnknownTargets(context, { steps: body.steps })
    const draft: PolicyDraft = { ...before, ...body }
    const changes = changesBetween(facts(before), facts(draft))
    if (Object.keys(changes).length === 0) return ok(await shown(context, before))
    const after = await changePolicy(db, caller.organization.id, { id: before.id, draft, now })
    record({ ...entity(after), action: 'escalation_policy.updated', changes })
    return ok(await shown(context, after))
  },
})

export const deleteEscalationPolicy = defineOperation({
  id: 'deleteEscalationPolicy',
  method: 'DELETE',
  path: '/escalation-policies/{id}',
  access: 'write',
  tag,
  summary: 'Delete an escalation policy; its escalations end',
  description: 'One that a contact group names stays until it is taken off the group.',
  params,
  faults: ['conflict'],
  responses: deletionOf(example.id),
  async handle({ params }, context) {
    const { db, caller, record } = context
    const before = await held(context, params.id)
    const groups = await groupsWithPolicy(db, caller.organization.id, before.id)
    if (groups.length > 0)
      throw new Fault(
        'conflict',
        `${before.name} escalates the alerts of ${groups.join(', ')}; take it off there first`,
      )
    await removePolicy(db, caller.organization.id, before.id)
    record({ ...entity(before), action: 'escalation_policy.deleted', changes: {} })
    return deleted(before.id)
  },
})

const noSuchPolicy = (): Fault => new Fault('not_found', 'There is no such escalation policy')

async function held({ db, caller }: CallerContext, id: string): Promise<KeptPolicy> {
  const known = await holdPolicy(db, caller.organization.id, id)
  if (!known) throw noSuchPolicy()
  return known
}

const targetsIn = ({ steps }: Pick<PolicyDraft, 'steps'>): Target[] => steps.flatMap(({ targets }) => targets)

async function refuseUnknownTargets({ db, caller }: CallerContext, draft: Pick<PolicyDraft, 'steps'>): Promise<void> {
  const targets = targetsIn(draft)
  const names = await targetNames(db, caller.organization.id, targets)
  const unknown = targets.filter((wanted) => !names.has(targetKey(wanted))).map(targetKey)
  if (unknown.length > 0)
    throw new Fault(
      'invalid_request',
      `steps: unknown target(s) in this organization: ${[...new Set(unknown)].join(', ')}`,
    )
}

function entity({ id, name }: KeptPolicy) {
  return { entityType: 'escalation_policy', entityId: id, entityName: name }
}

/** What the activity log shows of a policy. */
function facts({ name, repeatCount, steps }: PolicyDraft): object {
  const shownSteps = steps.map(({ delayMinutes, targets }) => ({ delay_minutes: delayMinutes, targets }))
  return { name, repeat_count: repeatCount, steps: shownSteps }
}

async function shown({ db, caller }: CallerContext, row: KeptPolicy) {
  return show(row, await targetNames(db, caller.organization.id, targetsIn(row)))
}

function show(row: KeptPolicy, names: ReadonlyMap<string, string>) {
  const steps = row.steps.map(({ delayMinutes, targets }) => ({
    delay_minutes: delayMinutes,
    targets: targets.filter((present) => names.has(targetKey(present))),
  }))
  const { id, name, repeatCount, created_at, updated_at } = row
  return { object: 'escalation_policy', id, name, repeat_count: repeatCount, steps, created_at, updated_at }
}
