// A configuration document as clients send it: YAML or JSON, with a list of objects per section.
import type * as Yaml from 'yaml'
import { maxYamlAliases, refuseCostlyYaml } from '../../../codecs/yaml-limits.ts'
import { tooManyValues } from '../../../domain/limits/json-limits.ts'
import { onFirstUse } from '../../../domain/limits/on-first-use.ts'
import { z } from 'zod'
import { Fault } from '../../../domain/fault.ts'
import { parse } from '../../../domain/validation.ts'
import { refuseUnstorable } from '../../../domain/limits/storable.ts'
import type { YamlDocument } from '../../registry/document-reader.ts'
import { type Problems, objectPath } from '../problems.ts'
import { type ConfigObject, type ConfigSection, sections } from './sections.ts'

const yaml = onFirstUse<typeof Yaml>('yaml')

const maxObjects = 5000
/** A document of 2,000 monitors with a rule each has 50,000. */
export const maxConfigValues = 60_000

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

export interface ReadDocument {
  readonly source: string | undefined
  /** In the order of the document. */
  readonly objects: readonly ConfigObject[]
}

/** Reads what is valid, and adds the mistakes to `problems`. */
export function readDocument(value: unknown, problems: Problems): ReadDocument {
  refuseManyObjects(value)
  refusePrototypes(value)
  if (value !== null && typeof value === 'object' && 'singleSignOn' in value)
    throw new Fault('invalid_request', 'singleSignOn: only owners set it up, in the dashboard, or the provision file')
  const { source, ...lists } = readLists(value ?? {}, problems)
  const objects: ConfigObject[] = []
  const seen = new Set<string>()
  for (const section of sections)
    for (const [index, item] of (lists[section] ?? []).entries()) {
      const place = { section, key: String(index) }
      try {
        const { key, ...body } = parse(object, item, [objectPath(place)])
        const path = objectPath({ section, key })
        if (seen.has(path)) throw new Fault('invalid_request', `${objectPath(place)}.key: is used twice`)
        seen.add(path)
        objects.push({ section, key, body })
      } catch (error) {
        problems.add(place, error)
      }
    }
  return { source, objects }
}

/** If the document has a mistake, the sections that are lists nevertheless. */
function readLists(value: unknown, problems: Problems): Partial<z.output<typeof document>> {
  try {
    return parse(document, value, [])
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    problems.addOfDocument(error)
    const lists = Object.entries(value as object).filter(([name, items]) => name in shape && Array.isArray(items))
    return Object.fromEntries(lists)
  }
}

/** Before they are validated, because each that is invalid costs more than one that is not. */
function refuseManyObjects(value: unknown): void {
  for (const [section, items] of Object.entries(value ?? {}))
    if (Array.isArray(items) && items.length > maxObjects)
      throw new Fault('payload_too_large', `${section}: has more than ${maxObjects.toLocaleString('en')} objects`)
}

/** Schemas drop this name without a word. */
function refusePrototypes(value: unknown): void {
  if (value === null || typeof value !== 'object') return
  if (Object.hasOwn(value, '__proto__')) throw new Fault('invalid_request', '__proto__: unsupported field')
  for (const part of Object.values(value)) refusePrototypes(part)
}

const maxMistakes = 20

/** Refuses aliases that multiply, duplicate keys, and nesting that no document needs. */
export function parseYaml(text: string): YamlDocument {
  refuseCostlyYaml(text, 'yaml')
  try {
    const lineCounter = new (yaml().LineCounter)()
    const parsed = yaml().parseDocument(text, {
      prettyErrors: false,
      lineCounter,
      maxAliasCount: maxYamlAliases,
    } as object)
    const mistakes = parsed.errors.slice(0, maxMistakes).map(({ message, pos: [offset] }) => {
      const { line, col } = lineCounter.linePos(offset)
      return { message, line, column: col }
    })
    if (mistakes.length > 0) return { value: undefined, mistakes }
    const value: unknown = parsed.toJS({ maxAliasCount: maxYamlAliases })
    refuseUnstorable(value)
    refuseManyValues(value)
    return { value, mistakes }
  } catch (error) {
    if (error instanceof Fault) throw error
    const reason = error instanceof RangeError ? 'is nested too deeply' : (error as Error).message
    throw new Fault('invalid_request', `yaml: ${reason}`)
  }
}

/** Aliases share what they stand for, until it is written. */
function refuseManyValues(document: unknown): void {
  let count = 0
  const visit = (value: unknown): void => {
    if (++count > maxConfigValues) throw tooManyValues(maxConfigValues, 'yaml')
    if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) visit(part)
  }
  visit(document)
}
