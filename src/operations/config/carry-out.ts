// Carries out a plan with the operations of the registry, in the transaction of its context.
import { isDeepStrictEqual } from 'node:util'
import { type ManagedDraft, markDeleted, putManaged } from '../../store/config/managed-objects.ts'
import { Fault } from '../../domain/fault.ts'
import { renewAll } from '../monitors/turns/renew-turns.ts'
import { addEvents, markEvents } from '../registry/call.ts'
import type { CallerContext } from '../registry/define.ts'
import { newSharedWork } from '../registry/steps/shared-work.ts'
import { changedFields } from './compare.ts'
import type { DesiredObject } from './desired.ts'
import type { Live } from './directory.ts'
import { type Problems, objectPath } from './problems.ts'
import type { KindOfMany, KindOfSingles, ObjectUpdate } from './kinds/kind.ts'
import { kinds } from './kinds/kinds.ts'
import { type ConfigPlan, type PlannedObjectChange, appliedContext, lastApplied } from './plan.ts'
import { type DeferredReference, Resolver } from './resolver.ts'
import { type RunOperation, runnerFor } from '../registry/steps/run-operation.ts'
import { type ConfigSection, sections } from './document/sections.ts'

/** Objects go before those that they use, so that nothing that is deleted is still in use. */
const deletionOrder: readonly ConfigSection[] = [
  'deploymentWebhooks',
  'objectives',
  'statusPages',
  'maintenanceWindows',
  'monitors',
  'channels',
  'contactGroups',
  'escalationPolicies',
  'onCallSchedules',
  'contacts',
]

/** How many objects one statement writes, between two reports of the progress. */
const maxBatch = 200

interface CarryOut {
  readonly live: Live
  /** The operator's file: deleted objects are removed from whatever uses them, and the caller records one event. */
  readonly isOperator?: boolean
  /** Collects the problems of all objects instead of failing at the first; the caller rolls everything back. */
  readonly trial?: Problems
  /** Called after some changes have been carried out. */
  onProgress?(changes: number): void
}

/** What the steps of a plan have in common. */
interface Run extends CarryOut {
  readonly context: CallerContext
  readonly resolver: Resolver
  readonly changes: ReadonlyMap<string, PlannedObjectChange>
  readonly runFor: (object: Pick<DesiredObject, 'section' | 'key'>) => RunOperation
}

export async function carryOut(outer: CallerContext, plan: ConfigPlan, how: CarryOut): Promise<Resolver> {
  const shared = newSharedWork()
  const { isOperator = false, trial, live } = how
  const record: CallerContext['record'] = (event) => shared.events.push(...markEvents(context, [event]))
  const context = { ...outer, shared, via: 'config' as const, record }
  const resolver = new Resolver(
    live.directory,
    plan.changes.filter(({ action }) => action === 'create'),
  )
  const run: Run = {
    ...how,
    context,
    resolver,
    changes: new Map(plan.changes.map((change) => [objectPath(change), change])),
    runFor: (object) => runnerFor(context, { object: objectPath(object), quiet: isOperator }),
  }
  for (const section of sections) await carryOutSection(run, section, plan)
  for (const deferred of resolver.deferred)
    await attempt(run, deferred.object, () => setDeferred(run.runFor(deferred.object), deferred, resolver))
  for (const section of deletionOrder) {
    const deleted = plan.changes.filter((one) => one.action === 'delete' && one.section === section)
    await deleteAll(run, section, deleted)
  }
  if (trial) return resolver
  await renewAll(outer, [...shared.renewals])
  if (!isOperator) for (const events of chunks(shared.events)) await addEvents(outer, events)
  await saveApplied(run, plan.desired)
  return resolver
}

async function carryOutSection(run: Run, section: ConfigSection, plan: ConfigPlan): Promise<void> {
  const kind = kinds[section]
  const objects = parentsFirst(
    plan.desired.filter((object) => object.section === section && run.changes.has(objectPath(object))),
    run.trial,
  )
  if (!kind.together) {
    for (const object of objects) await attempt(run, object, () => carryOutOne(run, kind, object))
    return
  }
  const steps = objects.map((object) => ({ object, change: run.changes.get(objectPath(object))! }))
  const isTied = kind.together.tied(run.live.objects.filter((one) => one.section === section))
  const isNew = ({ change }: PlanStep): boolean => change.action === 'create'
  const [tied, free] = partition(steps, (step) =>
    isTied(step.object.body, isNew(step) ? null : changedFields(step.change.fields)),
  )
  const [created, changed] = partition(free, isNew)
  for (const some of [...chunks(created), ...chunks(changed), ...tied.map((step) => [step])])
    await writeTogether(run, kind, some)
}

export const partition = <Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] => [
  items.filter(isFirst),
  items.filter((item) => !isFirst(item)),
]

interface PlanStep {
  readonly object: DesiredObject
  readonly change: PlannedObjectChange
}

const chunks = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / maxBatch) }, (_, n) => items.slice(n * maxBatch, (n + 1) * maxBatch))

/** Carries out the step of an object, unless it needs one that was refused in a trial. */
async function attempt({ trial }: Run, object: DesiredObject, step: () => Promise<void>): Promise<void> {
  if (trial?.concern(object)) return
  try {
    await step()
  } catch (error) {
    refuse(trial, object, error)
  }
}

