// What can be claimed about an HTTP answer: one value of it, a comparison and what it is compared with.
import { z } from 'zod'
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

const shape = z.strictObject({
  source: z.enum(Object.keys(sources) as (keyof typeof sources)[]),
  property: z.string().max(500).optional(),
  comparison: z.enum(comparisons),
  target: z.union([z.string().max(4096), z.number(), z.boolean()]).optional(),
})

export type Assertion = z.infer<typeof shape>

export const assertion = shape.check((context) => {
  const [part, message] = assertionProblem(context.value) ?? []
  if (part && message) context.issues.push({ code: 'custom', message, path: [part], input: context.value })
})

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

/** A number, also when it is written as text. */
export function numberIn(value: unknown): number | null {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : null
}
