import { z } from 'zod'
import { type OperationResponse, ok } from '../registry/define.ts'

interface Items {
  /** Id of the list schema. */
  readonly id: string
  readonly item: z.ZodType
  readonly description?: string
}

/** A response with a complete list, for lists too short for paging. */
export const wholeListOf = ({ id, item, description = 'All of them' }: Items) => ({
  description,
  schema: z.object({ object: z.literal('list'), data: z.array(item) }).meta({ id }),
})

export const wholeList = (data: readonly object[]): OperationResponse => ok({ object: 'list', data })
