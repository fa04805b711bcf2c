// Monitors that fail together, proposed as dependencies. Nothing is applied unless someone asks for it.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type LearnedGroup, learnGroups } from '../../domain/alerting/learned-dependencies.ts'
import { Fault } from '../../domain/fault.ts'
import { lockMonitors } from '../../store/monitors/monitors.ts'
import { dismissGroup, dismissedGroups, outageHistories } from '../../store/monitors/outage-histories.ts'
import { type CallerContext, type Operation, defineOperation, noContent, ok } from '../registry/define.ts'
import { listOf } from '../registry/page.ts'
import { monitors } from './monitor.ts'
import { params } from './schema.ts'
import { updateMonitor } from './update.ts'
import { exampleId } from '../registry/fields/example.ts'

const learnedDays = 365
const dayMs = 86_400_000
const maxProposals = 20

const named = z.object({ id: z.uuid(), name: z.string().meta({ example: 'Gateway' }) })

const proposal = z
  .object({
    object: z.literal('dependency_proposal'),
    id: z.uuid().meta({ description: 'Changes if the monitors of the proposal change' }),
    hub: named
      .extend({ outages: z.int().meta({ description: 'Its outages in the last 365 days' }) })
      .meta({ description: 'The monitor whose outages the others share' }),
    monitors: z.array(
      named.extend({
        together: z.int().meta({ description: 'In how many outages of the hub it failed as well' }),
        outages: z.int().meta({ description: 'All its outages' }),
        after: z.int().meta({ description: 'How often it failed with the hub or after it, not before' }),
        max_lag_seconds: z.int().meta({ description: 'The longest time between the two failures', example: 20 }),
        chance: z
          .number()
          .meta({ description: 'At most this probable if the outages were independent', example: 0.000001 }),
      }),
    ),
    evidence: z.array(z.string()).meta({
      description: 'One sentence for each monitor',
      example: ['Shop failed in 7 of 8 outages of Gateway, always within 20 s after it.'],
    }),
    last_at: z.iso.datetime().meta({ description: 'When they last failed together' }),
  })
  .meta({ id: 'DependencyProposal' })

type DependencyProposal = z.input<typeof proposal>

const shared = { tag: 'Monitors' } as const

const listDependencyProposals = defineOperation({
  ...shared,
  id: 'listDependencyProposals',
  method: 'GET',
  path: '/dependency-proposals',
  access: 'read',
  summary: 'List monitors that fail together',
  description:
    `Groups of monitors that failed together in the last ${learnedDays} days, more often than by chance, and that do ` +
    `not depend on each other yet; at most ${maxProposals}, the largest first. Nothing is applied by itself.`,
  responses: { 200: { description: 'The proposals', schema: listOf(proposal) } },
  async handle(_input, context) {
    return ok({ object: 'list', data: await proposalsFor(context), has_more: false, next_cursor: null })
  },
})

const applyDependencyProposal = defineOperation({
  ...shared,
  id: 'applyDependencyProposal',
  method: 'POST',
  path: '/dependency-proposals/{id}/apply',
  access: 'write',
  summary: 'Apply a dependency proposal',
  description: 'Adds the parent to `dependsOn` of the other monitors, like an update of each of them.',
  params,
  body: z
    .strictObject({
      parent: z.uuid().toLowerCase().meta({ description: 'The monitor of the proposal that the others need' }),
    })
    .meta({ id: 'DependencyProposalApply' }),
  bodyExample: { parent: exampleId },
  responses: {
    200: {
      description: 'What depends on the parent now',
      schema: z
        .object({
          object: z.literal('applied_dependency_proposal'),
          parent: named.meta({ example: { id: exampleId, name: 'Gateway' } }),
          monitors: z.array(named),
        })
        .meta({ id: 'AppliedDependencyProposal' }),
    },
  },
  async handle({ params, body }, context) {
    const found = await findProposal(context, params.id)
    const everyone = membersOf(found)
    const parent = everyone.find(({ id }) => id === body.parent)
    if (!parent) throw new Fault('invalid_request', 'parent: must be a monitor of the proposal')
    const children = everyone.filter((one) => one !== parent)
    const childIds = children.map(({ id }) => id)
    await addParent(context, parent.id, childIds)
    return ok({ object: 'applied_dependency_proposal', parent, monitors: children })
  },
})

