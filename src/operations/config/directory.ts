// Who is who: every object of an organization has one key, under which documents refer to it.
import { listLocations } from '../../store/checking/locations.ts'
import { membersOfOrganization } from '../../store/accounts/users.ts'
import { type ManagedObject, managedObjects } from '../../store/config/managed-objects.ts'
import type { OrganizationContext } from '../registry/define.ts'
import { type StoredObject, sorted } from './kinds/kind.ts'
import { kinds } from './kinds/kinds.ts'
import { mapReferences } from './document/references.ts'
import { objectPath } from './problems.ts'
import {
  type ConfigBody,
  type ConfigSection,
  type ObjectId,
  type ReferenceTarget,
  sections,
} from './document/sections.ts'

/** An object of the organization. References in its bodies are keys. */
export interface LiveObject extends StoredObject {
  readonly section: ConfigSection
  /** Derived from its name if no configuration manages it. */
  readonly key: string
  readonly managed: ManagedObject | null
}

interface DirectoryEntry {
  readonly id: ObjectId
  readonly key: string
  /** Other names under which a document may refer to it. */
  readonly names: readonly string[]
}

export interface Live {
  readonly objects: readonly LiveObject[]
  readonly byPath: ReadonlyMap<string, LiveObject>
  readonly managed: ReadonlyMap<string, ManagedObject>
  readonly directory: Directory
}

export class Directory {
  readonly #byKey = new Map<string, DirectoryEntry>()
  readonly #byId = new Map<string, DirectoryEntry>()
  readonly #byName = new Map<string, Set<DirectoryEntry>>()

  constructor(entries: ReadonlyMap<ReferenceTarget, readonly DirectoryEntry[]>) {
    for (const [target, found] of entries)
      for (const entry of found) {
        this.#byKey.set(`${target} ${entry.key}`, entry)
        this.#byId.set(`${target} ${entry.id}`, entry)
        for (const name of entry.names) {
          const at = `${target} ${name.toLowerCase()}`
          this.#byName.set(at, (this.#byName.get(at) ?? new Set()).add(entry))
        }
      }
  }

  /** The key of an object; the id itself if it was deleted. */
  keyOf(target: ReferenceTarget, id: ObjectId): string {
    return this.#byId.get(`${target} ${id}`)?.key ?? String(id)
  }

  /** The object with this key, id or name; undefined if there is none or several have the name. */
  find(target: ReferenceTarget, reference: string): DirectoryEntry | undefined {
    const lower = `${target} ${reference.toLowerCase()}`
    const exact = this.#byKey.get(`${target} ${reference}`) ?? this.#byId.get(lower)
    if (exact) return exact
    const [named, another] = this.#byName.get(lower) ?? []
    return another ? undefined : named
  }

  withKeys(section: ConfigSection, body: ConfigBody): ConfigBody {
    return mapReferences(section, body, ({ target, value }) => this.keyOf(target, value as ObjectId))
  }
}

/** Everything that a document can describe, as it is stored now. */
export async function readLive(context: OrganizationContext): Promise<Live> {
  const { db, caller } = context
  const organizationId = caller.organization.id
  const managed = await managedObjects(db, organizationId)
  const ownersBySection = Map.groupBy(
    managed.filter(({ deletedAt }) => deletedAt === null),
    ({ section }) => section,
  )
  const entries = new Map<ReferenceTarget, readonly DirectoryEntry[]>([
    ['users', (await membersOfOrganization(db, organizationId)).map(userEntry)],
    ['locations', (await listLocations(db, organizationId, { after: undefined, limit: 100_000 })).map(locationEntry)],
  ])
  const found: Omit<LiveObject, 'body' | 'shown'>[] & StoredObject[] = []
  for (const section of sections) {
    const owners = new Map(ownersBySection.get(section)?.map((one) => [one.objectId, one]))
    const rows = await kinds[section].read(context)
    const keyed = withKeys(rows, owners)
    entries.set(
      section,
      keyed.map(({ id, key, name, body }) => ({ id, key, names: namesOf(name, body) })),
    )
    found.push(...keyed.map((row) => ({ ...row, section, managed: owners.get(String(row.id)) ?? null })))
  }
  const directory = new Directory(entries)
  const objects = (found as LiveObject[]).map((object) => ({
    ...object,
    body: sorted(kinds[object.section], directory.withKeys(object.section, object.body)),
    shown: () => directory.withKeys(object.section, object.shown()),
  }))
  return {
    objects,
    byPath: new Map(objects.map((object) => [objectPath(object), object])),
    managed: new Map(managed.map((one) => [`${one.section}[${one.key}]`, one])),
    directory,
  }
}

const userEntry = ({ id, email, name }: { id: string; email: string; name: string | null }): DirectoryEntry => ({
  id,
  key: email,
  names: name === null ? [] : [name],
})

const locationEntry = ({ id, slug, name }: { id: string; slug: string; name: string }): DirectoryEntry => ({
  id,
  key: slug,
  names: [name],
})

const namesOf = (name: string, { email }: ConfigBody): string[] => (typeof email === 'string' ? [email, name] : [name])

/** Managed objects keep their keys; the others get one from their names, the oldest first. */
function withKeys(
  rows: readonly StoredObject[],
  owners: ReadonlyMap<string, ManagedObject>,
): (StoredObject & { key: string })[] {
  const taken = new Set([...owners.values()].map(({ key }) => key))
  return rows.map((row) => {
    const key = owners.get(String(row.id))?.key ?? freeKey(row.name, taken)
    taken.add(key)
    return { ...row, key }
  })
}

/** A key made of a name that no other object has. */
export function freeKey(name: string, taken: ReadonlySet<string>): string {
  const base = keyFrom(name)
  if (!taken.has(base)) return base
  let number = 2
  while (taken.has(`${base}-${number}`)) number++
  return `${base}-${number}`
}

const maxDerivedKey = 80

/** A key made of a name, such as `shop-eu` for “Shop (EU)”. */
function keyFrom(name: string): string {
  const words =
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  return words.join('-').slice(0, maxDerivedKey).replace(/-$/, '') || 'object'
}
