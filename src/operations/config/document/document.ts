// A configuration document as clients send it: YAML or JSON, with a list of objects per section.
import type * as Yaml from 'yaml'
import { maxYamlAliases, refuseCostlyYaml } from '../../../codecs/yaml-limits.ts'
import { tooManyValues } from '../../../domain/limits/json-limits.ts'
import { onFirstUse } from '../../../domain/limits/on-first-use.ts'
import { z } from 'zod'
import { Fault } from '../../../domain/fault.ts'
import { parse } from '../../../domain/validation.ts'
import { refuseUnstorable } from '../../../domain/limits/storable.ts'
import type { ConfigBody, ConfigSection } from './sections.ts'

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

export interface ConfigObject {
  readonly section: ConfigSection
  readonly key: string
  /** Everything but the key. */
  readonly body: ConfigBody
}

const list = z.array(object).nullish()
const shape = { contacts: list, onCallSchedules: list, contactGroups: list, channels: list, escalationPolicies: list }
const document = z.strictObject({
  version: z.literal(1).optional(),
  source: sourceName.optional(),
  ...shape,
  monitors: list,
  maintenanceWindows: list,
  statusPages: list,
  objectives: list,
} satisfies Record<ConfigSection, typeof list> & { version: z.ZodType; source: z.ZodType })

export interface ReadDocument {
  readonly source: string | undefined
  /** In the order of the document. */
  readonly objects: readonly ConfigObject[]
}

export function readDocument(value: unknown): ReadDocument {
  refuseManyObjects(value)
  refusePrototypes(value)
  const { version: _version, source, ...lists } = parse(document, value ?? {}, [])
  const objects = Object.entries(lists).flatMap(([section, items]) =>
    (items ?? []).map(({ key, ...body }) => ({ section: section as ConfigSection, key, body })),
  )
  refuseEqualKeys(objects)
  return { source, objects }
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

function refuseEqualKeys(objects: readonly ConfigObject[]): void {
  const seen = new Set<string>()
  for (const { section, key } of objects) {
    const name = `${section}[${key}]`
    if (seen.has(name)) throw new Fault('invalid_request', `${name}: the key is used twice`)
    seen.add(name)
  }
}

/** Refuses aliases that multiply, duplicate keys, and nesting that no document needs. */
export function parseYaml(text: string): unknown {
  refuseCostlyYaml(text, 'yaml')
  try {
    const parsed = yaml().parseDocument(text, { prettyErrors: true, maxAliasCount: maxYamlAliases } as object)
    const mistake = parsed.errors[0]
    if (mistake) throw new Fault('invalid_request', `yaml: ${mistake.message}`)
    const value: unknown = parsed.toJS({ maxAliasCount: maxYamlAliases })
    refuseUnstorable(value)
    refuseManyValues(value)
    return value
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
