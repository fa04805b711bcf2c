// What a document asks for, object by object, beside what is stored.
import { Fault } from '../../domain/fault.ts'
import { parse } from '../../domain/validation.ts'
import { stayInTransaction } from '../../store/database/stay-in-transaction.ts'
import type { OrganizationContext } from '../registry/define.ts'
import { faultOf } from '../registry/steps/run-operation.ts'
import type { Directory, Live, LiveObject } from './directory.ts'
import { plain, sorted } from './kinds/kind.ts'
import { kinds } from './kinds/kinds.ts'
import { unfilled } from './document/named-secrets.ts'
import { VariableValues } from './variables.ts'
import { mapReferences } from './document/references.ts'
import { type Problems, objectPath } from './problems.ts'
import {
  type ConfigBody,
  type ConfigObject,
  type ObjectId,
  type ReferenceTarget,
  nounOf,
  numbered,
} from './document/sections.ts'

export interface DesiredObject extends ConfigObject {
  readonly name: string
  /** The object that has the key: managed under it, or with a name that gives this key. */
  readonly live: LiveObject | undefined
  /** As it would be stored, with keys as references and fingerprints in place of secrets. */
  readonly compared: ConfigBody
}

/** The objects without mistakes; the others are added to the problems. */
export async function readDesired(
  context: OrganizationContext,
  objects: readonly ConfigObject[],
  { live, problems }: { live: Live; problems: Problems },
): Promise<DesiredObject[]> {
  const lookup = new ReferenceLookup(objects, live.directory)
  const variables = new VariableValues(context)
  const desired: DesiredObject[] = []
  for (const [n, object] of objects.entries()) {
    // Validating thousands of objects takes seconds, in which others want responses.
    if (n % objectsAtOnce === 0) {
      await new Promise(setImmediate)
      await stayInTransaction(context.db)
    }
    try {
      desired.push(await desiredOf(context, await variables.fillIn(object), { live, lookup }))
    } catch (error) {
      problems.add(object, error)
    }
  }
  return desired
}

const objectsAtOnce = 20

interface DesiredContext {
  readonly live: Live
  readonly lookup: ReferenceLookup
}

async function desiredOf(
  context: OrganizationContext,
  object: ConfigObject,
  { live, lookup }: DesiredContext,
): Promise<DesiredObject> {
  const { section, key, source, document } = object
  const at = objectPath(object)
  const kind = kinds[section]
  const stored = live.byPath.get(at)
  const wrong: string[] = []
  const attempt = <Result>(work: () => Result): Result | undefined => {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      wrong.push(...error.problems)
      return undefined
    }
  }
  attempt(() => refuseForeignFields(object, at))
  const named = mapReferences(
    section,
    object.body,
    (reference) => attempt(() => lookup.keyOf(reference, at)) ?? String(reference.value),
  )
  const completed = kind.complete?.(named, stored) ?? named
  const withIds = mapReferences(section, completed, ({ target, value }) => lookup.idOf(target, value as string))
  const parsed = attempt(() => plain(parse(kind.body, withIds, [at]) as object))
  let asStored = parsed
  try {
    if (parsed) asStored = (await kind.compared?.(parsed, stored, context)) ?? parsed
  } catch (error) {
    const named = faultOf(at, error)
    if (!(named instanceof Fault)) throw named
    wrong.push(...named.problems)
  }
  if (!parsed || !asStored || wrong.length > 0) throw new Fault('invalid_request', onePerPath(wrong))
  const body = lookup.withKeys(section, parsed)
  const compared = sorted(kind, lookup.withKeys(section, asStored))
  for (const field of kind.fixed ?? [])
    if (stored && stored.body[field] !== compared[field])
      throw new Fault('invalid_request', `${at}.${field}: cannot change; use another key to create a new object`)
  return { section, key, source, document, body, name: String(parsed.name), live: stored, compared }
}

/** The first problem of each path: a secret without a value also has the wrong type. */
const onePerPath = (found: readonly string[]): string[] =>
  [...Map.groupBy(found, (problem) => problem.slice(0, problem.indexOf(': '))).values()].map(([first]) => first!)

/** Fields that the API takes but a document cannot have, and secrets that nobody filled in. */
function refuseForeignFields({ section, body }: ConfigObject, at: string): void {
  for (const path of kinds[section].withoutFields ?? []) {
    const [list = '', field = ''] = path.split('[].')
    const items = body[list]
    if (Array.isArray(items) && items.some((item) => isRecord(item) && Object.hasOwn(item, field)))
      throw new Fault('invalid_request', `${at}.${list}: must not have ${field}; objects are identified by name`)
  }
  const open = ['config', 'password', 'secret'].map((field) => unfilled(body[field], field)).find(Boolean)
  if (open)
    throw new Fault(
      'invalid_request',
      `${at}.${open.path}: {env: ${open.name}} has no value; set the variable, or send it in values`,
    )
}

const isRecord = (value: unknown): value is ConfigBody =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Translates references between keys and ids; objects that do not exist yet get an id for the time being. */
class ReferenceLookup {
  readonly #own: ReadonlySet<string>
  /** Keys of the document's objects by name, if no two have it. */
  readonly #named: ReadonlyMap<string, string | undefined>
  readonly #directory: Directory
  readonly #ids = new Map<string, ObjectId>()
  readonly #keys = new Map<string, string>()

  constructor(objects: readonly ConfigObject[], directory: Directory) {
    this.#own = new Set(objects.map(({ section, key }) => `${section} ${key}`))
    this.#directory = directory
    const byName = Map.groupBy(objects, ({ section, body }) => `${section} ${String(body.name).toLowerCase()}`)
    this.#named = new Map([...byName].map(([name, same]) => [name, same.length === 1 ? same[0]!.key : undefined]))
  }

  keyOf({ target, value, path }: { target: ReferenceTarget; value: unknown; path: string }, at: string): string {
    const reference = typeof value === 'number' ? String(value) : value
    if (typeof reference !== 'string') throw new Fault('invalid_request', `${at}.${path}: must be a key, id or name`)
    if (this.#own.has(`${target} ${reference}`)) return reference
    const entry = this.#directory.find(target, reference)
    if (entry?.key === reference || String(entry?.id) === reference.toLowerCase()) return entry!.key
    const named = this.#named.get(`${target} ${reference.toLowerCase()}`) ?? entry?.key
    if (named) return named
    throw new Fault('invalid_request', `${at}.${path}: no ${nounOf[target]} has the key, id or name ${reference}`)
  }

  idOf(target: ReferenceTarget, key: string): ObjectId {
    const name = `${target} ${key}`
    const known = this.#ids.get(name)
    if (known !== undefined) return known
    const number = this.#ids.size + 1
    const placeholder = numbered.has(target)
      ? Number.MAX_SAFE_INTEGER - number
      : `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
    const id = this.#directory.find(target, key)?.id ?? placeholder
    this.#ids.set(name, id)
    this.#keys.set(`${target} ${id}`, key)
    return id
  }

  withKeys(section: ConfigObject['section'], body: ConfigBody): ConfigBody {
    return mapReferences(
      section,
      body,
      ({ target, value }) =>
        this.#keys.get(`${target} ${value as ObjectId}`) ?? this.#directory.keyOf(target, value as ObjectId),
    )
  }
}
