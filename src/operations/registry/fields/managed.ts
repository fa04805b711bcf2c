import { z } from 'zod'

/** The configuration that manages an object. */
export const managed = z
  .object({
    key: z.string().meta({ description: 'Its key in the document' }),
    source: z.string().meta({ description: 'Where the document comes from' }),
  })
  .nullable()
  .meta({ description: 'The configuration that manages it; null if none does. Changes elsewhere show up as drift' })
