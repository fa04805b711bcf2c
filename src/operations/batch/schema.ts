import { z } from 'zod'
import { monitor } from '../monitors/schema.ts'
import { exampleOf } from '../registry/fields/example.ts'

const maxOperations = 20
const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const

const item = z.strictObject({
  id: z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'must be 1 to 64 letters, digits, _, . and -')
    .optional()
    .meta({ description: 'Name by which later operations refer to this one, as in `{{ops.<id>.id}}`' }),
  method: z.enum(methods),
  path: z
    .string()
    .max(4000)
    .regex(/^\/(?!\/)[^\s#]*$/, 'must be a path below the root of the API, such as /monitors?limit=5')
    .meta({ description: 'Path below the root of the API, with its query, such as `/monitors?limit=5`' }),
  body: z.record(z.string(), z.unknown()).optional(),
  idempotencyKey: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .meta({ description: 'Same as the Idempotency-Key header of a single request' }),
})

export type BatchItem = z.output<typeof item>

export const batchBody = z
  .strictObject({
    operations: z
      .array(item)
      .min(1)
      .max(maxOperations)
      .refine(
        (items) => items.every(({ id }, at) => id === undefined || items.findIndex((one) => one.id === id) === at),
        { error: 'ids must be unique' },
      ),
    stopOnError: z.boolean().default(false).meta({ description: 'Skip all operations after the first one that fails' }),
  })
  .meta({ id: 'Batch' })

const count = z.int().min(0)
export const passedHeaders = ['retry-after', 'idempotency-replay', 'location'] as const

export const batchResult = z
  .object({
    object: z.literal('batch_result'),
    data: z.array(
      z.object({
        id: z.string().nullable().meta({ example: 'shop' }),
        index: count.meta({ example: 0 }),
        status: z.int().meta({ description: 'HTTP status of this operation; 424 if it was skipped', example: 200 }),
        headers: z.partialRecord(z.enum(passedHeaders), z.string()),
        body: z
          .unknown()
          .meta({ description: 'Response body of this operation, or null', example: exampleOf(monitor) }),
      }),
    ),
    succeeded: count,
    failed: count.meta({ example: 0 }),
    skipped: count.meta({ example: 0 }),
  })
  .meta({ id: 'BatchResult' })
