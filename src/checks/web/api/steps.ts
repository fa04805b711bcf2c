// A chain of requests: each may take values out of its answer, which the next ones read as {{name}}.
import { z } from 'zod'
import { ruled, word } from '../../../domain/field.ts'
import { headerPair, maxPairs, parameterPair, regexpProblem } from '../../fields.ts'
import { mask } from '../../masking.ts'
import { jsonPathProblem } from '../json/path.ts'
import { methods } from '../request-config.ts'
import { assertion, headerNameProblem } from './assertions.ts'
import { bodyTypes } from './body.ts'
import { maskedParts } from './step-secrets.ts'

const extraction = z
  .strictObject({
    name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, 'must be letters, digits and underscores, no digit first'),
    source: z.enum(['json_path', 'header', 'regexp', 'cookie']),
    property: word(500),
  })
  .check((context) => {
    const message = propertyProblems[context.value.source](context.value.property)
    if (message) context.issues.push({ code: 'custom', message, path: ['property'], input: context.value })
  })

const propertyProblems = {
  json_path: jsonPathProblem,
  header: headerNameProblem,
  regexp: regexpProblem,
  cookie: (name: string) => (/^[^\s;,="]+$/.test(name) ? null : 'must be a cookie name'),
}

const shape = z.strictObject({
  name: word(100),
  method: z.enum(methods).optional(),
  url: ruled(word(2000), stepUrlProblem),
  requestHeaders: z.array(headerPair).max(maxPairs).optional(),
  queryParams: z.array(parameterPair).max(maxPairs).optional(),
  /** json when there is a body and nothing is said. */
  bodyType: z.enum(bodyTypes).optional(),
  requestBody: z.string().max(65_536).optional(),
  assertions: z.array(assertion).max(20).optional(),
  extract: z.array(extraction).max(20).optional(),
  continueOnFailure: z.boolean().optional(),
})

export const step = shape.check((context) => {
  const { name } = context.value
  const message = `is the mask of a value, and step "${name}" matches no stored step that has one: send the value itself`
  for (const key of maskedParts(context.value, mask))
    context.issues.push({ code: 'custom', message, path: [key], input: context.value, continue: true })
})

export type ApiStep = z.infer<typeof step>
export type Extraction = z.infer<typeof extraction>

/** The word a step goes by in metric names. */
export function stepSlug(name: string, index: number): string {
  const letters = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
  return letters.slice(0, 64) || `step_${index + 1}`
}

export function stepProblems(steps: readonly ApiStep[]): string[] {
  const slugs = steps.map((one, index) => stepSlug(one.name, index))
  const twins = slugs.flatMap((slug, index) => {
    const first = slugs.indexOf(slug)
    return first < index
      ? [`steps[${index}].name: must differ from steps[${first}].name in its letters a-z or digits`]
      : []
  })
  const bodiless = steps.flatMap(({ requestBody, bodyType }, index) =>
    requestBody && bodyType === 'none' ? [`steps[${index}].bodyType: must not be none with a requestBody`] : [],
  )
  return [...twins, ...bodiless]
}

function stepUrlProblem(value: string): string | null {
  const filled = value.replace(/\{\{\s*\w+\s*\}\}/g, 'x')
  const parsed = URL.canParse(filled, 'https://base.example') ? new URL(filled, 'https://base.example') : null
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol))
    return 'must be an http(s):// URL or relative to the target'
  return parsed.username || parsed.password ? 'must not contain a user name or password' : null
}
