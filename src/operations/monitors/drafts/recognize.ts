import { z } from 'zod'
import { type CheckType, checkCategories } from '../../../checks/define.ts'
import { checks } from '../../../checks/index.ts'
import { type PastedText, readPasted } from '../../../checks/pasted.ts'
import { defineOperation, ok } from '../../registry/define.ts'

const recognized = z
  .object({
    object: z.literal('list'),
    data: z.array(
      z.object({
        object: z.literal('recognized_type'),
        type: z.string(),
        type_name: z.string(),
        category: z.enum(checkCategories),
        summary: z.string(),
        target: z.string().meta({ description: 'As a monitor of this type would store it' }),
        config: z.record(z.string(), z.unknown()).meta({ description: 'Config values in the text' }),
        name: z.string().meta({ description: 'A proposal' }),
      }),
    ),
    has_more: z.boolean(),
  })
  .meta({ id: 'RecognizedTypes' })

const maxName = 50

export const recognizeMonitor = defineOperation({
  id: 'recognizeMonitor',
  method: 'POST',
  path: '/dashboard/monitors/recognize',
  access: 'read',
  audience: 'dashboard',
  tag: 'Monitors',
  summary: 'Suggest monitor types for a pasted text, best first',
  body: z
    .strictObject({
      text: z.string().max(2048).meta({ description: 'A URL, host:port, a domain, an address, a cron line or words' }),
    })
    .meta({ id: 'Recognize' }),
  bodyExample: { text: 'https://example.com/health' },
  responses: { 200: { description: 'The types; empty if nothing matches', schema: recognized } },
  async handle({ body }) {
    const pasted = readPasted(body.text)
    const data = checks
      .flatMap((check) => fitOf(check, pasted) ?? [])
      .toSorted((a, b) => b.fit - a.fit)
      .map(({ fit: _, ...shown }) => shown)
    return ok({ object: 'list', data, has_more: false })
  },
})

/** Null if the type would refuse the target. */
function fitOf(check: CheckType, pasted: PastedText) {
  const found = check.recognizes(pasted)
  const parsed = found && check.target.parse(found.target)
  if (!parsed || 'problem' in parsed) return null
  const keys = Object.entries(found.config ?? {}).filter(([key]) => key in check.config)
  return {
    fit: found.fit,
    object: 'recognized_type' as const,
    type: check.type,
    type_name: check.title,
    category: check.category,
    summary: check.summary,
    target: parsed.text,
    config: Object.fromEntries(keys),
    name: (found.name ?? nameOf(parsed.text)).slice(0, maxName),
  }
}

/** `https://www.example.com/cart/` is example.com/cart. */
function nameOf(target: string): string {
  const url = /^[a-z]+:\/\//i.test(target) ? URL.parse(target) : null
  const named = url ? `${url.host}${url.pathname}` : target
  return named.replace(/^www\./, '').replace(/\/$/, '')
}
