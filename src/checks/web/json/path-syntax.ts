// Parses JSONPath (RFC 9535) into the form that is evaluated.
import { regexpProblem } from '../../fields.ts'
import { PathReader } from './path-tokens.ts'

export interface PathQuery {
  readonly from: '$' | '@'
  readonly segments: readonly Segment[]
  /** It matches at most one value. */
  readonly isSingular: boolean
}

export interface Segment {
  /** Includes all descendants. */
  readonly descends: boolean
  readonly selectors: readonly Selector[]
}

export type Selector =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'slice'; readonly start: number | null; readonly end: number | null; readonly step: number }
  | { readonly kind: 'every' }
  | { readonly kind: 'filter'; readonly test: Test }

export type Test =
  | { readonly kind: 'or' | 'and'; readonly parts: readonly Test[] }
  | { readonly kind: 'not'; readonly part: Test }
  | { readonly kind: 'exists'; readonly query: PathQuery }
  | { readonly kind: 'fits'; readonly text: Operand; readonly pattern: string }
  | { readonly kind: 'compares'; readonly left: Operand; readonly operator: PathOperator; readonly right: Operand }

export type Operand =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'value' | 'count'; readonly query: PathQuery }
  | { readonly kind: 'length'; readonly of: Operand }

const operators = ['==', '!=', '<=', '>=', '<', '>'] as const
export type PathOperator = (typeof operators)[number]

/** Throws PathProblem. */
export function readPath(text: string): PathQuery {
  const reader = new PathReader(text)
  reader.expect('$')
  const query = readQuery(reader, '$')
  if (!reader.isAtEnd) reader.fail('expected . or [')
  return query
}

function readQuery(reader: PathReader, from: '$' | '@'): PathQuery {
  const segments: Segment[] = []
  for (;;) {
    const segment = readSegment(reader)
    if (segment === null) break
    segments.push(segment)
  }
  return { from, segments, isSingular: segments.every(isOneStep) }
}

function isOneStep({ descends, selectors }: Segment): boolean {
  const [only] = selectors
  return !descends && selectors.length === 1 && (only?.kind === 'name' || only?.kind === 'index')
}

