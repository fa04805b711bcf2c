// The confirmation that something is gone.
import { z } from 'zod'
import { type OperationResponse, ok } from './define.ts'

const deletion = z
  .object({ object: z.literal('deleted'), id: z.string(), deleted: z.literal(true) })
  .meta({ id: 'Deletion' })

export function deleted(id: string): OperationResponse {
  return ok({ object: 'deleted', id, deleted: true })
}

/** The answer as an operation declares it, with the id of its example. */
export const deletionOf = (id: string) =>
  ({ 200: { description: 'It is gone', schema: deletion, example: { object: 'deleted', id, deleted: true } } }) as const
