import { z } from 'zod'

/** A numeric id in a path. Larger numbers become the largest safe integer, which is never a valid id. */
export const numberId = z
  .string()
  .refine((text) => /^[1-9]\d*$/.test(text), { error: 'must be a positive integer' })
  .transform((text) => Math.min(Number(text), Number.MAX_SAFE_INTEGER))
  .meta({ type: 'integer', minimum: 1 })
