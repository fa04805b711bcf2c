// What others changed since a configuration was applied, and who did it.
import { latestOutsideChange } from '../../store/accounts/activity.ts'
import type { OrganizationContext } from '../registry/define.ts'
import type { FieldChange } from './compare.ts'
import type { Live, LiveObject } from './directory.ts'
import { openedOf } from './kinds/monitor-kind.ts'
import { objectPath } from './problems.ts'
import type { ConfigPlan, PlannedObjectChange } from './plan.ts'
import { concealed } from './kinds/secrets.ts'
import type { ConfigSection } from './document/sections.ts'

export interface Drift {
  readonly section: ConfigSection
  readonly key: string
  readonly deleted: boolean
  readonly fields: readonly string[]
  readonly by: string | null
  readonly via: string | null
  readonly at: Date | null
  /** Such as `interval was changed in the dashboard by Ada on 2026-03-01 at 12:00 UTC`. */
  readonly message: string
}

const places: Readonly<Record<string, string>> = {
  dashboard: ' in the dashboard',
  api: ' through the API',
  mcp: ' by an assistant',
  a2a: ' by an assistant',
}

/** Each has a query of its own; more are listed without their author. */
const maxAuthors = 50

export async function driftOf(context: OrganizationContext, plan: ConfigPlan, live: Live): Promise<Drift[]> {
  const drifts: Drift[] = []
  for (const change of plan.changes) {
    const fields = change.fields.filter(({ cause }) => cause !== 'document')
    const owner = live.managed.get(objectPath(change))
    const wasDeleted = change.action === 'create' && owner?.deletedAt === null
    if (!owner || (fields.length === 0 && !wasDeleted)) continue
    const object = live.byPath.get(objectPath(change))
    const ids = object ? idsOf(object) : [owner.objectId]
    const author = drifts.length < maxAuthors ? await authorOf(context, ids, owner.appliedAt) : undefined
    drifts.push(describe(change, { fields, deleted: wasDeleted, author }))
  }
  return drifts
}

/** Changes of rules are recorded with the ids of the rules. */
const idsOf = (object: LiveObject): string[] => [
  String(object.id),
  ...(object.section === 'monitors' ? openedOf(object)!.rules.map(({ id }) => id) : []),
]

const authorOf = ({ db, caller }: OrganizationContext, ids: readonly string[], since: Date) =>
  latestOutsideChange(db, caller.organization.id, { ids, since })

interface DriftDetails {
  readonly fields: readonly FieldChange[]
  readonly deleted: boolean
  readonly author: Awaited<ReturnType<typeof latestOutsideChange>>
}

function describe({ section, key }: PlannedObjectChange, { fields, deleted, author }: DriftDetails): Drift {
  const names = fields.map(({ field }) => field)
  const subject = deleted ? 'it was deleted' : `${names.join(', ')} ${names.length === 1 ? 'was' : 'were'} changed`
  const by = author?.actor ? ` by ${author.actor}` : ''
  const at = author ? ` on ${author.at.toISOString().slice(0, 16).replace('T', ' at ')} UTC` : ''
  const message = `${subject}${places[author?.via ?? ''] ?? ''}${by}${at}`
  const [actor, via] = [author?.actor ?? null, author?.via ?? null]
  return { section, key, deleted, fields: names, by: actor, via, at: author?.at ?? null, message }
}

/** A field change as plans show it. */
export const shownField = ({ field, from, to, cause }: FieldChange): FieldChange => ({
  field,
  from: concealed(from),
  to: concealed(to),
  cause,
})
