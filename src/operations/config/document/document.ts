// Configuration documents as clients send them: YAML or JSON, with a list of objects per section.
import { z } from 'zod'
import { Fault } from '../../../domain/fault.ts'
import { parse } from '../../../domain/validation.ts'
import { MistakesFault, type PlacedObject, type Problems, objectPath } from '../problems.ts'
import { type ConfigObject, type ConfigSection, sections } from './sections.ts'

const maxObjects = 5000

export const objectKey = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9._-]{0,99}$/,
    'must be 1 to 100 lowercase letters, digits, ., _ and -, and start with a letter or digit',
  )

/** Names the document, so that it deletes only what it manages itself. */
export const sourceName = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\r\n]*$/, 'must be one line')

const object = z.looseObject({ key: objectKey })

/** Items are validated one by one, so that equal mistakes are reported together. */
const list = z.array(z.unknown()).nullish()
const shape = Object.fromEntries(sections.map((section) => [section, list])) as Record<ConfigSection, typeof list>
const document = z.strictObject({ version: z.literal(1).optional(), source: sourceName.optional(), ...shape })

/** One of the documents of a request. */
export interface DocumentValue {
  /** Null if it has no name. */
  readonly file: string | null
  readonly value: unknown
}

export interface ReadDocuments {
  /** Of the documents; files of one source are one document. */
  readonly sources: readonly string[]
  /** In the order of sections, files, and lines. */
  readonly objects: readonly ConfigObject[]
}

interface DocumentReading {
  /** Names documents that have no source themselves. */
  readonly source?: string | undefined
  /** Then every document needs a source. */
  readonly prune?: boolean
  readonly problems: Problems
}

/** Of documents without a name: what it manages may be managed by any document. */
export const unnamedSource = 'config'

/** Reads what is valid, and adds the mistakes to the problems. */
export function readDocuments(documents: readonly DocumentValue[], reading: DocumentReading): ReadDocuments {
  const { problems } = reading
  const read = documents.map(({ value }, document) => {
    const refused = refusedField(value)
    if (refused !== null) throw new MistakesFault([refused], [document])
    const { source: own, ...lists } = readLists(value ?? {}, { problems, document })
    return { source: sourceOf(own, { ...reading, document }), lists }
  })
  const objects: ConfigObject[] = []
  const seen = new Map<string, number>()
  for (const section of sections) {
    refuseManyObjects(section, read)
    for (const [document, { source, lists }] of read.entries())
      for (const [index, item] of (lists[section] ?? []).entries()) {
        const place = { section, key: String(index), document }
        try {
          const { key, ...body } = parse(object, item, [objectPath(place)])
          const path = objectPath({ section, key })
          refuseTwice(path, place, { first: seen.get(path), documents })
          seen.set(path, document)
          objects.push({ section, key, body, source, document })
        } catch (error) {
          problems.add(place, error)
        }
      }
  }
  return { sources: [...new Set(read.map(({ source }) => source))], objects }
}

type Lists = Partial<z.output<typeof document>>

function sourceOf(
  own: string | undefined,
  { source = own, prune = false, problems, document: number }: DocumentReading & { readonly document: number },
): string {
  const refuse = (text: string): void => problems.addOfDocument(number, new Fault('invalid_request', `source: ${text}`))
  if (own !== undefined && source !== own) refuse(`is ${source}, but the document says ${own}`)
  if (prune && source === undefined) refuse('required to delete objects; write `source: …` into the document')
  return source ?? unnamedSource
}

interface FirstUse {
  /** The document that has the key as well. */
  readonly first: number | undefined
  readonly documents: readonly DocumentValue[]
}

function refuseTwice(path: string, place: PlacedObject, { first, documents }: FirstUse): void {
  if (first === undefined) return
  const isElsewhere = documents[first]!.file !== documents[place.document]!.file
  const where = isElsewhere ? `; ${path} is also in ${documents[first]!.file}` : ''
  throw new Fault('invalid_request', `${objectPath(place)}.key: is used twice${where}`)
}

/** If the document has a mistake, the sections that are lists nevertheless. */
function readLists(value: unknown, { problems, document: number }: { problems: Problems; document: number }): Lists {
  try {
    return parse(document, value, [])
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    problems.addOfDocument(number, error)
    const lists = Object.entries(value as object).filter(([name, items]) => name in shape && Array.isArray(items))
    return Object.fromEntries(lists)
  }
}

/** Before they are validated, because each that is invalid costs more than one that is not. */
function refuseManyObjects(section: ConfigSection, read: readonly { readonly lists: Lists }[]): void {
  if (read.reduce((sum, { lists }) => sum + (lists[section]?.length ?? 0), 0) > maxObjects)
    throw new Fault('payload_too_large', `${section}: has more than ${maxObjects.toLocaleString('en')} objects`)
}

function refusedField(value: unknown): string | null {
  // Schemas drop this name without a word.
  if (hasPrototype(value)) return '__proto__: unsupported field'
  const isObject = value !== null && typeof value === 'object'
  if (isObject && 'singleSignOn' in value)
    return 'singleSignOn: only owners set it up, in the dashboard, or the provision file'
  return null
}

const hasPrototype = (value: unknown): boolean =>
  value !== null &&
  typeof value === 'object' &&
  (Object.hasOwn(value, '__proto__') || Object.values(value).some(hasPrototype))
