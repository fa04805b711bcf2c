// Plans how to get from what is stored to what a document asks for.
import { isDeepStrictEqual } from 'node:util'
import { Fault } from '../../domain/fault.ts'
import { type Vault, openReadable } from '../../domain/vault.ts'
import type { ManagedObject } from '../../store/config/managed-objects.ts'
import type { OrganizationContext, RestoredMonitor } from '../registry/define.ts'
import { type FieldChange, fieldChanges } from './compare.ts'
import { type DesiredObject, readDesired } from './desired.ts'
import type { Live, LiveObject } from './directory.ts'
import { Problems, objectPath } from './problems.ts'
import { unnamedSource } from './document/document.ts'
import { type ConfigBody, type ConfigObject, type ConfigSection, type ObjectId, nounOf } from './document/sections.ts'

export interface PlannedObjectChange {
  /** An adopted object exists and is managed from now on; some of its fields may change. */
  readonly action: 'create' | 'adopt' | 'update' | 'delete'
  readonly section: ConfigSection
  readonly key: string
  readonly id: ObjectId | null
  readonly name: string
  /** The deleted monitor whose history a creation brings back. */
  readonly restores: RestoredMonitor | null
  readonly fields: readonly FieldChange[]
}

export interface ConfigPlan {
  readonly desired: readonly DesiredObject[]
  readonly changes: readonly PlannedObjectChange[]
  readonly unchanged: number
  readonly warnings: readonly string[]
}

export interface PlanRequest {
  readonly objects: readonly ConfigObject[]
  readonly prune: boolean
  readonly pruneLimit: number | null
  /** The sources whose objects it may manage from now on. */
  readonly takeOver: readonly string[] | 'all'
  /** The operator's file replaces the default group before it deletes the old one. */
  readonly prunesDefaultGroup?: boolean
  /** Of its documents. */
  readonly sources: readonly string[]
}

interface PlanContext {
  readonly live: Live
  readonly organizationId: string
  readonly vault: Vault
  readonly now: Date
}

/** Reads the document against what is stored. Throws its problems, unless the caller collects them. */
export async function makePlan(
  context: OrganizationContext,
  request: PlanRequest,
  { live, problems }: { readonly live: Live; readonly problems?: Problems },
): Promise<ConfigPlan> {
  const { caller, services, now } = context
  const found = problems ?? new Problems()
  const desired = await readDesired(context, request.objects, { live, problems: found })
  if (!problems) found.throwIfAny()
  try {
    return planChanges(request, desired, { live, organizationId: caller.organization.id, vault: services.vault, now })
  } catch (error) {
    found.throwIfAny()
    throw error
  }
}

const restorableMs = 30 * 86_400_000

function planChanges(request: PlanRequest, desired: readonly DesiredObject[], context: PlanContext): ConfigPlan {
  refuseForeign(desired, request)
  const wanted = desired.map((object) => changeOf(object, context))
  const unlisted = unlistedObjects(request, context.live)
  const deleted = request.prune ? unlisted : []
  refuseTooMany(deleted, request, context.live)
  const changes = [...wanted.filter((change) => change !== null), ...deleted.map(deletionOf)]
  return {
    desired,
    changes,
    unchanged: wanted.filter((change) => change === null).length,
    warnings: [
      ...(request.prune || unlisted.length === 0 ? [] : [keptWarning(unlisted)]),
      ...desired.flatMap((object) => takeoverWarning(object)),
    ],
  }
}

function changeOf(object: DesiredObject, context: PlanContext): PlannedObjectChange | null {
  const { section, key, name, live, compared } = object
  if (!live) {
    const fields = fieldChanges({ live: {}, desired: compared, applied: null })
    return { action: 'create', section, key, id: null, name, restores: restorable(object, context), fields }
  }
  const action = live.managed ? 'update' : 'adopt'
  if (live.managed && isDeepStrictEqual(live.body, compared)) return null
  const applied = live.managed && lastApplied(live.managed, context)
  const fields = fieldChanges({ live: live.body, desired: compared, applied })
  if (action === 'update' && fields.length === 0) return null
  return { action, section, key, id: live.id, name: live.name, restores: null, fields }
}

/** Null if it was encrypted with a key that is gone. */
export function lastApplied(
  { applied, section, key }: ManagedObject,
  { vault, organizationId }: Pick<PlanContext, 'vault' | 'organizationId'>,
): ConfigBody | null {
  const opened = openReadable(vault, applied, appliedContext(organizationId, { section, key }))
  return opened === null ? null : (JSON.parse(opened) as ConfigBody)
}

