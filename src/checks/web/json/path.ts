// Evaluates a JSONPath on a JSON document.
import type { Matcher } from '../../regexp.ts'
import type { Effort } from './effort.ts'
import { type Operand, type PathQuery, type Segment, type Selector, type Test, readPath } from './path-syntax.ts'
import { PathProblem } from './path-tokens.ts'
import { type JsonValue, charactersIn, isObject, isSame } from './values.ts'

export interface Bounds {
  readonly effort: Effort
  readonly matcher: Matcher
}

export function jsonPathProblem(path: string): string | null {
  if (!path.startsWith('$')) return 'must be a JSONPath such as $.data.id'
  try {
    readPath(path)
    return null
  } catch (error) {
    if (!(error instanceof PathProblem)) throw error
    return `must be a JSONPath such as $.data.id: ${error.message}`
  }
}

/** Returns matches in document order. `isSingular` is false if a path can match several values. */
export function valuesAt(
  path: string,
  document: JsonValue,
  bounds: Bounds,
): { values: JsonValue[]; isSingular: boolean } {
  bounds.effort.begin()
  const query = readPath(path)
  return { values: follow(query, document, { root: document, bounds }), isSingular: query.isSingular }
}

interface PathWalk {
  readonly root: JsonValue
  readonly bounds: Bounds
}

function follow(query: PathQuery, here: JsonValue, walk: PathWalk): JsonValue[] {
  let values: JsonValue[] = [query.from === '$' ? walk.root : here]
  for (const segment of query.segments) {
    const next: JsonValue[] = []
    for (const value of values) step(segment, value, { walk, found: next })
    values = next
  }
  return values
}

/** A faster variant for paths to a single value, which most filters use. */
function followSingular(query: PathQuery, here: JsonValue, { root, bounds }: PathWalk): JsonValue | undefined {
  let value: JsonValue | undefined = query.from === '$' ? root : here
  for (const { selectors } of query.segments) {
    bounds.effort.spend()
    const only: Selector | undefined = selectors[0]
    if (only?.kind === 'name') value = isObject(value) && Object.hasOwn(value, only.name) ? value[only.name] : undefined
    else if (only?.kind === 'index') value = Array.isArray(value) ? (value as JsonValue[]).at(only.index) : undefined
    if (value === undefined) return undefined
  }
  return value
}

interface PathMatches {
  readonly walk: PathWalk
  /** Output. */
  readonly found: JsonValue[]
}

function step(segment: Segment, here: JsonValue, gathering: PathMatches): void {
  for (const selector of segment.selectors) select(selector, here, gathering)
  if (segment.descends && here !== null && typeof here === 'object')
    for (const child of childrenOf(here)) step(segment, child, gathering)
}

function select(selector: Selector, here: JsonValue, { walk, found }: PathMatches): void {
  const { effort } = walk.bounds
  effort.spend()
  switch (selector.kind) {
    case 'name':
      if (isObject(here) && Object.hasOwn(here, selector.name)) found.push(here[selector.name]!)
      return
    case 'index':
      return void (Array.isArray(here) && found.push(...(here as JsonValue[]).slice(...positionOf(selector.index))))
    case 'slice':
      return void (Array.isArray(here) && takeSlice(here, selector, { found, effort }))
    case 'every':
      for (const child of childrenOf(here)) {
        effort.spend()
        found.push(child)
      }
      return
    case 'filter':
      for (const child of childrenOf(here)) if (holds(selector.test, child, walk)) found.push(child)
  }
}

/** Arguments of `slice`, which counts from the end like JSONPath; the last element has no end. */
function positionOf(index: number): [start: number, end: number | undefined] {
  return [index, index === -1 ? undefined : index + 1]
}

type Slice = Extract<Selector, { kind: 'slice' }>

function takeSlice(
  list: readonly JsonValue[],
  { start, end, step: by }: Slice,
  { found, effort }: { found: JsonValue[]; effort: Effort },
): void {
  if (by === 0) return
  const size = list.length
  const normal = (index: number): number => (index < 0 ? size + index : index)
  const within = (index: number, minimum: number, maxCount: number): number =>
    Math.min(Math.max(index, minimum), maxCount)
  const isForward = by > 0
  const first = normal(start ?? (isForward ? 0 : size - 1))
  const last = end === null ? (isForward ? size : -1) : normal(end)
  const from = isForward ? within(first, 0, size) : within(first, -1, size - 1)
  const to = isForward ? within(last, 0, size) : within(last, -1, size - 1)
  for (let at = from; isForward ? at < to : at > to; at += by) {
    effort.spend()
    found.push(list[at]!)
  }
}

function childrenOf(value: JsonValue): readonly JsonValue[] {
  if (Array.isArray(value)) return value as readonly JsonValue[]
  return isObject(value) ? Object.values(value) : []
}

function holds(test: Test, here: JsonValue, walk: PathWalk): boolean {
  const { effort, matcher } = walk.bounds
  effort.spend()
  switch (test.kind) {
    case 'or':
      return test.parts.some((part) => holds(part, here, walk))
    case 'and':
      return test.parts.every((part) => holds(part, here, walk))
    case 'not':
      return !holds(test.part, here, walk)
    case 'exists':
      return follow(test.query, here, walk).length > 0
    case 'fits': {
      const text = valueOf(test.text, here, walk)
      return typeof text === 'string' && matcher.matches(test.pattern, text)
    }
    case 'compares':
      return compares(valueOf(test.left, here, walk), test.operator, { to: valueOf(test.right, here, walk), effort })
  }
}

/** Undefined stands for Nothing in RFC 9535. */
function valueOf(operand: Operand, here: JsonValue, walk: PathWalk): JsonValue | undefined {
  switch (operand.kind) {
    case 'literal':
      return operand.value
    case 'count':
      return follow(operand.query, here, walk).length
    case 'value': {
      if (operand.query.isSingular) return followSingular(operand.query, here, walk)
      const values = follow(operand.query, here, walk)
      return values.length === 1 ? values[0] : undefined
    }
    case 'length':
      return lengthOf(valueOf(operand.of, here, walk), walk.bounds.effort)
  }
}

function lengthOf(value: JsonValue | undefined, effort: Effort): number | undefined {
  if (typeof value === 'string') return charactersIn(value, effort)
  if (Array.isArray(value)) return value.length
  return isObject(value) ? Object.keys(value).length : undefined
}

type PathComparison = { readonly to: JsonValue | undefined; readonly effort: Effort }

function compares(value: JsonValue | undefined, operator: string, { to, effort }: PathComparison): boolean {
  switch (operator) {
    case '==':
      return isSame(value, to, effort)
    case '!=':
      return !isSame(value, to, effort)
    case '<':
      return isLess(value, to, effort)
    case '>':
      return isLess(to, value, effort)
    case '<=':
      return isLess(value, to, effort) || isSame(value, to, effort)
    default:
      return isLess(to, value, effort) || isSame(value, to, effort)
  }
}

function isLess(one: JsonValue | undefined, other: JsonValue | undefined, effort: Effort): boolean {
  if (typeof one === 'number' && typeof other === 'number') return one < other
  if (typeof one !== 'string' || typeof other !== 'string') return false
  effort.spend(one.length + other.length)
  return Buffer.compare(Buffer.from(one), Buffer.from(other)) < 0
}
