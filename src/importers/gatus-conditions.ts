// Conditions of Gatus, such as `[STATUS] == 200`, as parts of a request or a rule.
import { numberIn } from './drafting.ts'
import { durationSeconds } from './parsing.ts'
import type { ImportChange } from './setup.ts'
import { type ImportedAssertion, type ImportedRequest, statusList } from './web-request.ts'

interface GatusCondition {
  readonly left: string
  readonly operator: string
  readonly right: string
}

const comparisons = new Map([
  ['==', 'eq'],
  ['!=', 'neq'],
  ['>', 'gt'],
  ['>=', 'gte'],
  ['<', 'lt'],
  ['<=', 'lte'],
])

function parseCondition(text: string): GatusCondition | null {
  const [, left, operator, right] = /^\s*(.+?)\s*(==|!=|>=|<=|<|>)\s*(.*?)\s*$/.exec(text) ?? []
  return left && operator && right !== undefined ? { left, operator, right } : null
}

type RequestPart = Partial<ImportedRequest>

/** What the conditions mean for a request; the others are noted. */
export function requestConditions(texts: readonly string[], changes: ImportChange[]): RequestPart {
  const request: RequestPart = {}
  for (const text of texts) {
    const condition = parseCondition(text)
    const part = condition && partOf(condition, request, changes)
    if (part) Object.assign(request, part)
    else noteCondition(text, changes)
  }
  return request
}

export function noteCondition(text: string, changes: ImportChange[]): void {
  changes.push({ field: 'conditions', from: text.slice(0, 200), to: '', reason: 'Lapwing has no such condition' })
}

function partOf(condition: GatusCondition, request: RequestPart, changes: ImportChange[]): RequestPart | null {
  const { left, operator, right } = condition
  if (left === '[CONNECTED]') return right === 'true' ? {} : null
  if (left === '[STATUS]') return statusPart(condition, changes)
  const milliseconds = numberIn(right) ?? (durationSeconds(right) ?? Number.NaN) * 1000
  if (left === '[RESPONSE_TIME]')
    return operator.startsWith('<') && milliseconds > 0 ? { maxResponseMs: milliseconds } : null
  if (left === '[CERTIFICATE_EXPIRATION]') {
    const expiryDays = daysOf(condition)
    return expiryDays === null ? null : { expiryDays }
  }
  const assertion = assertionOf(condition)
  return assertion && { assertions: [...(request.assertions ?? []), assertion] }
}

/** Days of a condition such as `> 48h`. */
function daysOf({ operator, right }: GatusCondition): number | null {
  const days = Math.round(((durationSeconds(right) ?? 0) / 86_400) * 100) / 100
  return operator.startsWith('>') && days > 0 ? days : null
}

/** The days that a condition on an expiry demands, and the other conditions. */
export function expiryCondition(
  texts: readonly string[],
  left: '[CERTIFICATE_EXPIRATION]' | '[DOMAIN_EXPIRATION]',
): { readonly text: string; readonly days: number | null; readonly others: readonly string[] } {
  const days = (text: string): number | null => {
    const condition = parseCondition(text)
    return condition?.left === left ? daysOf(condition) : null
  }
  const text = texts.find((one) => days(one) !== null)
  return { text: text ?? '', days: days(text ?? ''), others: texts.filter((one) => one !== text) }
}

function statusPart({ operator, right }: GatusCondition, changes: ImportChange[]): RequestPart | null {
  const codes = /^any\((.*)\)$/
    .exec(right)?.[1]
    ?.split(',')
    .map((code) => code.trim()) ?? [right]
  if (!codes.every((code) => /^\d{3}$/.test(code))) return null
  const code = Number(codes[0])
  if (operator === '==') return { statuses: statusList(codes, changes) }
  if (operator === '<' || operator === '<=')
    return { statuses: statusList([`100-${operator === '<' ? code - 1 : code}`], changes) }
  return null
}

/** `[BODY].status == UP`, `[BODY] == pat(*OK*)`, `has([BODY].errors) == false`. */
function assertionOf({ left, operator, right }: GatusCondition): ImportedAssertion | null {
  const has = /^has\((.+)\)$/.exec(left)?.[1]
  const body = /^\[BODY\](.*)$/.exec(has ?? left)?.[1]
  const comparison = comparisons.get(operator)
  if (body === undefined || comparison === undefined || /^(any|age|len)\(/.test(right)) return null
  const path = body === '' ? null : `$${body}`
  const at = path === null ? ({ source: 'text' } as const) : ({ source: 'json_path', property: path } as const)
  if (has !== undefined)
    return path === null
      ? null
      : { ...at, comparison: (right === 'true') === (operator === '==') ? 'exists' : 'not_exists' }
  const pattern = /^pat\((.*)\)$/.exec(right)?.[1]
  if (pattern !== undefined)
    return ['==', '!='].includes(operator)
      ? { ...at, comparison: operator === '==' ? 'matches' : 'not_matches', target: patternOf(pattern) }
      : null
  const number = numberIn(right)
  return { ...at, comparison, target: number !== null && !['eq', 'neq'].includes(comparison) ? number : right }
}

const patternOf = (glob: string): string => `^${glob.replace(/[\\^$.+?()[\]{}|]/g, '\\$&').replaceAll('*', '(?s:.*)')}$`

/** The records that a DNS endpoint expects; a pattern is left out. */
export function expectedRecords(texts: readonly string[], changes: ImportChange[]): string[] {
  return texts.flatMap((text) => {
    const condition = parseCondition(text)
    if (condition?.left === '[DNS_RCODE]' && condition.right === 'NOERROR') return []
    if (condition?.left === '[BODY]' && condition.operator === '==' && !/^\w+\(/.test(condition.right))
      return [condition.right]
    noteCondition(text, changes)
    return []
  })
}
