import { z } from 'zod'
import type { Field, Fields } from './field.ts'
import { problems, wording } from './validation.ts'

/** All errors of a config, each as `config.key: rule`. `examine` checks rules between keys once each key is valid. */
export function fieldProblems(
  fields: Fields,
  config: Readonly<Record<string, unknown>>,
  examine: () => readonly string[],
): string[] {
  const shape = Object.fromEntries(Object.entries(fields).map(([key, { schema }]) => [key, schema.optional()]))
  const parsed = z.strictObject(shape).safeParse(config, { error: wording })
  if (!parsed.success) return problems(parsed.error, ['config'])
  const applies = ({ notes }: Field): boolean => {
    const { key, in: values } = notes.form.shownWhen ?? { key: '', in: [] }
    const decides = fields[key]
    return !decides || values.includes((config[key] ?? decides.notes.default) as string)
  }
  const missing = Object.entries(fields)
    .filter(([key, field]) => field.notes.required && config[key] === undefined && applies(field))
    .map(([key]) => key)
  return [...missing.map((key) => `config.${key}: Required`), ...examine().map((text) => `config.${text}`)]
}
