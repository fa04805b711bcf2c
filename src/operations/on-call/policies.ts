// Escalation policies: who is paged, step by step, until someone acknowledges an incident.
import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { type EscalationTarget, targetKey, targetTypes } from '../../domain/on-call/escalation.ts'
import {
  type KeptPolicy,
  type PolicyDraft,
  addPolicy,
  changePolicy,
  findPolicy,
  groupsOfPolicy,
  lockPolicy,
  listPolicies,
  deletePolicy as removePolicy,
  targetNames,
} from '../../store/on-call/escalation-policies.ts'
import { lockOrganization } from '../../store/accounts/organizations.ts'
import { changesBetween } from '../registry/changes.ts'
import type { CallerContext } from '../registry/define.ts'
import { newestOfOrganization } from '../registry/page.ts'
import { refuseBeyondLimit } from '../registry/plan-limit.ts'
import { defineResource } from '../registry/resource.ts'
import { nameOf } from '../../domain/fields/name.ts'
import { describeFields } from '../registry/fields/described.ts'
import { managed } from '../registry/fields/managed.ts'

const shownTarget = z.object({ type: z.enum(targetTypes), id: z.union([z.int(), z.uuid()]) })

const number = z.int().min(1).max(Number.MAX_SAFE_INTEGER)
const target = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('schedule'), id: number }).meta({ description: 'The person on call at that time' }),
  z.strictObject({ type: z.literal('user'), id: z.uuid().toLowerCase() }),
  z.strictObject({ type: z.literal('contact_group'), id: z.uuid().toLowerCase() }),
  z.strictObject({ type: z.literal('channel'), id: number }),
])

const fields = describeFields({
  name: { schema: nameOf(100), example: 'Production' },
  repeatCount: {
    schema: z.int().min(0).max(10).meta({
      description:
        'How often all steps are repeated, each time after the longest delay of the policy, at least five minutes',
    }),
    default: 0,
    shown: z.int().meta({ description: 'How often all steps are repeated' }),
  },
  steps: {
    schema: z
      .array(z.strictObject({ delayMinutes: z.int().min(0).max(1440), targets: z.array(target).min(1).max(20) }))
      .min(1)
      .max(20),
    shown: z.array(
      z.object({
        delay_minutes: z
          .int()
          .meta({ description: 'Delay after the previous step; for the first step, after the alert' }),
        targets: z.array(shownTarget).meta({ description: 'Targets that still exist' }),
      }),
    ),
    example: [
      { delay_minutes: 0, targets: [{ type: 'schedule', id: 1 }] },
      { delay_minutes: 15, targets: [{ type: 'user', id: '0198c5a2-c001-7f00-8a11-0f1e2d3c4b5a' }] },
    ],
  },
})

const policy = z
  .object({
    object: z.literal('escalation_policy'),
    id: z.uuid(),
    ...fields.shown,
    managed,
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'EscalationPolicy' })

const createBody = z.strictObject(fields.create).meta({ id: 'EscalationPolicyCreate' })
const updateBody = z.strictObject(fields.update).meta({ id: 'EscalationPolicyUpdate' })

export const policies = defineResource({
  object: 'escalation_policy',
  noun: 'escalation policy',
  tag: 'On-call',
  path: '/escalation-policies',
  section: 'escalationPolicies',
  params: z.object({ id: z.uuid() }),
  one: { description: 'The policy', schema: policy },
  find: ({ db, caller }, { id }) => findPolicy(db, caller.organization.id, id),
  lock: ({ db, caller }, { id }) => lockPolicy(db, caller.organization.id, id),
  show: async (row, context) => show(row, await present(context, [row])),
})

const listEscalationPolicies = policies.list({
  id: 'listEscalationPolicies',
  summary: 'List escalation policies, newest first',
  page: { description: 'A page of policies' },
  rows: newestOfOrganization<KeptPolicy>('escalation policies', listPolicies),
  async show(rows, context) {
    const targets = await present(context, rows)
    return rows.map((row) => show(row, targets))
  },
})

