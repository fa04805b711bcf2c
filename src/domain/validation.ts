// Formats the issues of a schema as one sentence: `field: rule; other.field: rule`.
import { z } from 'zod'
import { Fault } from './fault.ts'

export type FieldPath = readonly PropertyKey[]

export function parse<S extends z.ZodType>(schema: S, value: unknown, at: FieldPath = []): z.output<S> {
  const { data, issues } = runSchema(schema, value)
  if (issues.length === 0) return data as z.output<S>
  const named = problems({ issues: issues.slice(0, maxNamed).map(finalized) }, at)
  const rest = issues.length + named.length - Math.min(issues.length, maxNamed) - maxNamed
  const more = rest > 0 ? [`and ${rest.toLocaleString('en')} more`] : []
  throw new Fault('invalid_request', [...named.slice(0, maxNamed), ...more])
}

const maxNamed = 20

/** Like `safeParse`, which makes a message for each issue: for thousands of them, that takes seconds. */
function runSchema(schema: z.ZodType, value: unknown): { data: unknown; issues: z.core.$ZodRawIssue[] } {
  const result = schema['_zod'].run({ value, issues: [] }, { async: false, error: wording })
  if (result instanceof Promise) throw new z.core.$ZodAsyncError()
  return { data: result.value, issues: result.issues }
}

const finalized = (issue: z.core.$ZodRawIssue): z.core.$ZodIssue =>
  z.core.util.finalizeIssue(issue, { error: wording }, z.core.config())

export function problems(error: Pick<z.core.$ZodError, 'issues'>, at: FieldPath = [], whole = 'body'): string[] {
  return error.issues.flatMap((issue) => {
    const path = [...at, ...issue.path]
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => `${nameOf([...path, key])}: unsupported field`)
    const formIssues = issue.code === 'invalid_union' && issue.message === noForm && issuesOfOnlyForm(issue.errors)
    if (formIssues) return problems({ issues: formIssues }, path, whole)
    return [`${nameOf(path, whole)}: ${issue.message}`]
  })
}

const noForm = 'matches none of the accepted forms'
const isOfAnotherKind = ({ code, path }: z.core.$ZodIssue): boolean => code === 'invalid_type' && path.length === 0

/** The variant whose type the value has, if there is exactly one: its rules are reported. */
function issuesOfOnlyForm(forms: readonly z.core.$ZodIssue[][]): z.core.$ZodIssue[] | undefined {
  const possible = forms.filter((issues) => !issues.some(isOfAnotherKind))
  return possible.length === 1 ? possible[0] : undefined
}

export function nameOf(path: FieldPath, whole = 'body'): string {
  if (path.length === 0) return whole
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`
    return text === '' ? String(part) : `${text}.${String(part)}`
  }, '')
}

const formats: Record<string, string> = {
  datetime: 'must be a valid ISO 8601 datetime',
  date: 'must be a valid ISO 8601 date',
  uuid: 'must be a valid UUID',
  email: 'must be a valid email address',
  url: 'must be a valid URL',
  base64: 'must be standard padded base64',
}

const withoutOffset = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/

const counted: Record<string, { noun: string; part: string }> = {
  string: { noun: 'String', part: 'character(s)' },
  array: { noun: 'Array', part: 'element(s)' },
  set: { noun: 'Array', part: 'element(s)' },
  map: { noun: 'Object', part: 'key(s)' },
  record: { noun: 'Object', part: 'key(s)' },
}

function limit(origin: string, n: number | bigint, side: 'least' | 'most', inclusive: boolean): string {
  const countable = counted[origin]
  if (countable) return `${countable.noun} must contain at ${side} ${n} ${countable.part}`
  const comparison = side === 'least' ? 'greater than' : 'less than'
  return `Number must be ${comparison}${inclusive ? ' or equal to' : ''} ${n}`
}

export function wording(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'Required'
      return `Expected ${expected(issue.expected)}, received ${kindOf(issue.input)}`
    case 'too_small':
      return limit(issue.origin, issue.minimum, 'least', issue.inclusive ?? true)
    case 'too_big':
      return limit(issue.origin, issue.maximum, 'most', issue.inclusive ?? true)
    case 'invalid_value':
      if (issue.input === undefined) return 'Required'
      return `Invalid value. Allowed values: ${issue.values.map(String).join(', ')}`
    case 'invalid_format':
      if (issue.format === 'datetime' && withoutOffset.test(String(issue.input)))
        return 'must have a UTC offset, such as Z or +01:00'
      return formats[issue.format] ?? 'has the wrong format'
    case 'invalid_union':
      return kinds(issue.errors ?? [], issue.input) ?? noForm
    default:
      return undefined
  }
}

/** The message for a value whose type matches no variant. */
function kinds(forms: readonly (readonly z.core.$ZodIssue[])[], input: unknown): string | undefined {
  const typeIssues = forms.map((issues) => issues.find(isOfAnotherKind))
  const names = typeIssues.flatMap((issue) => (issue?.code === 'invalid_type' ? [expected(issue.expected)] : []))
  if (names.length === 0 || names.length < forms.length) return undefined
  return input === undefined ? 'Required' : `Expected ${names.join(' or ')}, received ${kindOf(input)}`
}

function expected(type: string): string {
  return type === 'int' ? 'integer' : type === 'record' ? 'object' : type
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number' && !Number.isInteger(value)) return 'float'
  return typeof value
}
