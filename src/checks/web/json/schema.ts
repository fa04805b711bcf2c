// Validates a JSON document against a JSON Schema (2020-12 and the differing syntax of older drafts).
import { type JsonValue, canonical, charactersIn, isObject, isSame } from './values.ts'
import type { Bounds } from './path.ts'
import { hasFormat } from './schema-formats.ts'
import { type Anchors, type JsonSchema, anchorsOf, resolve } from './schema-syntax.ts'

export interface Misfit {
  /** A JSON pointer into the document; empty for its root. */
  readonly at: string
  readonly problem: string
}

const maxMisfits = 10
// A document has at most 200 levels; a deeper recursion is a schema that refers to itself endlessly.
const deepest = 1500

/** Formats a value of the document or of the schema briefly. */
export type Show = (value: JsonValue) => string

interface ValidationRequest {
  readonly bounds: Bounds
  readonly show: Show
  /** Resolves after other work has run. */
  readonly nextSlice: () => Promise<void>
}

/** Returns an empty list if it matches. Yields between the slices of a large document. */
export async function misfits(
  schema: JsonSchema,
  document: JsonValue,
  { bounds, show, nextSlice }: ValidationRequest,
): Promise<Misfit[]> {
  bounds.effort.begin()
  const validating: ValidationContext = { root: schema, known: anchorsOf(schema), bounds, show, found: [], later: [] }
  later({ schema, value: document, depth: 0, name: null, above: null, validating })
  while (validating.found.length < maxMisfits && checkNext(validating)) {
    if (!bounds.effort.isSlice) continue
    await nextSlice()
    bounds.effort.begin()
  }
  return validating.found
}

const later = (look: SchemaTask): void => void look.validating.later.push(() => check(look))

/** Runs the next task; false if there is none. Tasks that it adds run right after it, in their order. */
function checkNext({ later }: ValidationContext): boolean {
  const look = later.pop()
  if (!look) return false
  const before = later.length
  look()
  for (let from = before, to = later.length - 1; from < to; from++, to--)
    [later[from], later[to]] = [later[to]!, later[from]!]
  return true
}

/** Validates one value against one schema. */
interface SchemaTask<S = JsonSchema> {
  readonly schema: S
  readonly value: JsonValue
  readonly depth: number
  /** Key of the value in its parent. Null if it is the same value. */
  readonly name: string | number | null
  readonly above: SchemaTask | null
  readonly validating: ValidationContext
}

interface ValidationContext {
  readonly root: JsonSchema
  readonly known: Anchors
  readonly bounds: Bounds
  /** Null if only the result matters, not the messages. */
  readonly show: Show | null
  /** Output. */
  readonly found: Misfit[]
  /** Pending tasks, the next one last. */
  readonly later: (() => void)[]
}

/** Values are formatted only for messages that are shown, because that takes longer than validating. */
type SchemaProblem = string | ((show: Show) => string)

/** A task whose schema is an object. */
type Detail = SchemaTask<{ readonly [keyword: string]: JsonValue }>

// In units of Effort; a step of a path costs 1.
const effortOfOneLook = 5
const effortOfOneMatch = 10

function check(look: SchemaTask): void {
  const { schema, value, depth, validating } = look
  validating.bounds.effort.spend(effortOfOneLook)
  if (schema === true) return
  if (depth > deepest)
    throw new Error('not checked: the JSON Schema of this monitor refers to itself endlessly; change its $ref')
  if (schema === false) return complain(look, 'must not be present')
  const detail: Detail = look as Detail
  if (schema['$ref'] !== undefined) also(detail, (resolve(schema['$ref'], validating) ?? false) as JsonValue)
  checkKind(detail)
  checkCombinations(detail)
  if (typeof value === 'number') checkNumber(value, detail)
  else if (typeof value === 'string') checkText(value, detail)
  else if (Array.isArray(value)) checkList(value as readonly JsonValue[], detail)
  else if (isObject(value)) checkObject(value, detail)
}

/** Adds a task for another schema on this value or a part of it. */
function also(
  look: SchemaTask,
  schema: JsonValue,
  part?: { readonly name: string | number; readonly value: JsonValue },
): void {
  const { name, value } = part ?? { name: null, value: look.value }
  later({ schema: schema as JsonSchema, value, depth: look.depth + 1, name, above: look, validating: look.validating })
}