const dismissDependencyProposal = defineOperation({
  ...shared,
  id: 'dismissDependencyProposal',
  method: 'DELETE',
  path: '/dependency-proposals/{id}',
  access: 'write',
  summary: 'Dismiss a dependency proposal',
  description: 'Its monitors are not proposed together again.',
  params,
  responses: { 204: { description: 'Dismissed' } },
  async handle({ params }, context) {
    const { db, caller, now } = context
    const found = await findProposal(context, params.id)
    const everyone = membersOf(found)
    await dismissGroup(db, caller.organization.id, { monitorIds: everyone.map(({ id }) => id), now })
    monitors.record(context, 'monitor.dependency_dismissed', found.hub, {
      monitors: { from: null, to: everyone.map(({ name }) => name) },
    })
    return noContent
  },
})

export const dependencyProposalOperations: readonly Operation[] = [
  listDependencyProposals,
  applyDependencyProposal,
  dismissDependencyProposal,
]

const membersOf = ({ hub, monitors }: DependencyProposal): { id: string; name: string }[] =>
  [hub, ...monitors].map(({ id, name }) => ({ id, name }))

async function findProposal(context: CallerContext, id: string): Promise<DependencyProposal> {
  const found = (await proposalsFor(context)).find((one) => one.id === id)
  if (!found)
    throw new Fault('not_found', 'Dependency proposal not found. It may have changed: list the proposals again')
  return found
}

async function proposalsFor({ db, caller, now }: CallerContext): Promise<DependencyProposal[]> {
  const organizationId = caller.organization.id
  const histories = await outageHistories(db, organizationId, new Date(now.getTime() - learnedDays * dayMs))
  const dismissed = await dismissedGroups(db, organizationId)
  const ancestors = new Map(histories.map((history) => [history.monitorId, history.ancestors]))
  const isSettled = (one: string, other: string): boolean =>
    ancestors.get(one)!.has(other) ||
    ancestors.get(other)!.has(one) ||
    dismissed.some((group) => group.has(one) && group.has(other))
  const names = new Map(histories.map(({ monitorId, name }) => [monitorId, name]))
  return learnGroups(histories, isSettled)
    .slice(0, maxProposals)
    .map((group) => shown(group, (id) => names.get(id)!))
}

function shown({ hub, outages, lastAt, members }: LearnedGroup, nameOf: (id: string) => string): DependencyProposal {
  const ids = [hub, ...members.map(({ monitorId }) => monitorId)]
  const hubName = nameOf(hub)
  return {
    object: 'dependency_proposal',
    id: idOf(ids),
    hub: { id: hub, name: hubName, outages },
    monitors: members.map(({ monitorId, together, outages, after, maxLagMs, chance }) => ({
      id: monitorId,
      name: nameOf(monitorId),
      together,
      outages,
      after,
      max_lag_seconds: Math.ceil(maxLagMs / 1000),
      chance: Number(chance.toPrecision(2)),
    })),
    evidence: members.map(({ monitorId, together, after, maxLagMs }) => {
      const seconds = Math.ceil(maxLagMs / 1000)
      const when = after === together ? `always within ${seconds} s after it` : `at most ${seconds} s apart`
      return `${nameOf(monitorId)} failed in ${together} of ${outages} outages of ${hubName}, ${when}.`
    }),
    last_at: new Date(lastAt).toISOString(),
  }
}

/** A UUID of version 8, which leaves its bits to the application. */
function idOf(monitorIds: readonly string[]): string {
  const hex = createHash('sha256').update(monitorIds.join(' ')).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

/** Locks all of them in the common order before the first is changed. */
async function addParent(context: CallerContext, parentId: string, childIds: readonly string[]): Promise<void> {
  const { db, caller } = context
  const locked = await lockMonitors(db, caller.organization.id, [parentId, ...childIds])
  for (const { id, dependsOn } of locked.filter((one) => one.id !== parentId)) {
    const body = { dependsOn: { ...dependsOn, monitors: [...dependsOn.monitors, parentId] } }
    await updateMonitor.handle({ params: { id }, query: {}, body }, context)
  }
}
