// The ids of objects while a plan is carried out: some exist, others are created on the way.
import type { DesiredObject } from './desired.ts'
import type { Directory } from './directory.ts'
import { mapReferences } from './document/references.ts'
import type { ConfigBody, ConfigSection, ObjectId, ReferenceTarget } from './document/sections.ts'

/** References that may lead to an object that is created later; they are set when all objects exist. */
const deferrable: Readonly<Partial<Record<ConfigSection, string>>> = {
  contactGroups: 'escalationPolicyId',
  channels: 'fallbackChannelId',
}

export interface DeferredReference {
  readonly object: DesiredObject
  readonly field: string
  readonly target: ReferenceTarget
  readonly key: string
}

export class Resolver {
  readonly deferred: DeferredReference[] = []
  readonly #directory: Directory
  readonly #created = new Map<string, ObjectId>()
  readonly #awaited: ReadonlySet<string>

  /** `awaited` are the objects that will be created. */
  constructor(directory: Directory, awaited: readonly Pick<DesiredObject, 'section' | 'key'>[]) {
    this.#directory = directory
    this.#awaited = new Set(awaited.map(({ section, key }) => `${section} ${key}`))
  }

  add(section: ConfigSection, key: string, id: ObjectId): void {
    this.#created.set(`${section} ${key}`, id)
  }

  /** Undefined if it is not created yet. */
  idOf(target: ReferenceTarget, key: string): ObjectId | undefined {
    const name = `${target} ${key}`
    if (this.#awaited.has(name)) return this.#created.get(name)
    // A reference that nobody resolves is the id of an object that was deleted.
    return this.#directory.find(target, key)?.id ?? key
  }

  /** A body with ids in place of keys; references to objects that are created later are null and deferred. */
  withIds(object: Pick<DesiredObject, 'section'>, body: ConfigBody): ConfigBody {
    return mapReferences(object.section, body, ({ target, value }) => this.idOf(target, value as string) ?? null)
  }

  /** Defers what an object cannot refer to yet; returns the field. */
  defer(object: DesiredObject): string | undefined {
    const field = deferrable[object.section]
    const key = field && object.body[field]
    if (field === undefined || typeof key !== 'string') return undefined
    const target = object.section === 'channels' ? 'channels' : 'escalationPolicies'
    if (this.idOf(target, key) !== undefined) return undefined
    this.deferred.push({ object, field, target, key })
    return field
  }
}
