import { z } from 'zod'

/**
 * The id of what is numbered, in a path. No id of ours is as large as the largest, which stands for all that are
 * larger.
 */
export const numberId = z
  .string()
  .refine((text) => /^[1-9]\d*$/.test(text), { error: 'must be a positive integer' })
  .transform((text) => Math.min(Number(text), Number.MAX_SAFE_INTEGER))
  .meta({ type: 'integer', minimum: 1 })
