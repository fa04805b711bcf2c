// The response to a deletion.
import { z } from 'zod'
import { exampleId } from './fields/example.ts'
import { type OperationResponse, ok } from './define.ts'

const deletion = z
  .object({ object: z.literal('deleted'), id: z.string().meta({ example: exampleId }), deleted: z.literal(true) })
  .meta({ id: 'Deletion' })

export function deleted(id: string): OperationResponse {
  return ok({ object: 'deleted', id, deleted: true })
}

export const deletionResponse = { 200: { description: 'Deleted', schema: deletion } } as const
