// A chain of requests: each can extract values from its response, which later ones use as {{name}}.
import { z } from 'zod'
import { item, part, ruled, word } from '../../../domain/field.ts'
import { mask } from '../../../domain/stored-config.ts'
import { slugOf, twinProblems } from '../../slugs.ts'
import { headerPair, maxPairs, parameterPair, regexpProblem } from '../../fields.ts'
import { jsonPathProblem } from '../json/path.ts'
import { methods } from '../request-config.ts'
import { assertion, headerNameProblem } from './assertions.ts'
import { bodyTypeNames, bodyTypes } from './body.ts'
import { maskedParts } from './step-secrets.ts'

const extracted = z
  .strictObject({
    name: part(
      z
        .string()
        .regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, 'must be letters, digits and underscores, and not start with a digit'),
      { label: 'Variable', example: 'order_id' },
    ),
    source: part(z.enum(['json_path', 'header', 'regexp', 'cookie']), {
      labels: { json_path: 'JSON value', regexp: 'Regular expression' },
    }),
    property: part(word(500), { label: 'Path or name', example: '$.order.id' }),
  })
  .check((context) => {
    const message = propertyProblems[context.value.source](context.value.property)
    if (message) context.issues.push({ code: 'custom', message, path: ['property'], input: context.value })
  })

const extraction = item(extracted, {
  add: 'Add variable',
  picked: { name: '{name}', source: 'json_path', property: '{path}' },
})

const propertyProblems = {
  json_path: jsonPathProblem,
  header: headerNameProblem,
  regexp: regexpProblem,
  cookie: (name: string) => (/^[^\s;,="]+$/.test(name) ? null : 'must be a cookie name'),
}

const shape = z.strictObject({
  name: part(word(100), { example: 'Sign in' }),
  method: part(z.enum(methods), { usual: 'GET' }).optional(),
  url: part(ruled(word(2000), stepUrlProblem), { example: '/v1/orders/{{order_id}}' }),
  requestHeaders: part(z.array(headerPair).max(maxPairs), { label: 'Headers' }).optional(),
  queryParams: part(z.array(parameterPair).max(maxPairs), { label: 'Query parameters' }).optional(),
  /** Default with a body: json. */
  bodyType: part(z.enum(bodyTypes), { labels: bodyTypeNames, usual: 'none' }).optional(),
  requestBody: part(z.string().max(65_536), {
    label: 'Body',
    example: '{"item": 42}',
    multiline: true,
    shownWhen: { key: 'bodyType', in: ['json', 'form', 'xml', 'graphql', 'raw'] },
  }).optional(),
  assertions: z.array(assertion).max(20).optional(),
  extract: part(z.array(extraction).max(20), { label: 'Variables' }).optional(),
  continueOnFailure: part(z.boolean(), { label: 'Continue if this step fails' }).optional(),
})

export const step = item(
  shape.check((context) => {
    const { name } = context.value
    const message = `is a masked value, and step "${name}" matches no stored step that has one: send the value itself`
    for (const key of maskedParts(context.value, mask))
      context.issues.push({ code: 'custom', message, path: [key], input: context.value, continue: true })
  }),
  { add: 'Add step' },
)

export type ApiStep = z.infer<typeof step>
export type Extraction = z.infer<typeof extraction>

/** The word for a step in metric names. */
export function stepSlug(name: string, index: number): string {
  return slugOf(name, `step_${index + 1}`)
}

export function stepProblems(steps: readonly ApiStep[]): string[] {
  const twins = twinProblems(
    'steps',
    steps.map((one, index) => stepSlug(one.name, index)),
  )
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
