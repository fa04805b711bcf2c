// Plans as a resource: computed on the server, bound to the state they saw, and applied in one transaction.
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { actorOf } from '../../domain/caller.ts'
import { Fault } from '../../domain/fault.ts'
import { newId } from '../../domain/id.ts'
import { openReadable } from '../../domain/vault.ts'
import { addActivity } from '../../store/accounts/activity.ts'
import { lockOrganization } from '../../store/accounts/organizations.ts'
import { type StoredPlan, addPlan, findPlan, lockPlan, markApplied } from '../../store/config/config-plans.ts'
import type { Database } from '../../store/database/database.ts'
import { type CallerContext, created, defineOperation, ok } from '../registry/define.ts'
import { carryOut } from './carry-out.ts'
import { type Live, readLive } from './directory.ts'
import { maxConfigValues } from './document/document.ts'
import { readSent } from './document/sent-document.ts'
import { kinds } from './kinds/kinds.ts'
import { Problems } from './problems.ts'
import { type ConfigPlan, type PlanRequest, type PlannedObjectChange, makePlan, unnamedSource } from './plan.ts'
import { planBody, planSchema, shownPlan } from './plan-schema.ts'
import { documentExample } from './read-config.ts'
import { driftOf } from './drift.ts'
import { rehearse } from './rehearsal.ts'

const lifetimeMs = 15 * 60_000
export const configLimits = { maxBytes: 1_048_576, maxValues: maxConfigValues }
const response = { description: 'The plan', schema: planSchema }
const params = z.object({ id: z.uuid() })

/** What is stored of a plan. */
interface SealedPlan {
  readonly request: PlanRequest
  readonly changes: readonly PlannedObjectChange[]
  readonly shown: object
}

export const createConfigPlan = defineOperation({
  id: 'createConfigPlan',
  method: 'POST',
  path: '/config/plans',
  ownTransactions: true,
  alone: true,
  limits: configLimits,
  tag: 'Configuration',
  summary: 'Plan what applying a document would change',
  description:
    'Nothing changes yet. The plan is tried out, so that every problem is reported now, and can be applied for 15 ' +
    'minutes, unless what it changes is changed by others. Objects that are managed but missing from the document ' +
    'are deleted only with `prune`, and only if the source of the document manages them. Each difference says whether the document changed or someone changed the object ' +
    'elsewhere, and new or changed rules are evaluated against the checks of the last 30 days.',
  faults: ['conflict'],
  body: planBody,
  bodyExample: { document: documentExample },
  responses: { 201: response },
  async handle({ body }, context) {
    const { db, caller, now, services } = context
    const { objects, source: own } = await readSent(services.documents, caller.organization.id, body)
    const { prune, pruneLimit = null, takeOver, source = own } = body
    if (own !== undefined && source !== own)
      throw new Fault('invalid_request', `source: is ${source}, but the document says ${own}`)
    if (prune && source === undefined)
      throw new Fault('invalid_request', 'source: required to delete objects; write `source: …` into the document')
    const request: PlanRequest = { objects, prune, pruneLimit, takeOver, source: source ?? unnamedSource }
    const live = await readLive(context)
    const problems = new Problems()
    const plan = await makePlan(context, request, { live, problems })
    await tryOut(context, plan, { live, source: request.source, problems })
    const drift = await driftOf(context, plan, live)
    const rehearsal = await rehearse(context, plan)
    const stored = { id: newId(now), createdAt: now, expiresAt: new Date(now.getTime() + lifetimeMs), appliedAt: null }
    const shown = shownPlan({ plan, drift, rehearsal, request })
    const sealedPlan: SealedPlan = { request, changes: plan.changes, shown }
    const sealed = services.vault.seal(JSON.stringify(sealedPlan), planContext(stored.id))
    await addPlan(db, caller.organization.id, { ...stored, sealed })
    return created(view(stored, shown))
  },
})

export const getConfigPlan = defineOperation({
  id: 'getConfigPlan',
  method: 'GET',
  path: '/config/plans/{id}',
  tag: 'Configuration',
  summary: 'Get a plan',
  params,
  responses: { 200: response },
  async handle({ params: { id } }, context) {
    const stored = await findPlan(context.db, context.caller.organization.id, id)
    if (!stored) throw notFound()
    return ok(view(stored, opened(context, stored).shown))
  },
})