export const createEscalationPolicy = policies.create({
  id: 'createEscalationPolicy',
  summary: 'Create an escalation policy',
  description: 'It escalates the alerts of the contact groups that name it as `escalationPolicyId`.',
  body: createBody,
  bodyExample: {
    name: 'Production',
    repeatCount: 2,
    steps: [{ delayMinutes: 5, targets: [{ type: 'schedule', id: 1 }] }],
  },
  facts,
  async create(body, context) {
    const { db, caller, now } = context
    await lockOrganization(db, caller.organization.id)
    await refuseUnknownTargets(context, body)
    await refuseBeyondLimit(context, 'escalation_policies')
    return addPolicy(db, caller.organization.id, body, now)
  },
})

const getEscalationPolicy = policies.read({ id: 'getEscalationPolicy', summary: 'Get an escalation policy' })

export const updateEscalationPolicy = policies.update({
  id: 'updateEscalationPolicy',
  summary: 'Update an escalation policy',
  description:
    'Omitted fields keep their values; `steps` replaces all steps. Active escalations continue at their current step.',
  body: updateBody,
  bodyExample: { name: 'Production', repeatCount: 1 },
  async change(before, body, context) {
    const { db, caller, now } = context
    if (body.steps) await refuseUnknownTargets(context, { steps: body.steps })
    const draft: PolicyDraft = { ...before, ...body }
    return {
      changes: changesBetween(facts(before), facts(draft)),
      write: () => changePolicy(db, caller.organization.id, { id: before.id, draft, now }),
    }
  },
})

export const deleteEscalationPolicy = policies.delete({
  id: 'deleteEscalationPolicy',
  summary: 'Delete an escalation policy and end its escalations',
  description: 'A policy that a contact group uses cannot be deleted.',
  faults: ['conflict'],
  async remove({ id, name }, { db, caller }) {
    const groups = await groupsOfPolicy(db, caller.organization.id, id)
    if (groups.length > 0)
      throw new Fault(
        'conflict',
        `${name} escalates the alerts of ${groups.map((group) => group.name).join(', ')}; remove it there first`,
      )
    await removePolicy(db, caller.organization.id, id)
  },
})

const targetsIn = ({ steps }: Pick<PolicyDraft, 'steps'>): EscalationTarget[] => steps.flatMap(({ targets }) => targets)

type Present = ReadonlyMap<string, string>

/** The targets that still exist. */
function present({ db, caller }: CallerContext, drafts: readonly Pick<PolicyDraft, 'steps'>[]): Promise<Present> {
  return targetNames(db, caller.organization.id, drafts.flatMap(targetsIn))
}

async function refuseUnknownTargets(context: CallerContext, draft: Pick<PolicyDraft, 'steps'>): Promise<void> {
  const known = await present(context, [draft])
  const unknown = targetsIn(draft)
    .map(targetKey)
    .filter((key) => !known.has(key))
  if (unknown.length > 0)
    throw new Fault(
      'invalid_request',
      `steps: unknown target(s) in this organization: ${[...new Set(unknown)].join(', ')}`,
    )
}

/** The fields of a policy that the activity log shows. */
function facts({ steps, ...policy }: PolicyDraft): object {
  return fields.show({
    ...policy,
    steps: steps.map(({ delayMinutes, targets }) => ({ delay_minutes: delayMinutes, targets })),
  })
}

function show({ id, created_at, updated_at, ...policy }: KeptPolicy, targets: Present) {
  const steps = policy.steps.map((step) => ({
    ...step,
    targets: step.targets.filter((one) => targets.has(targetKey(one))),
  }))
  return { object: 'escalation_policy', id, ...facts({ ...policy, steps }), created_at, updated_at }
}

export const escalationPolicyOperations = [
  listEscalationPolicies,
  createEscalationPolicy,
  getEscalationPolicy,
  updateEscalationPolicy,
  deleteEscalationPolicy,
]
