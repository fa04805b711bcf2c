// Validates a JSON Schema itself.
import { regexpProblem } from '../../fields.ts'
import { type JsonValue, isObject } from './values.ts'

export type JsonSchema = boolean | { readonly [keyword: string]: JsonValue }

const types = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']
const deepest = 100

const isCount = (value: JsonValue): boolean => Number.isInteger(value) && (value as number) >= 0
const isNumber = (value: JsonValue): boolean => typeof value === 'number'
const isNames = (value: JsonValue): boolean => Array.isArray(value) && value.every((name) => typeof name === 'string')
const isTypes = (value: JsonValue): boolean =>
  (Array.isArray(value) ? value : [value]).every((one) => types.includes(one as string))

type Rule = readonly [holds: (value: JsonValue) => boolean, problem: string]
const count: Rule = [isCount, 'must be a whole number from 0']
const number: Rule = [isNumber, 'must be a number']
const bound: Rule = [(value) => isNumber(value) || typeof value === 'boolean', 'must be a number']
const names: Rule = [isNames, 'must be a list of names']

const plainKeywords: Readonly<Record<string, Rule>> = {
  type: [isTypes, `must be one of ${types.join(', ')}, or a list of them`],
  enum: [(value) => Array.isArray(value), 'must be a list of values'],
  required: names,
  multipleOf: [(value) => isNumber(value) && (value as number) > 0, 'must be a number above 0'],
  maximum: number,
  minimum: number,
  exclusiveMaximum: bound,
  exclusiveMinimum: bound,
  maxLength: count,
  minLength: count,
  maxItems: count,
  minItems: count,
  maxContains: count,
  minContains: count,
  maxProperties: count,
  minProperties: count,
  uniqueItems: [(value) => typeof value === 'boolean', 'must be true or false'],
  format: [(value) => typeof value === 'string', 'must be a name such as date-time'],
}

const oneSchema = ['additionalProperties', 'additionalItems', 'contains', 'propertyNames', 'not', 'if', 'then', 'else']
const schemaLists = ['prefixItems', 'allOf', 'anyOf', 'oneOf']
const schemaMaps = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']
/** Ignoring these would make a schema accept what it forbids. */
const unsupported = ['unevaluatedProperties', 'unevaluatedItems', '$dynamicRef', '$recursiveRef']

/** The location and the problem; null for a valid schema. */
export function schemaProblem(schema: JsonSchema): string | null {
  const known = anchorsOf(schema)
  const parts: SubSchema[] = [{ at: '', schema: schema as JsonValue, depth: 0 }]
  for (let part = parts.pop(); part; part = parts.pop()) {
    const found = partProblem(part, { known, root: schema })
    if (found !== null) return found
    parts.push(...partsIn(part))
  }
  return null
}

interface SubSchema {
  /** A JSON pointer. */
  readonly at: string
  readonly schema: JsonValue
  readonly depth: number
}

function partProblem(
  { at, schema, depth }: SubSchema,
  { known, root }: { known: Anchors; root: JsonSchema },
): string | null {
  const where = at === '' ? '' : `${at} `
  if (typeof schema === 'boolean') return null
  if (!isObject(schema)) return `${where}must be a schema: an object, true or false`
  if (depth > deepest) return `${where}is nested more than ${deepest} levels deep`
  for (const [keyword, value] of Object.entries(schema)) {
    const problem = keywordProblem(keyword, value)
    if (problem) return `${at}/${keyword} ${problem}`
  }
  const reference = schema['$ref']
  if (reference === undefined || resolve(reference, { root, known }) !== undefined) return null
  return `${at}/$ref must lead to a part of this schema, such as #/$defs/name`
}

function keywordProblem(keyword: string, value: JsonValue): string | null {
  const [holds, problem] = plainKeywords[keyword] ?? []
  if (holds && problem) return holds(value) ? null : problem
  if (unsupported.includes(keyword)) return 'is not supported; use additionalProperties, items or $ref instead'
  if (keyword === 'pattern') return typeof value === 'string' ? regexpProblem(value) : 'must be a regular expression'
  if (keyword === 'patternProperties' && isObject(value))
    return (
      Object.keys(value)
        .map(regexpProblem)
        .find((found) => found !== null) ?? null
    )
  if (keyword === 'dependentRequired') return isObject(value) && Object.values(value).every(isNames) ? null : names[1]
  if (schemaLists.includes(keyword)) return Array.isArray(value) ? null : 'must be a list of schemas'
  if (schemaMaps.includes(keyword) || keyword === 'dependencies') return isObject(value) ? null : 'must be an object'
  return null
}

/** The direct subschemas. */
function partsIn({ at, schema, depth }: SubSchema): SubSchema[] {
  if (!isObject(schema)) return []
  const part = (schema: JsonValue, ...path: (string | number)[]): SubSchema => ({
    at: [at, ...path].join('/'),
    schema,
    depth: depth + 1,
  })
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (oneSchema.includes(keyword)) return [part(value, keyword)]
    if (keyword === 'items' && !Array.isArray(value)) return [part(value, keyword)]
    if ((schemaLists.includes(keyword) || keyword === 'items') && Array.isArray(value))
      return value.map((one: JsonValue, index) => part(one, keyword, index))
    if (schemaMaps.includes(keyword) && isObject(value))
      return Object.entries(value).map(([name, one]) => part(one, keyword, name))
    if (keyword === 'dependencies' && isObject(value))
      return Object.entries(value).flatMap(([name, one]) => (isNames(one) ? [] : [part(one, keyword, name)]))
    return []
  })
}

export type Anchors = ReadonlyMap<string, JsonSchema>

/** Anchors and ids that a `$ref` can name. */
export function anchorsOf(root: JsonSchema): Anchors {
  const known = new Map<string, JsonSchema>([['#', root]])
  if (isObject(root) && typeof root['$id'] === 'string') known.set(root['$id'].replace(/#$/, ''), root)
  const parts: SubSchema[] = [{ at: '', schema: root as JsonValue, depth: 0 }]
  for (let part = parts.pop(); part; part = parts.pop()) {
    const { schema, depth } = part
    if (!isObject(schema) || depth > deepest) continue
    if (typeof schema['$anchor'] === 'string') known.set(`#${schema['$anchor']}`, schema)
    if (typeof schema['$id'] === 'string' && schema['$id'].startsWith('#')) known.set(schema['$id'], schema)
    parts.push(...partsIn(part))
  }
  return known
}

export function resolve(
  reference: JsonValue,
  { root, known }: { root: JsonSchema; known: Anchors },
): JsonSchema | undefined {
  if (typeof reference !== 'string') return undefined
  const named = known.get(reference)
  if (named !== undefined) return named
  const [base = '', path] = reference.split('#/')
  if (path === undefined || (base !== '' && known.get(base) !== root)) return undefined
  let part: JsonValue | undefined = root as JsonValue
  for (const name of path.split('/').map(pointerName)) {
    if (name === null || part === undefined || part === null || typeof part !== 'object') return undefined
    part = Object.hasOwn(part, name) ? (part as { readonly [name: string]: JsonValue })[name] : undefined
  }
  return typeof part === 'boolean' || isObject(part) ? part : undefined
}

function pointerName(escaped: string): string | null {
  try {
    return decodeURIComponent(escaped).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return null
  }
}
