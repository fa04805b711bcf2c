// Evaluates assertions on a response.
import type { Matcher } from '../../regexp.ts'
import { regexpProblem } from '../../fields.ts'
import { type Bounds, valuesAt } from '../json/path.ts'
import type { JsonReading } from '../json/read.ts'
import type { Show } from '../json/schema.ts'
import { type JsonValue, isObject } from '../json/values.ts'
import { type Assertion, numberIn } from './assertions.ts'

/** A response for assertions and extractions. */
export interface StepResponseReader {
  readonly status: number
  readonly ms: number
  readonly bytes: number
  header(name: string): string | undefined
  cookie(name: string): string | undefined
  text(): string
  json(): JsonReading
  /** Whether it matches the JSON Schema; a problem if the body is not JSON. */
  fitsSchema(): boolean | { readonly problem: string }
}

export interface AssertionResult {
  readonly holds: boolean
  /** Shown in the evidence. */
  readonly actual: string
}

type Actual = { readonly value: JsonValue | undefined } | { readonly problem: string }

/** `target` is that of the assertion, with its placeholders filled in. */
export function evaluate(
  assertion: Assertion,
  reading: StepResponseReader,
  { target, bounds, show }: Evaluation,
): AssertionResult {
  const actual = actualOf(assertion, reading, bounds)
  if ('problem' in actual) return { holds: false, actual: actual.problem }
  const { value } = actual
  const text = textOf(value)
  const problem = expressions.has(assertion.comparison) ? regexpProblem(target) : null
  if (problem !== null) return { holds: false, actual: `not compared: the target ${problem}` }
  const holds = comparisons[assertion.comparison]({ value, text, target, matcher: bounds.matcher })
  return { holds, actual: value === undefined ? 'nothing' : isCookie(assertion) ? 'not shown' : show(value) }
}

interface Evaluation {
  readonly target: string
  readonly bounds: Bounds
  readonly show: Show
}

const expressions = new Set(['matches', 'not_matches'])

/** Cookies are credentials. */
const isCookie = ({ source, property }: Assertion): boolean =>
  source === 'header' && property?.toLowerCase() === 'set-cookie'

function actualOf({ source, property = '' }: Assertion, reading: StepResponseReader, bounds: Bounds): Actual {
  switch (source) {
    case 'status_code':
      return { value: reading.status }
    case 'response_time':
      return { value: Math.round(reading.ms * 100) / 100 }
    case 'size':
      return { value: reading.bytes }
    case 'text':
      return { value: reading.text() }
    case 'header':
      return { value: reading.header(property) }
    case 'schema': {
      const fits = reading.fitsSchema()
      return typeof fits === 'boolean' ? { value: fits } : fits
    }
    case 'json_path': {
      const read = reading.json()
      return 'problem' in read ? read : { value: foundAt(property, read.value, bounds) }
    }
  }
}

/** The single value; a path to several values returns their list. */
export function foundAt(path: string, document: JsonValue, bounds: Bounds): JsonValue | undefined {
  const { values, isSingular } = valuesAt(path, document, bounds)
  return isSingular || values.length < 2 ? values[0] : values
}

interface AssertionInput {
  readonly value: JsonValue | undefined
  readonly text: string | null
  readonly target: string
  readonly matcher: Matcher
}

type AssertionTest = (compared: AssertionInput) => boolean

const not =
  (comparison: AssertionTest): AssertionTest =>
  (compared) =>
    !comparison(compared)

const exists: AssertionTest = ({ value }) => value !== undefined
const equals: AssertionTest = ({ value, text, target }) => {
  const [one, other] = [numberIn(value), numberIn(target)]
  return one !== null && other !== null ? one === other : text === target
}
const contains: AssertionTest = ({ value, text, target }) => {
  if (Array.isArray(value)) return value.some((item: JsonValue) => textOf(item) === target)
  return isObject(value) ? Object.hasOwn(value, target) : (text?.includes(target) ?? false)
}
const matches: AssertionTest = ({ text, target, matcher }) => text !== null && matcher.matches(target, text)
const isEmpty: AssertionTest = ({ value }) => {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

function ordered(isInOrder: (one: number, other: number) => boolean): AssertionTest {
  return ({ value, target }) => {
    const [one, other] = [numberIn(value), numberIn(target)]
    return one !== null && other !== null && isInOrder(one, other)
  }
}

const comparisons: Readonly<Record<Assertion['comparison'], AssertionTest>> = {
  eq: equals,
  neq: not(equals),
  gt: ordered((one, other) => one > other),
  gte: ordered((one, other) => one >= other),
  lt: ordered((one, other) => one < other),
  lte: ordered((one, other) => one <= other),
  contains,
  not_contains: not(contains),
  matches,
  not_matches: not(matches),
  exists,
  not_exists: not(exists),
  empty: isEmpty,
  not_empty: not(isEmpty),
}

/** Strings as they are, other values as JSON; null without a value. */
function textOf(value: JsonValue | undefined): string | null {
  if (value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