export const applyConfigPlan = defineOperation({
  id: 'applyConfigPlan',
  method: 'POST',
  path: '/config/plans/{id}/apply',
  alone: true,
  tag: 'Configuration',
  summary: 'Apply a plan in one transaction',
  description: 'If the organization has changed since the plan was made, nothing is applied; make a new plan.',
  faults: ['conflict'],
  params,
  responses: { 200: response },
  async handle({ params: { id } }, context) {
    const { db, caller, now } = context
    await lockOrganization(db, caller.organization.id)
    const stored = await lockPlan(db, caller.organization.id, id)
    if (!stored) throw notFound()
    if (stored.appliedAt) throw new Fault('conflict', 'The plan was applied already; make a new one')
    if (stored.expiresAt <= now) throw new Fault('conflict', 'The plan has expired; make a new one')
    const { request, changes, shown } = opened(context, stored)
    await lockChanged(context, changes)
    const live = await readLive(context)
    const plan = await makePlan(context, request, { live }).catch(asMoved)
    refuseMoved(changes, plan.changes)
    await carryOut(context, plan, { live, source: request.source })
    await markApplied(db, caller.organization.id, id, now)
    await recordApplied(context, plan, request.source)
    return ok(view({ ...stored, appliedAt: now }, shown))
  },
})

class TriedOut extends Error {}

/** Carries the plan out and rolls back, so that every limit and every reference is checked. */
export async function tryOut(
  context: CallerContext,
  plan: ConfigPlan,
  { live, source, problems = new Problems() }: { live: Live; source: string; problems?: Problems },
): Promise<void> {
  const attempt = async (tx: Database): Promise<never> => {
    await carryOut({ ...context, db: tx }, plan, { live, source, trial: problems })
    throw new TriedOut()
  }
  if (plan.changes.length > 0)
    await context.services.store.transaction(attempt).catch((error: unknown) => {
      if (!(error instanceof TriedOut)) throw error
    })
  problems.throwIfAny()
}

/** Locks what will change, so that nobody changes it between the comparison and the update. */
async function lockChanged(context: CallerContext, changes: readonly PlannedObjectChange[]): Promise<void> {
  for (const { section, id } of changes) if (id !== null) await kinds[section].lock(context, id)
}

/** The document was valid when the plan was made, so something that it refers to is gone. */
function asMoved(error: unknown): never {
  throw error instanceof Fault ? new Fault('conflict', `The organization has changed. ${error.message}`) : error
}

function refuseMoved(planned: readonly PlannedObjectChange[], current: readonly PlannedObjectChange[]): void {
  const byName = (changes: readonly PlannedObjectChange[]): Map<string, PlannedObjectChange> =>
    new Map(changes.map((change) => [`${change.section}[${change.key}]`, change]))
  const [before, after] = [byName(planned), byName(JSON.parse(JSON.stringify(current)) as PlannedObjectChange[])]
  const moved = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => !isDeepStrictEqual(before.get(name), after.get(name)),
  )
  if (moved.length === 0) return
  const names = moved.slice(0, 5).join(', ')
  const rest = moved.length > 5 ? ` and ${moved.length - 5} more` : ''
  throw new Fault('conflict', `${names}${rest}: changed since the plan was made; make a new plan`)
}

async function recordApplied(
  { db, caller, now, visit }: CallerContext,
  plan: ConfigPlan,
  source: string,
): Promise<void> {
  if (plan.changes.length === 0) return
  const count = (action: PlannedObjectChange['action']): number =>
    plan.changes.filter((one) => one.action === action).length
  const { id, name } = caller.organization
  const counts = { created: count('create'), updated: count('update') + count('adopt'), deleted: count('delete') }
  const changes = { source, ...counts, via: 'config', ip: visit.ip }
  const event = { entityType: 'organization', entityId: id, entityName: name, action: 'config.applied', changes }
  const actor = { name: actorOf(caller), email: caller.user?.email ?? null }
  await addActivity(db, { organizationId: id, actor, events: [event], now })
}

const planContext = (id: string): string => `config plan ${id}`

const notFound = (): Fault => new Fault('not_found', 'Plan not found; plans are deleted a day after they expire')

function opened({ services }: CallerContext, { id, sealed }: StoredPlan): SealedPlan {
  const text = openReadable(services.vault, sealed, planContext(id))
  if (text === null) throw new Fault('conflict', 'The plan can no longer be decrypted; make a new one')
  return JSON.parse(text) as SealedPlan
}

function view({ id, createdAt, expiresAt, appliedAt }: Omit<StoredPlan, 'sealed'>, shown: object): object {
  return { object: 'config_plan', id, created_at: createdAt, expires_at: expiresAt, applied_at: appliedAt, ...shown }
}