function refuse(trial: Problems | undefined, object: DesiredObject, error: unknown): void {
  if (!trial) throw error
  trial.add(object, error)
}

/** Monitors come after those that they depend on. */
function parentsFirst(objects: readonly DesiredObject[], trial: Problems | undefined): DesiredObject[] {
  const byKey = new Map(objects.map((object) => [object.key, object]))
  const ordered = new Set<DesiredObject>()
  const entered = new Set<DesiredObject>()
  const enter = (object: DesiredObject): void => {
    if (ordered.has(object)) return
    if (entered.has(object))
      return refuse(
        trial,
        object,
        new Fault('invalid_request', `${objectPath(object)}.dependsOn: the monitor would depend on itself`),
      )
    entered.add(object)
    const { monitors = [] } = (object.body.dependsOn ?? {}) as { monitors?: readonly string[] }
    for (const key of monitors) if (byKey.has(key)) enter(byKey.get(key)!)
    ordered.add(object)
  }
  for (const object of objects) enter(object)
  return [...ordered]
}

/** All of the steps create, or all change what exists. */
async function writeTogether(run: Run, { together }: KindOfMany, steps: readonly PlanStep[]): Promise<void> {
  const { context, resolver, trial, onProgress } = run
  const wanted = steps.filter(({ object }) => !trial?.concern(object))
  const onRefused = (error: unknown, index: number): void => refuse(trial, wanted[index]!.object, error)
  if (wanted.length > 0 && wanted[0]!.change.action === 'create') {
    const drafts = wanted.map(({ object, change }) => ({
      at: objectPath(object),
      body: resolver.withIds(object, object.body),
      restores: change.restores ?? undefined,
    }))
    const ids = await together.create(context, drafts, onRefused)
    for (const [index, { object }] of wanted.entries())
      if (ids[index] !== undefined) resolver.add(object.section, object.key, ids[index])
  } else {
    const updates = wanted.map(({ object, change }) => ({
      ...updateOf(object, resolver),
      at: objectPath(object),
      changed: changedFields(change.fields),
    }))
    await together.update(context, updates, onRefused)
  }
  onProgress?.(wanted.length)
}

async function carryOutOne(
  { changes, resolver, runFor, onProgress }: Run,
  kind: KindOfSingles,
  object: DesiredObject,
): Promise<void> {
  const change = changes.get(objectPath(object))!
  const deferred = resolver.defer(object)
  if (change.action === 'create') {
    const id = await kind.create(runFor(object), resolver.withIds(object, object.body))
    resolver.add(object.section, object.key, id)
  } else {
    const changed = changedFields(change.fields)
    if (deferred !== undefined) changed.delete(deferred)
    if (changed.size > 0) await kind.update(runFor(object), { ...updateOf(object, resolver), changed })
  }
  onProgress?.(1)
}

function updateOf(object: DesiredObject, resolver: Resolver): Omit<ObjectUpdate, 'changed'> {
  const live = object.live!
  return {
    before: { ...live, body: resolver.withIds(object, live.body) },
    after: resolver.withIds(object, object.body),
    compared: resolver.withIds(object, object.compared),
  }
}

async function setDeferred(
  run: RunOperation,
  { object, field, target, key }: DeferredReference,
  resolver: Resolver,
): Promise<void> {
  const id = resolver.idOf(object.section, object.key)!
  const after = { [field]: resolver.idOf(target, key) }
  const before = { id, name: object.name, body: {}, shown: () => ({}), row: undefined }
  const kind = kinds[object.section]
  if (!kind.together) await kind.update(run, { before, after, compared: after, changed: new Set([field]) })
}

async function deleteAll(run: Run, section: ConfigSection, deleted: readonly PlannedObjectChange[]): Promise<void> {
  const { context, runFor, isOperator = false, onProgress } = run
  const kind = kinds[section]
  for (const some of chunks(deleted)) {
    const ids = some.map(({ id }) => id!)
    if (kind.together) await kind.together.remove(context, ids)
    else for (const change of some) await kind.remove(runFor(change), change.id!, isOperator)
    onProgress?.(some.length)
  }
  const keys = deleted.map(({ key }) => key)
  if (keys.length > 0) await markDeleted(context.db, context.caller.organization.id, { section, keys }, context.now)
}

/** Remembers what was applied, to tell later changes of the document from changes that others make. */
async function saveApplied({ context, resolver }: Run, objects: readonly DesiredObject[]): Promise<void> {
  const { db, caller, now, services } = context
  const organizationId = caller.organization.id
  const drafts: ManagedDraft[] = []
  for (const object of objects) {
    const { section, key, compared, live, source } = object
    const before = live?.managed
    if (before?.source === source && isDeepStrictEqual(lastApplied(before, { ...services, organizationId }), compared))
      continue
    const objectId = resolver.idOf(section, key)!
    const stored = (await kinds[section].applied?.(context, objectId, compared)) ?? compared
    const applied = services.vault.seal(JSON.stringify(stored), appliedContext(organizationId, object))
    drafts.push({ section, key, objectId: String(objectId), source, applied })
  }
  for (const some of chunks(drafts)) await putManaged(db, organizationId, some, now)
}