/** Whether the value matches, without messages. */
function fits(look: SchemaTask, schema: JsonValue, value = look.value): boolean {
  const validating: ValidationContext = { ...look.validating, show: null, found: [], later: [] }
  later({ schema: schema as JsonSchema, value, depth: look.depth + 1, name: null, above: look, validating })
  while (validating.found.length === 0 && checkNext(validating));
  return validating.found.length === 0
}

function complain(look: SchemaTask, problem: SchemaProblem): void {
  const { found, show } = look.validating
  if (found.length >= maxMisfits) return
  if (show === null) return void found.push({ at: '', problem: '' })
  found.push({ at: pointerTo(look), problem: typeof problem === 'string' ? problem : problem(show) })
}

function pointerTo(look: SchemaTask): string {
  const names: (string | number)[] = []
  for (let here: SchemaTask | null = look; here; here = here.above) if (here.name !== null) names.unshift(here.name)
  return names.map((name) => `/${name}`).join('')
}

function kindOf(value: JsonValue): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function checkKind(look: Detail): void {
  const { schema, value, validating } = look
  const { effort } = validating.bounds
  if (schema['type'] !== undefined) {
    const wanted = [schema['type']].flat() as string[]
    const kind = kindOf(value)
    if (!wanted.includes(kind) && !(wanted.includes('integer') && Number.isInteger(value)))
      complain(look, `must be ${wanted.join(' or ')}, is ${kind}`)
  }
  const { enum: allowed, const: only } = schema
  if (Array.isArray(allowed) && !allowed.some((one: JsonValue) => isSame(one, value, effort)))
    complain(look, (show) => `must be one of ${show(allowed)}, is ${show(value)}`)
  if (only !== undefined && !isSame(only, value, effort))
    complain(look, (show) => `must be ${show(only)}, is ${show(value)}`)
}

function checkCombinations(look: Detail): void {
  const { schema } = look
  const list = (keyword: string): readonly JsonValue[] => (schema[keyword] ?? []) as readonly JsonValue[]
  for (const one of list('allOf')) also(look, one)
  if (schema['anyOf'] !== undefined && !list('anyOf').some((one) => fits(look, one)))
    complain(look, 'matches nothing in anyOf')
  if (schema['oneOf'] !== undefined) {
    const fitting = list('oneOf').filter((one) => fits(look, one)).length
    if (fitting !== 1) complain(look, `must match one of oneOf, matches ${fitting}`)
  }
  if (schema['not'] !== undefined && fits(look, schema['not'])) complain(look, 'matches what it must not match')
  if (schema['if'] === undefined) return
  const then = schema[fits(look, schema['if']) ? 'then' : 'else']
  if (then !== undefined) also(look, then)
}

function checkNumber(value: number, look: Detail): void {
  const { schema } = look
  const limit = (keyword: string): number | null => {
    const given = schema[keyword]
    return typeof given === 'number' ? given : null
  }
  const { exclusiveMinimum: noMinimum, exclusiveMaximum: noMaximum } = schema
  const [minimum, maxCount] = [limit('minimum'), limit('maximum')]
  const [above, below] = [
    noMinimum === true ? minimum : limit('exclusiveMinimum'),
    noMaximum === true ? maxCount : limit('exclusiveMaximum'),
  ]
  if (minimum !== null && value < minimum) complain(look, `must be at least ${minimum}, is ${value}`)
  if (maxCount !== null && value > maxCount) complain(look, `must be at most ${maxCount}, is ${value}`)
  if (above !== null && value <= above) complain(look, `must be more than ${above}, is ${value}`)
  if (below !== null && value >= below) complain(look, `must be less than ${below}, is ${value}`)
  const unit = limit('multipleOf')
  if (unit !== null && !isMultiple(value, unit)) complain(look, `must be a multiple of ${unit}, is ${value}`)
}

function isMultiple(value: number, unit: number): boolean {
  const times = value / unit
  return Number.isFinite(times) && Math.abs(times - Math.round(times)) <= Number.EPSILON * Math.abs(times) * 2
}

function checkText(value: string, look: Detail): void {
  const { schema, validating } = look
  const { effort, matcher } = validating.bounds
  const { minLength, maxLength, pattern, format } = schema
  if (minLength !== undefined || maxLength !== undefined)
    checkSize(charactersIn(value, effort), { min: minLength, max: maxLength, of: 'character(s)', look })
  if (typeof pattern === 'string') effort.spend(effortOfOneMatch)
  if (typeof pattern === 'string' && !matcher.matches(pattern, value))
    complain(look, (show) => `must match ${pattern}, is ${show(value)}`)
  if (typeof format !== 'string') return
  effort.spend(value.length / 10)
  if (!hasFormat(format, value)) complain(look, (show) => `must be a ${format}, is ${show(value)}`)
}

