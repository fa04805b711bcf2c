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
const maxDepth = 1500

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

const later = (task: SchemaTask): void => void task.validating.later.push(() => check(task))

/** Runs the next task; false if there is none. Tasks that it adds run right after it, in their order. */
function checkNext({ later }: ValidationContext): boolean {
  const task = later.pop()
  if (!task) return false
  const before = later.length
  task()
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
const effortPerTask = 5
const effortPerMatch = 10

function check(task: SchemaTask): void {
  const { schema, value, depth, validating } = task
  validating.bounds.effort.spend(effortPerTask)
  if (schema === true) return
  if (depth > maxDepth)
    throw new Error('not checked: the JSON Schema of this monitor refers to itself endlessly; change its $ref')
  if (schema === false) return complain(task, 'must not be present')
  const detail: Detail = task as Detail
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
  task: SchemaTask,
  schema: JsonValue,
  part?: { readonly name: string | number; readonly value: JsonValue },
): void {
  const { name, value } = part ?? { name: null, value: task.value }
  later({ schema: schema as JsonSchema, value, depth: task.depth + 1, name, above: task, validating: task.validating })
}

/** Whether the value matches, without messages. */
function fits(task: SchemaTask, schema: JsonValue, value = task.value): boolean {
  const validating: ValidationContext = { ...task.validating, show: null, found: [], later: [] }
  later({ schema: schema as JsonSchema, value, depth: task.depth + 1, name: null, above: task, validating })
  while (validating.found.length === 0 && checkNext(validating));
  return validating.found.length === 0
}

function complain(task: SchemaTask, problem: SchemaProblem): void {
  const { found, show } = task.validating
  if (found.length >= maxMisfits) return
  if (show === null) return void found.push({ at: '', problem: '' })
  found.push({ at: pointerTo(task), problem: typeof problem === 'string' ? problem : problem(show) })
}

function pointerTo(task: SchemaTask): string {
  const names: (string | number)[] = []
  for (let here: SchemaTask | null = task; here; here = here.above) if (here.name !== null) names.unshift(here.name)
  return names.map((name) => `/${name}`).join('')
}

function kindOf(value: JsonValue): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function checkKind(task: Detail): void {
  const { schema, value, validating } = task
  const { effort } = validating.bounds
  if (schema['type'] !== undefined) {
    const wanted = [schema['type']].flat() as string[]
    const kind = kindOf(value)
    if (!wanted.includes(kind) && !(wanted.includes('integer') && Number.isInteger(value)))
      complain(task, `must be ${wanted.join(' or ')}, is ${kind}`)
  }
  const { enum: allowed, const: only } = schema
  if (Array.isArray(allowed) && !allowed.some((one: JsonValue) => isSame(one, value, effort)))
    complain(task, (show) => `must be one of ${show(allowed)}, is ${show(value)}`)
  if (only !== undefined && !isSame(only, value, effort))
    complain(task, (show) => `must be ${show(only)}, is ${show(value)}`)
}

function checkCombinations(task: Detail): void {
  const { schema } = task
  const list = (keyword: string): readonly JsonValue[] => (schema[keyword] ?? []) as readonly JsonValue[]
  for (const one of list('allOf')) also(task, one)
  if (schema['anyOf'] !== undefined && !list('anyOf').some((one) => fits(task, one)))
    complain(task, 'matches nothing in anyOf')
  if (schema['oneOf'] !== undefined) {
    const fitting = list('oneOf').filter((one) => fits(task, one)).length
    if (fitting !== 1) complain(task, `must match one of oneOf, matches ${fitting}`)
  }
  if (schema['not'] !== undefined && fits(task, schema['not'])) complain(task, 'matches what it must not match')
  if (schema['if'] === undefined) return
  const then = schema[fits(task, schema['if']) ? 'then' : 'else']
  if (then !== undefined) also(task, then)
}

function checkNumber(value: number, task: Detail): void {
  const { schema } = task
  const limit = (keyword: string): number | null => {
    const value = schema[keyword]
    return typeof value === 'number' ? value : null
  }
  const { exclusiveMinimum: noMinimum, exclusiveMaximum: noMaximum } = schema
  const [minimum, maxCount] = [limit('minimum'), limit('maximum')]
  const [above, below] = [
    noMinimum === true ? minimum : limit('exclusiveMinimum'),
    noMaximum === true ? maxCount : limit('exclusiveMaximum'),
  ]
  if (minimum !== null && value < minimum) complain(task, `must be at least ${minimum}, is ${value}`)
  if (maxCount !== null && value > maxCount) complain(task, `must be at most ${maxCount}, is ${value}`)
  if (above !== null && value <= above) complain(task, `must be more than ${above}, is ${value}`)
  if (below !== null && value >= below) complain(task, `must be less than ${below}, is ${value}`)
  const unit = limit('multipleOf')
  if (unit !== null && !isMultiple(value, unit)) complain(task, `must be a multiple of ${unit}, is ${value}`)
}

function isMultiple(value: number, unit: number): boolean {
  const times = value / unit
  return Number.isFinite(times) && Math.abs(times - Math.round(times)) <= Number.EPSILON * Math.abs(times) * 2
}

function checkText(value: string, task: Detail): void {
  const { schema, validating } = task
  const { effort, matcher } = validating.bounds
  const { minLength, maxLength, pattern, format } = schema
  if (minLength !== undefined || maxLength !== undefined)
    checkSize(charactersIn(value, effort), { min: minLength, max: maxLength, of: 'character(s)', task })
  if (typeof pattern === 'string') effort.spend(effortPerMatch)
  if (typeof pattern === 'string' && !matcher.matches(pattern, value))
    complain(task, (show) => `must match ${pattern}, is ${show(value)}`)
  if (typeof format !== 'string') return
  effort.spend(value.length / 10)
  if (!hasFormat(format, value)) complain(task, (show) => `must be a ${format}, is ${show(value)}`)
}

interface SizeLimit {
  readonly min: JsonValue | undefined
  readonly max: JsonValue | undefined
  readonly of: string
  readonly task: SchemaTask
}

function checkSize(size: number, { min: least, max: most, of, task }: SizeLimit): void {
  if (typeof least === 'number' && size < least) complain(task, `must have at least ${least} ${of}, has ${size}`)
  if (typeof most === 'number' && size > most) complain(task, `must have at most ${most} ${of}, has ${size}`)
}

function checkList(list: readonly JsonValue[], task: Detail): void {
  const { schema, validating } = task
  validating.bounds.effort.spend(list.length)
  checkSize(list.length, { min: schema['minItems'], max: schema['maxItems'], of: 'item(s)', task })
  const first = Array.isArray(schema['items']) ? schema['items'] : schema['prefixItems']
  const others = Array.isArray(schema['items']) ? schema['additionalItems'] : schema['items']
  const known = Array.isArray(first) ? (first as readonly JsonValue[]) : []
  list.forEach((item, index) => {
    const rule = index < known.length ? known[index] : others
    if (rule !== undefined) also(task, rule, { name: index, value: item })
  })
  if (schema['uniqueItems'] === true) findDuplicates(list, task)
  if (schema['contains'] !== undefined) checkContained(list, task)
}

function checkContained(list: readonly JsonValue[], task: Detail): void {
  const { contains, minContains = 1, maxContains } = task.schema
  const fitting = list.filter((item) => fits(task, contains!, item)).length
  checkSize(fitting, { min: minContains, max: maxContains, of: 'item(s) that match contains', task })
}

const itemsAtATime = 200

function findDuplicates(
  list: readonly JsonValue[],
  task: SchemaTask,
  { start = 0, seen = new Set<string>() } = {},
): void {
  const { bounds, later } = task.validating
  for (const item of list.slice(start, start + itemsAtATime)) {
    const text = canonical(item, bounds.effort)
    if (seen.has(text)) return complain(task, 'must not have duplicate items')
    seen.add(text)
  }
  const next = start + itemsAtATime
  if (next < list.length) later.push(() => findDuplicates(list, task, { start: next, seen }))
}

function checkObject(value: { readonly [name: string]: JsonValue }, task: Detail): void {
  const { schema, validating } = task
  const names = Object.keys(value)
  validating.bounds.effort.spend(names.length)
  checkSize(names.length, { min: schema['minProperties'], max: schema['maxProperties'], of: 'name(s)', task })
  checkRequired(value, task)
  if (schema['propertyNames'] !== undefined)
    for (const name of names) also(task, schema['propertyNames'], { name, value: name })
  checkMembers(value, task)
}

function checkRequired(value: { readonly [name: string]: JsonValue }, task: Detail): void {
  const { schema } = task
  const demand = (required: JsonValue | undefined): void => {
    for (const name of Array.isArray(required) ? (required as string[]) : [])
      if (!Object.hasOwn(value, name)) complain(task, `must have "${name}"`)
  }
  demand(schema['required'])
  for (const keyword of ['dependentRequired', 'dependentSchemas', 'dependencies']) {
    const rules = schema[keyword]
    if (!isObject(rules)) continue
    for (const [name, rule] of Object.entries(rules)) {
      if (!Object.hasOwn(value, name)) continue
      if (Array.isArray(rule)) demand(rule as JsonValue)
      else also(task, rule)
    }
  }
}

function checkMembers(value: { readonly [name: string]: JsonValue }, task: Detail): void {
  const { schema, validating } = task
  const named = isObject(schema['properties']) ? schema['properties'] : {}
  const patterns = isObject(schema['patternProperties']) ? Object.entries(schema['patternProperties']) : []
  const others = schema['additionalProperties']
  for (const [name, part] of Object.entries(value)) {
    const fitting = patterns.filter(([pattern]) => validating.bounds.matcher.matches(pattern, name))
    const isNamed = Object.hasOwn(named, name)
    if (isNamed) also(task, named[name]!, { name, value: part })
    for (const [, rule] of fitting) also(task, rule, { name, value: part })
    if (others !== undefined && !isNamed && fitting.length === 0) also(task, others, { name, value: part })
  }
}
