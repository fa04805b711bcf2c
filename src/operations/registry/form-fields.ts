// The keys of a config as a client reads them: enough to draw a form.
import { z } from 'zod'
import type { Fields } from '../../domain/field.ts'

export const formFields = z.array(
  z.object({
    key: z.string(),
    type: z.string(),
    required: z.boolean(),
    default: z.unknown(),
    secret: z.boolean(),
    enum: z.array(z.union([z.string(), z.number()])).nullable(),
    min: z.number().nullable(),
    max: z.number().nullable(),
    max_items: z.int().nullable(),
    max_length: z.int().nullable(),
    description: z.string(),
  }),
)

export function formFieldsOf(config: Fields): z.output<typeof formFields> {
  return Object.entries(config).map(([key, { notes }]) => ({
    key,
    type: notes.type,
    required: notes.required,
    default: notes.default,
    secret: notes.secret,
    enum: notes.enum && [...notes.enum],
    min: notes.min,
    max: notes.max,
    max_items: notes.maxItems,
    max_length: notes.maxLength,
    description: notes.description,
  }))
}