interface SizeLimit {
  readonly min: JsonValue | undefined
  readonly max: JsonValue | undefined
  readonly of: string
  readonly look: SchemaTask
}

function checkSize(size: number, { min: least, max: most, of, look }: SizeLimit): void {
  if (typeof least === 'number' && size < least) complain(look, `must have at least ${least} ${of}, has ${size}`)
  if (typeof most === 'number' && size > most) complain(look, `must have at most ${most} ${of}, has ${size}`)
}

function checkList(list: readonly JsonValue[], look: Detail): void {
  const { schema, validating } = look
  validating.bounds.effort.spend(list.length)
  checkSize(list.length, { min: schema['minItems'], max: schema['maxItems'], of: 'item(s)', look })
  const first = Array.isArray(schema['items']) ? schema['items'] : schema['prefixItems']
  const others = Array.isArray(schema['items']) ? schema['additionalItems'] : schema['items']
  const known = Array.isArray(first) ? (first as readonly JsonValue[]) : []
  list.forEach((item, index) => {
    const rule = index < known.length ? known[index] : others
    if (rule !== undefined) also(look, rule, { name: index, value: item })
  })
  if (schema['uniqueItems'] === true) lookForTwins(list, look)
  if (schema['contains'] !== undefined) checkContained(list, look)
}

function checkContained(list: readonly JsonValue[], look: Detail): void {
  const { contains, minContains = 1, maxContains } = look.schema
  const fitting = list.filter((item) => fits(look, contains!, item)).length
  checkSize(fitting, { min: minContains, max: maxContains, of: 'item(s) that match contains', look })
}

const itemsAtATime = 200

function lookForTwins(
  list: readonly JsonValue[],
  look: SchemaTask,
  { start = 0, seen = new Set<string>() } = {},
): void {
  const { bounds, later } = look.validating
  for (const item of list.slice(start, start + itemsAtATime)) {
    const text = canonical(item, bounds.effort)
    if (seen.has(text)) return complain(look, 'must not have duplicate items')
    seen.add(text)
  }
  const next = start + itemsAtATime
  if (next < list.length) later.push(() => lookForTwins(list, look, { start: next, seen }))
}

function checkObject(value: { readonly [name: string]: JsonValue }, look: Detail): void {
  const { schema, validating } = look
  const names = Object.keys(value)
  validating.bounds.effort.spend(names.length)
  checkSize(names.length, { min: schema['minProperties'], max: schema['maxProperties'], of: 'name(s)', look })
  checkRequired(value, look)
  if (schema['propertyNames'] !== undefined)
    for (const name of names) also(look, schema['propertyNames'], { name, value: name })
  checkMembers(value, look)
}

function checkRequired(value: { readonly [name: string]: JsonValue }, look: Detail): void {
  const { schema } = look
  const demand = (required: JsonValue | undefined): void => {
    for (const name of Array.isArray(required) ? (required as string[]) : [])
      if (!Object.hasOwn(value, name)) complain(look, `must have "${name}"`)
  }
  demand(schema['required'])
  for (const keyword of ['dependentRequired', 'dependentSchemas', 'dependencies']) {
    const rules = schema[keyword]
    if (!isObject(rules)) continue
    for (const [name, rule] of Object.entries(rules)) {
      if (!Object.hasOwn(value, name)) continue
      if (Array.isArray(rule)) demand(rule as JsonValue)
      else also(look, rule)
    }
  }
}

function checkMembers(value: { readonly [name: string]: JsonValue }, look: Detail): void {
  const { schema, validating } = look
  const named = isObject(schema['properties']) ? schema['properties'] : {}
  const patterns = isObject(schema['patternProperties']) ? Object.entries(schema['patternProperties']) : []
  const others = schema['additionalProperties']
  for (const [name, part] of Object.entries(value)) {
    const fitting = patterns.filter(([pattern]) => validating.bounds.matcher.matches(pattern, name))
    const isNamed = Object.hasOwn(named, name)
    if (isNamed) also(look, named[name]!, { name, value: part })
    for (const [, rule] of fitting) also(look, rule, { name, value: part })
    if (others !== undefined && !isNamed && fitting.length === 0) also(look, others, { name, value: part })
  }
}
