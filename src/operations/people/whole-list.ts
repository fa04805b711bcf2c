import { z } from 'zod'
import { type OperationResponse, ok } from '../registry/define.ts'

interface Items {
  /** Of all of them together. */
  readonly id: string
  readonly item: z.ZodType
  readonly example: object
  readonly description?: string
}

/** An answer with everything there is: what nobody has so many of that pages would be of use. */
export const wholeListOf = ({ id, item, example, description = 'All of them' }: Items) => ({
  description,
  schema: z.object({ object: z.literal('list'), data: z.array(item) }).meta({ id }),
  example: { object: 'list', data: [example] },
})

export const wholeList = (data: readonly object[]): OperationResponse => ok({ object: 'list', data })
