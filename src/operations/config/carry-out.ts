// Carries out a plan with the operations of the registry, in the transaction of its context.
import { isDeepStrictEqual } from 'node:util'
import { markDeleted, putManaged } from '../../store/config/managed-objects.ts'
import { Fault } from '../../domain/fault.ts'
import type { CallerContext } from '../registry/define.ts'
import { changedFields } from './compare.ts'
import type { DesiredObject } from './desired.ts'
import type { Live } from './directory.ts'
import type { ObjectUpdate } from './kinds/kind.ts'
import { kinds } from './kinds/kinds.ts'
import { type ConfigPlan, type PlannedObjectChange, appliedContext, lastApplied } from './plan.ts'
import { type DeferredReference, Resolver } from './resolver.ts'
import { type RunOperation, runnerFor } from '../registry/run-operation.ts'
import { type ConfigSection, sections } from './document/sections.ts'

/** Objects go before those that they use, so that nothing that is deleted is still in use. */
const deletionOrder: readonly ConfigSection[] = [
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

interface CarryOut {
  readonly live: Live
  readonly source: string
  /** The operator's file: deleted objects are removed from whatever uses them, and the caller records one event. */
  readonly isOperator?: boolean
}

export async function carryOut(
  context: CallerContext,
  plan: ConfigPlan,
  { live, source, isOperator = false }: CarryOut,
): Promise<Resolver> {
  const runFor = (object: Pick<DesiredObject, 'section' | 'key'>): RunOperation =>
    runnerFor(context, { object: problemPath(object), quiet: isOperator })
  const changes = new Map(plan.changes.map((change) => [nameOf(change), change]))
  const created = plan.changes.filter(({ action }) => action === 'create')
  const resolver = new Resolver(live.directory, created)
  for (const section of sections)
    for (const object of parentsFirst(plan.desired.filter((one) => one.section === section)))
      await carryOutOne(runFor(object), { object, change: changes.get(nameOf(object)), resolver })
  for (const deferred of resolver.deferred) await setDeferred(runFor(deferred.object), deferred, resolver)
  for (const section of deletionOrder)
    for (const change of plan.changes.filter((one) => one.action === 'delete' && one.section === section))
      await deleteOne(context, runFor(change), { change, force: isOperator })
  for (const object of plan.desired) await saveApplied(context, { object, resolver, source })
  return resolver
}

/** Monitors come after those that they depend on. */
function parentsFirst(objects: readonly DesiredObject[]): DesiredObject[] {
  const byKey = new Map(objects.map((object) => [object.key, object]))
  const ordered = new Set<DesiredObject>()
  const entered = new Set<DesiredObject>()
  const enter = (object: DesiredObject): void => {
    if (ordered.has(object)) return
    if (entered.has(object))
      throw new Fault('invalid_request', `${problemPath(object)}.dependsOn: the monitor would depend on itself`)
    entered.add(object)
    const { monitors = [] } = (object.body.dependsOn ?? {}) as { monitors?: readonly string[] }
    for (const key of monitors) if (byKey.has(key)) enter(byKey.get(key)!)
    ordered.add(object)
  }
  for (const object of objects) enter(object)
  return [...ordered]
}

const nameOf = ({ section, key }: Pick<DesiredObject, 'section' | 'key'>): string => `${section} ${key}`
const problemPath = ({ section, key }: Pick<DesiredObject, 'section' | 'key'>): string => `${section}[${key}]`

interface ObjectStep {
  readonly object: DesiredObject
  readonly change: PlannedObjectChange | undefined
  readonly resolver: Resolver
}

async function carryOutOne(run: RunOperation, { object, change, resolver }: ObjectStep): Promise<void> {
  if (!change || (change.action !== 'create' && change.fields.length === 0)) return
  const kind = kinds[object.section]
  const deferred = resolver.defer(object)
  if (change.action === 'create') {
    const id = await kind.create(run, resolver.withIds(object, object.body), change.restores ?? undefined)
    return resolver.add(object.section, object.key, id)
  }
  const changed = changedFields(change.fields)
  if (deferred !== undefined) changed.delete(deferred)
  if (changed.size > 0) await kind.update(run, { ...updateOf(object, resolver), changed })
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
  const before = { id, name: object.name, body: {}, shown: {}, row: undefined }
  await kinds[object.section].update(run, { before, after, compared: after, changed: new Set([field]) })
}

async function deleteOne(
  context: CallerContext,
  run: RunOperation,
  { change: { section, key, id }, force }: { change: PlannedObjectChange; force: boolean },
): Promise<void> {
  await kinds[section].remove(run, id!, force)
  await markDeleted(context.db, context.caller.organization.id, { section, key }, context.now)
}

/** Remembers what was applied, to tell later changes of the document from changes that others make. */
async function saveApplied(
  context: CallerContext,
  { object, resolver, source }: { object: DesiredObject; resolver: Resolver; source: string },
): Promise<void> {
  const { db, caller, now, services } = context
  const { section, key, compared, live } = object
  const organizationId = caller.organization.id
  const before = live?.managed
  if (before?.source === source && isDeepStrictEqual(lastApplied(before, { ...services, organizationId }), compared))
    return
  const objectId = resolver.idOf(section, key)!
  const stored = (await kinds[section].applied?.(context, objectId, compared)) ?? compared
  const applied = services.vault.seal(JSON.stringify(stored), appliedContext(organizationId, object))
  await putManaged(db, organizationId, { section, key, objectId: String(objectId), source, applied }, now)
}