export const appliedContext = (organizationId: string, { section, key }: { section: string; key: string }): string =>
  `managed object ${organizationId} ${section} ${key}`

function restorable({ section, key }: DesiredObject, { live, now }: PlanContext): RestoredMonitor | null {
  const before = section === 'monitors' && live.managed.get(objectPath({ section, key }))
  if (!before || before.monitorNumber === null) return null
  if (before.deletedAt && now.getTime() - before.deletedAt.getTime() > restorableMs) return null
  return { id: before.objectId, monitorNumber: before.monitorNumber }
}

/** Objects that these sources manage, that their documents no longer have, and that can be deleted. */
function unlistedObjects(
  { objects, sources, prunesDefaultGroup = false }: PlanRequest,
  { objects: present }: Live,
): LiveObject[] {
  const listed = new Set(objects.map(({ section, key }) => `${section} ${key}`))
  return present.filter(
    ({ section, key, managed, isPermanent }) =>
      managed &&
      sources.includes(managed.source) &&
      (!isPermanent || prunesDefaultGroup) &&
      !listed.has(`${section} ${key}`),
  )
}

/** Another document has this object: one of the two would change or delete what the other one wants. */
function refuseForeign(desired: readonly DesiredObject[], request: PlanRequest): void {
  const foreign = desired.filter((object) => isForeign(object, request))
  if (request.takeOver === 'all' || foreign.length === 0) return
  const owners = [...new Set(foreign.map(({ live }) => live!.managed!.source))]
  const sources = [...new Set(foreign.map(({ source }) => source))]
  throw new Fault(
    'conflict',
    `${namesOf(foreign)}: managed by the source ${owners.join(', ')}, and this document is ${sources.join(', ')}. ` +
      `Use other keys, or take these objects over: takeOver in the API, --take-over ${quoted(owners.join())} in lapwing`,
  )
}

const quoted = (text: string): string => (/^[\w./,-]+$/.test(text) ? text : JSON.stringify(text))

function isForeign({ live, source }: DesiredObject, { takeOver }: PlanRequest): boolean {
  if (!live?.managed || [source, unnamedSource].includes(live.managed.source)) return false
  return takeOver === 'all' || !takeOver.includes(live.managed.source)
}

const deletionOf = ({ section, key, id, name }: LiveObject): PlannedObjectChange => ({
  action: 'delete',
  section,
  key,
  id,
  name,
  restores: null,
  fields: [],
})

const alwaysPruned = 10
const prunedShare = 0.2

/**
 * A document that was cut off or that is for another organization must not delete everything. A limit that was sent
 * is for all sources together, the usual one for each.
 */
function refuseTooMany(deleted: readonly LiveObject[], { pruneLimit, sources }: PlanRequest, { objects }: Live): void {
  for (const some of pruneLimit === null ? sources.map((source) => [source]) : [sources]) {
    const isOfThem = ({ managed }: LiveObject): boolean => managed !== null && some.includes(managed.source)
    const [count, managed] = [deleted.filter(isOfThem).length, objects.filter(isOfThem).length]
    const limit = pruneLimit ?? Math.max(alwaysPruned, Math.floor(managed * prunedShare))
    if (count <= limit) continue
    const name = sources.length > 1 ? ` of ${some.join(', ')}` : ''
    throw new Fault(
      'conflict',
      `The document${name} would delete ${count} of ${managed} managed objects, and the limit is ${limit}. ` +
        `Check that it is complete; to delete them all, allow ${deleted.length}: pruneLimit in the API, --prune-limit in lapwing`,
    )
  }
}

function keptWarning(unlisted: readonly LiveObject[]): string {
  return `${namesOf(unlisted)}: managed, but not in the document; plan with prune to delete them`
}

function namesOf(objects: readonly { readonly section: ConfigSection; readonly key: string }[]): string {
  const names = objects.slice(0, 5).map(({ section, key }) => `${section}[${key}]`)
  return `${names.join(', ')}${objects.length > names.length ? ` and ${objects.length - names.length} more` : ''}`
}

function takeoverWarning({ section, key, live, source }: DesiredObject): string[] {
  if (!live?.managed || [source, unnamedSource].includes(live.managed.source)) return []
  return [`${section}[${key}]: this ${nounOf[section]} is managed by ${live.managed.source}; applying takes it over`]
}
