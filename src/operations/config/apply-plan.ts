// Applies a plan in one transaction. Meanwhile its row says how far it is, and that this process is alive: a plan whose
// process has ended is not applied, because its transaction ended as well.
import { isDeepStrictEqual } from 'node:util'
import { actorOf } from '../../domain/caller.ts'
import { Fault } from '../../domain/fault.ts'
import { newId } from '../../domain/id.ts'
import { addActivity } from '../../store/accounts/activity.ts'
import { lockOrganization } from '../../store/accounts/organizations.ts'
import {
  type Application,
  lockPlan,
  markApplied,
  markFailed,
  renewApplying,
  startApplying,
} from '../../store/config/config-plans.ts'
import type { CallerContext } from '../registry/define.ts'
import { ourFault } from '../registry/our-fault.ts'
import { carryOut } from './carry-out.ts'
import { readLive } from './directory.ts'
import { sections } from './document/sections.ts'
import { kinds } from './kinds/kinds.ts'
import { type ConfigPlan, type PlannedObjectChange, makePlan } from './plan.ts'
import { type SealedPlan, interrupted, openPlan, planNotFound, stateOf } from './stored-plan.ts'

/** A process that has been silent for so long has ended, or the plan fails when it goes on. */
const leaseMs = 30_000
const renewMs = 500

interface StartedApplication extends Application {
  readonly plan: SealedPlan
}

export async function startApplication(context: CallerContext, planId: string): Promise<StartedApplication> {
  const { services, caller } = context
  const organizationId = caller.organization.id
  return services.store.transaction(async (db) => {
    const stored = await lockPlan(db, organizationId, planId)
    if (!stored) throw planNotFound()
    const now = services.clock.now()
    const { state } = stateOf(stored, now)
    if (state === 'applied') throw new Fault('conflict', 'The plan has already been applied; make a new one')
    if (state === 'applying') throw new Fault('conflict', 'The plan is being applied; get it to see its progress')
    if (stored.expiresAt <= now) throw new Fault('conflict', 'The plan has expired; make a new one')
    const plan = openPlan(context, stored)
    // The release before stored one source.
    if (!Array.isArray(plan.request.sources))
      throw new Fault('conflict', 'The plan was made by another release; make a new one')
    const application = { id: newId(now), planId, organizationId, plan }
    await startApplying(db, application, leaseEnd(now))
    return application
  })
}

const leaseEnd = (now: Date): Date => new Date(now.getTime() + leaseMs)

/** Applies the plan, or remembers why it failed. The signal aborts when the process stops. */
export async function runApplication(
  context: CallerContext,
  application: StartedApplication,
  signal?: AbortSignal,
): Promise<void> {
  const { store } = context.services
  const progress = { carriedOut: 0, signal }
  const ended = new AbortController()
  const renewing = keepRenewing(context, application, { progress, ended: ended.signal })
  try {
    await store.transaction((db) => applyIn({ ...context, db }, application, progress))
  } catch (error) {
    const { message } = error instanceof Fault ? error : ourFault(error)
    await markFailed(store, application, message)
    throw error
  } finally {
    ended.abort()
    await renewing
  }
}

/** The client learns from the plan why it failed. */
export async function runLater(...run: Parameters<typeof runApplication>): Promise<void> {
  await runApplication(...run).catch((error: unknown) => {
    if (!(error instanceof Fault)) throw error
  })
}

interface Progress {
  /** By a transaction that is not committed yet. */
  carriedOut: number
  readonly signal: AbortSignal | undefined
}

async function keepRenewing(
  { services }: CallerContext,
  application: Application,
  { progress, ended }: { readonly progress: Progress; readonly ended: AbortSignal },
): Promise<void> {
  const { store, clock } = services
  while (!ended.aborted) {
    await clock.sleep(renewMs, ended).catch(() => undefined)
    const { carriedOut } = progress
    // One that fails is repeated; if none succeeds, the application fails in the end.
    if (!ended.aborted)
      await renewApplying(store, application, { until: leaseEnd(clock.now()), carriedOut }).catch(() => undefined)
  }
}

async function applyIn(context: CallerContext, application: StartedApplication, progress: Progress): Promise<void> {
  const { db, services } = context
  const { request, changes } = application.plan
  // It is repeated after a deadlock.
  progress.carriedOut = 0
  await lockOrganization(db, application.organizationId)
  await lockChanged(context, changes)
  const live = await readLive(context)
  const plan = await makePlan(context, request, { live }).catch(asMoved)
  refuseMoved(changes, plan.changes)
  const onProgress = (count: number): void => {
    progress.carriedOut += count
    if (progress.signal?.aborted) throw new Fault('conflict', interrupted)
  }
  await carryOut(context, plan, { live, onProgress })
  await recordApplied(context, plan, request.sources.join(', '))
  const { carriedOut } = progress
  if (!(await markApplied(db, application, { now: services.clock.now(), carriedOut })))
    throw new Fault('conflict', interrupted)
}

/** Locks what will change, so that nobody changes it between the comparison and the update. */
async function lockChanged(context: CallerContext, changes: readonly PlannedObjectChange[]): Promise<void> {
  for (const section of sections) {
    const kind = kinds[section]
    const ids = changes.flatMap((change) => (change.section === section && change.id !== null ? [change.id] : []))
    if (kind.together) await kind.together.lock(context, ids)
    else for (const id of ids) await kind.lock(context, id)
  }
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