function readSegment(reader: PathReader): Segment | null {
  const spaced = reader.match(/[ \t\n\r]*(?=[.[])/y)
  if (spaced === null) return null
  if (reader.peek('[')) return { descends: false, selectors: readBrackets(reader) }
  const descends = reader.take('..')
  if (!descends) reader.expect('.')
  if (descends && reader.peek('[')) return { descends, selectors: readBrackets(reader) }
  if (reader.take('*')) return { descends, selectors: [{ kind: 'every' }] }
  return { descends, selectors: [{ kind: 'name', name: reader.name() }] }
}

function readBrackets(reader: PathReader): Selector[] {
  reader.expect('[')
  return readList(reader, ']', readSelector)
}

function readList<T>(reader: PathReader, end: string, read: (reader: PathReader) => T): T[] {
  const items: T[] = []
  do {
    reader.skipSpaces()
    items.push(read(reader))
    reader.skipSpaces()
  } while (reader.take(','))
  reader.expect(end)
  return items
}

function readSelector(reader: PathReader): Selector {
  if (reader.take('*')) return { kind: 'every' }
  if (reader.take('?')) {
    reader.skipSpaces()
    return { kind: 'filter', test: readOr(reader) }
  }
  const name = reader.quoted()
  return name === null ? readPosition(reader) : { kind: 'name', name }
}

function readPosition(reader: PathReader): Selector {
  const start = reader.index()
  if (reader.match(/[ \t\n\r]*:/y) === null)
    return start === null ? reader.fail('expected a name in quotes, an index, * or ?') : { kind: 'index', index: start }
  reader.skipSpaces()
  const end = reader.index()
  const hasStep = reader.match(/[ \t\n\r]*:/y) !== null
  if (hasStep) reader.skipSpaces()
  return { kind: 'slice', start, end, step: (hasStep ? reader.index() : null) ?? 1 }
}

const readOr = (reader: PathReader): Test => readChain(reader, { kind: 'or', sign: '||', read: readAnd })
const readAnd = (reader: PathReader): Test => readChain(reader, { kind: 'and', sign: '&&', read: readBasic })

interface LogicalChain {
  readonly kind: 'or' | 'and'
  readonly sign: string
  read(reader: PathReader): Test
}

function readChain(reader: PathReader, { kind, sign, read }: LogicalChain): Test {
  const parts: Test[] = []
  do {
    reader.skipSpaces()
    parts.push(read(reader))
    reader.skipSpaces()
  } while (reader.take(sign))
  return parts.length === 1 ? parts[0]! : { kind, parts }
}

function readBasic(reader: PathReader): Test {
  if (reader.take('!')) {
    reader.skipSpaces()
    return { kind: 'not', part: reader.peek('(') ? readGroup(reader) : readTest(reader) }
  }
  return reader.peek('(') ? readGroup(reader) : readTestOrComparison(reader)
}

function readGroup(reader: PathReader): Test {
  reader.expect('(')
  const test = readOr(reader)
  reader.skipSpaces()
  reader.expect(')')
  return test
}

/** Operands that are a complete test on their own. */
function readTest(reader: PathReader): Test {
  const found = readPart(reader)
  if ('test' in found) return found.test
  return 'query' in found ? { kind: 'exists', query: found.query } : reader.fail('expected a comparison')
}

function readTestOrComparison(reader: PathReader): Test {
  const left = readPart(reader)
  if ('test' in left) return left.test
  reader.skipSpaces()
  const operator = operators.find((one) => reader.take(one))
  if (!operator)
    return 'query' in left ? { kind: 'exists', query: left.query } : reader.fail('expected a comparison such as ==')
  reader.skipSpaces()
  return { kind: 'compares', left: operandOf(reader, left), operator, right: operandOf(reader, readPart(reader)) }
}

type PathPart = { readonly test: Test } | { readonly query: PathQuery } | { readonly operand: Operand }

function operandOf(reader: PathReader, part: PathPart): Operand {
  if ('operand' in part) return part.operand
  if ('test' in part) return reader.fail('match() and search() cannot be compared')
  if (!part.query.isSingular) reader.fail('only a path to a single value can be compared')
  return { kind: 'value', query: part.query }
}

const literals = { true: true, false: false, null: null } as const

function readPart(reader: PathReader): PathPart {
  if (reader.take('$')) return { query: readQuery(reader, '$') }
  if (reader.take('@')) return { query: readQuery(reader, '@') }
  const text = reader.quoted() ?? reader.number()
  if (text !== null) return { operand: { kind: 'literal', value: text } }
  const word = reader.match(/[a-z][a-z0-9_]*/y)
  if (word === null) return reader.fail('expected @, $, a value or a function')
  if (reader.take('(')) return readCall(reader, word)
  if (!Object.hasOwn(literals, word)) return reader.fail(`${word} is not known here`)
  return { operand: { kind: 'literal', value: literals[word as keyof typeof literals] } }
}

function readCall(reader: PathReader, name: string): PathPart {
  const args = readList(reader, ')', readPart)
  const wants = name === 'match' || name === 'search' ? 2 : 1
  if (args.length !== wants) reader.fail(`${name}() takes ${wants === 1 ? 'one argument' : 'two arguments'}`)
  const [first, second] = args as [PathPart, PathPart]
  switch (name) {
    case 'length':
      return { operand: { kind: 'length', of: operandOf(reader, first) } }
    case 'count':
    case 'value':
      return { operand: { kind: name, query: 'query' in first ? first.query : reader.fail(`${name}() takes a path`) } }
    case 'match':
    case 'search':
      return { test: { kind: 'fits', text: operandOf(reader, first), pattern: patternOf(reader, name, second) } }
    default:
      return reader.fail(`there is no function ${name}()`)
  }
}

/** Patterns must be literals, so that none comes from a response. */
function patternOf(reader: PathReader, name: string, part: PathPart): string {
  const source = 'operand' in part && part.operand.kind === 'literal' ? part.operand.value : null
  if (typeof source !== 'string') return reader.fail(`the pattern of ${name}() must be a quoted string`)
  const pattern = name === 'match' ? `^(?:${source})$` : source
  const problem = regexpProblem(pattern)
  return problem === null ? pattern : reader.fail(`the pattern of ${name}() ${problem}`)
}
