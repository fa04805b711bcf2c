// Assertions on an HTTP response: a value of it, a comparison and the expected value.
import { z } from 'zod'
import { item, part } from '../../../domain/field.ts'
import { headerName, regexpProblem } from '../../fields.ts'
import { jsonPathProblem } from '../json/path.ts'
import { hasPlaceholder } from './placeholders.ts'

const numbers = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'] as const
const orders: readonly string[] = ['gt', 'gte', 'lt', 'lte']
const expressions: readonly string[] = ['matches', 'not_matches']
const states = ['exists', 'not_exists', 'empty', 'not_empty'] as const
const comparisons = [...numbers, 'contains', 'not_contains', 'matches', 'not_matches', ...states] as const

const sources = {
  status_code: numbers,
  response_time: numbers,
  header: comparisons,
  json_path: comparisons,
  text: comparisons,
  size: numbers,
  schema: ['eq', 'neq'],
} as const satisfies Record<string, readonly (typeof comparisons)[number][]>

const numeric: readonly string[] = ['status_code', 'response_time', 'size']

const sourceNames = {
  status_code: 'Status code',
  response_time: 'Response time in ms',
  header: 'Header',
  json_path: 'JSON value',
  text: 'Body text',
  size: 'Body size in bytes',
  schema: 'JSON Schema',
}

const comparisonNames = {
  eq: 'is',
  neq: 'is not',
  gt: 'is above',
  gte: 'is at least',
  lt: 'is below',
  lte: 'is at most',
  contains: 'contains',
  not_contains: 'does not contain',
  matches: 'matches',
  not_matches: 'does not match',
  exists: 'is present',
  not_exists: 'is missing',
  empty: 'is empty',
  not_empty: 'is not empty',
}

const shape = z.strictObject({
  source: part(z.enum(Object.keys(sources) as (keyof typeof sources)[]), { labels: sourceNames }),
  property: part(z.string().max(500), {
    label: 'Path or header',
    example: '$.status',
    shownWhen: { key: 'source', in: ['header', 'json_path'] },
  }).optional(),
  comparison: part(z.enum(comparisons), {
    labels: comparisonNames,
    choicesBy: { key: 'source', choices: sources },
  }),
  target: part(z.union([z.string().max(4096), z.number(), z.boolean()]), {
    label: 'Value',
    example: 'ok',
    shownWhen: { key: 'comparison', in: comparisons.filter((one) => !states.some((state) => state === one)) },
  }).optional(),
})

export type Assertion = z.infer<typeof shape>

/** Names an assertion without its expected value: `JSON value $.order.total is above`. */
export const assertionText = ({ source, property, comparison }: Assertion): string =>
  [sourceNames[source], property, comparisonNames[comparison]].filter(Boolean).join(' ')

export const assertion = item(
  shape.check((context) => {
    const [key, message] = assertionProblem(context.value) ?? []
    if (key && message) context.issues.push({ code: 'custom', message, path: [key], input: context.value })
  }),
  {
    add: 'Add assertion',
    picked: { source: 'json_path', property: '{path}', comparison: 'eq', target: '{value}' },
  },
)

export function headerNameProblem(name: string): string | null {
  return headerName.test(name) ? null : 'must be a header name'
}

function assertionProblem(claim: Assertion): [part: keyof Assertion, message: string] | null {
  const allowed: readonly string[] = sources[claim.source]
  if (!allowed.includes(claim.comparison))
    return ['comparison', `must be one of ${allowed.join(', ')} for ${claim.source}`]
  const property = propertyProblem(claim)
  if (property) return ['property', property]
  const target = targetProblem(claim)
  return target ? ['target', target] : null
}

function propertyProblem({ source, property }: Assertion): string | null {
  if (source !== 'header' && source !== 'json_path') return null
  if (!property) return `Required for ${source}`
  return source === 'header' ? headerNameProblem(property) : jsonPathProblem(property)
}

function targetProblem({ source, comparison, target }: Assertion): string | null {
  if (states.some((state) => state === comparison)) return null
  if (target === undefined) return `Required for ${comparison}`
  if (typeof target === 'string' && hasPlaceholder(target)) return null
  if (source === 'schema') return ['true', 'false'].includes(String(target)) ? null : 'must be true or false'
  if (numeric.includes(source) || orders.includes(comparison))
    return numberIn(target) === null ? 'must be a number' : null
  return expressions.includes(comparison) ? regexpProblem(String(target)) : null
}

/** A number, or a text that is one. */
export function numberIn(value: unknown): number | null {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : null
}
