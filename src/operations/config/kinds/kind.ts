// What the configuration engine knows about one section: how its objects are read, compared, created and changed.
import type { z } from 'zod'
import type { CallerContext, OrganizationContext, RestoredMonitor } from '../../registry/define.ts'
import type { RunOperation } from '../../registry/steps/run-operation.ts'
import type { ConfigBody, ConfigSection, ObjectId } from '../document/sections.ts'

/** An object as it is stored. References in its bodies are ids. */
export interface StoredObject {
  readonly id: ObjectId
  readonly name: string
  /** The fields of the API's create body, with fingerprints in place of secrets. */
  readonly body: ConfigBody
  /** The same for people: secrets are masked. */
  shown(): ConfigBody
  /** It cannot be deleted. */
  readonly isPermanent?: boolean
  /** What only the kind itself reads. */
  readonly row: unknown
}

export interface ObjectUpdate {
  readonly before: StoredObject
  /** Whole, with secrets and with ids as references. */
  readonly after: ConfigBody
  /** The same with fingerprints. */
  readonly compared: ConfigBody
  /** The fields of the first level that differ. */
  readonly changed: ReadonlySet<string>
}

interface KindBase {
  readonly section: ConfigSection
  /** Its name in the activity log. */
  readonly entityType: string
  /** What a document may say about an object, besides its key. */
  readonly body: z.ZodObject
  /** Fields of the body that a document cannot have, such as ids of rules. */
  readonly withoutFields?: readonly string[]
  /** Fields that an update cannot change. */
  readonly fixed?: readonly string[]
  /** Fields that a document may name instead, such as a password as `{env: NAME}`. */
  readonly named?: Readonly<Record<string, readonly ('env' | 'file' | 'variable')[]>>
  /** Lists of the first level whose order means nothing. */
  readonly unordered?: readonly string[]
  read(context: OrganizationContext): Promise<StoredObject[]>
  /** Fills in what the document may omit because it is stored. */
  complete?(body: ConfigBody, before: StoredObject | undefined): ConfigBody
  /** The body as it would be stored, with fingerprints in place of secrets; the body itself by default. */
  compared?(
    body: ConfigBody,
    before: StoredObject | undefined,
    context: OrganizationContext,
  ): ConfigBody | Promise<ConfigBody>
  /** What an object was compared as, once it is stored; for values that only the stored object tells. */
  applied?(context: OrganizationContext, id: ObjectId, compared: ConfigBody): Promise<ConfigBody>
}

/** A kind whose objects are written with an operation each. */
export interface KindOfSingles extends KindBase {
  readonly together?: undefined
  lock(context: OrganizationContext, id: ObjectId): Promise<unknown>
  create(run: RunOperation, body: ConfigBody): Promise<ObjectId>
  update(run: RunOperation, update: ObjectUpdate): Promise<void>
  /** `force` removes it from whatever uses it. */
  remove(run: RunOperation, id: ObjectId, force: boolean): Promise<void>
}

export interface KindOfMany extends KindBase {
  readonly together: ObjectWriter
}

export type ConfigKind = KindOfSingles | KindOfMany

interface NewObject {
  /** Begins each problem of the object. */
  readonly at: string
  readonly body: ConfigBody
  readonly restores: RestoredMonitor | undefined
}

export interface PlacedUpdate extends ObjectUpdate {
  readonly at: string
}

type OnRefused = (error: unknown, index: number) => void

/** Writes many objects with few statements. */
interface ObjectWriter {
  lock(context: OrganizationContext, ids: readonly ObjectId[]): Promise<unknown>
  /** Tells which objects are written one at a time, in their order. `changed` is null if the object is new. */
  tied(live: readonly StoredObject[]): (body: ConfigBody, changed: ReadonlySet<string> | null) => boolean
  /** Returns an id for each that was not refused. */
  create(context: CallerContext, objects: readonly NewObject[], onRefused: OnRefused): Promise<(ObjectId | undefined)[]>
  update(context: CallerContext, objects: readonly PlacedUpdate[], onRefused: OnRefused): Promise<void>
  remove(context: CallerContext, ids: readonly ObjectId[]): Promise<void>
}

/** Bodies hold JSON only, so that they can be compared and stored. */
export const plain = (body: object): ConfigBody => JSON.parse(JSON.stringify(body)) as ConfigBody

export const pick = (body: ConfigBody, keys: Iterable<string>): ConfigBody =>
  Object.fromEntries([...keys].map((key) => [key, body[key]]))

export function omit(body: ConfigBody, keys: readonly string[]): ConfigBody {
  return Object.fromEntries(Object.entries(body).filter(([key]) => !keys.includes(key)))
}

/** Gives each draft the id of the known part with its name; each id is used once. */
export function identified(
  drafts: readonly ConfigBody[],
  known: readonly { readonly id: string; readonly name: string }[],
): ConfigBody[] {
  const left = [...known]
  return drafts.map((draft) => {
    const index = left.findIndex(({ name }) => name === draft.name)
    const [own] = index < 0 ? [] : left.splice(index, 1)
    return own ? { ...draft, id: own.id } : draft
  })
}

/** A body whose unordered lists are sorted, so that bodies can be compared. */
export function sorted({ unordered = [] }: ConfigKind, body: ConfigBody): ConfigBody {
  const lists = unordered.filter((field) => Array.isArray(body[field]))
  return { ...body, ...Object.fromEntries(lists.map((field) => [field, [...new Set(body[field] as string[])].sort()])) }
}
