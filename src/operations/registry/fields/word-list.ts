import { z } from 'zod'

/** Comma-separated values of a query parameter. */
export function wordList<Word extends z.ZodType<unknown, string>>(word: Word) {
  return z
    .string()
    .min(1)
    .max(4000)
    .transform((text) => text.split(','))
    .pipe(z.array(word).max(100))
    .meta({ type: 'string' })
}

/** Repeated or comma-separated values of a query parameter, sorted and without duplicates. */
export function severalWords<Word extends z.ZodType<string, string>>(word: Word) {
  const parts = (given: unknown): unknown =>
    typeof given === 'string' || Array.isArray(given)
      ? [given].flat().flatMap((text) => String(text).split(','))
      : given
  const { $schema: _, ...items } = z.toJSONSchema(word, { io: 'input' })
  return z
    .preprocess(parts, z.array(word).min(1).max(500))
    .transform((words) => [...new Set(words)].toSorted())
    .meta({ type: 'array', items, minItems: 1, maxItems: 500 })
}

/** An integer in a query. */
export function count({ min, max, usual }: { min: number; max: number; usual: number }) {
  return z
    .string()
    .optional()
    .refine((text) => text === undefined || (/^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max), {
      error: `must be an integer from ${min} to ${max}`,
    })
    .transform((text) => (text === undefined ? usual : Number(text)))
    .meta({ type: 'integer', minimum: min, maximum: max, default: usual })
}
