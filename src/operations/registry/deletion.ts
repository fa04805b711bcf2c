// The response to a deletion.
import { z } from 'zod'
import { type OperationResponse, ok } from './define.ts'

const deletion = z
  .object({ object: z.literal('deleted'), id: z.string(), deleted: z.literal(true) })
  .meta({ id: 'Deletion' })

export function deleted(id: string): OperationResponse {
  return ok({ object: 'deleted', id, deleted: true })
}

/** The declaration of the response, with an example id. */
export const deletionOf = (id: string) =>
  ({ 200: { description: 'Deleted', schema: deletion, example: { object: 'deleted', id, deleted: true } } }) as const
