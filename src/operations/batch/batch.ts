// Several operations in one request, one after the other, each as if it had come by itself.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { example as monitorExample } from '../monitors/schema.ts'
import { authorize, perform } from '../registry/call.ts'
import { type CallerContext, JsonText, defineOperation, ok } from '../registry/define.ts'
import { ourFault } from '../registry/our-fault.ts'
import { operationAt } from '../registry/paths.ts'
import { type RequestBudget, takeFromBudget } from '../registry/request-budget.ts'
import { Unmet, inBody, inPath } from './references.ts'

const maxOperations = 20
const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const

const part = z.strictObject({
  id: z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'must be 1 to 64 letters, digits, _, . and -')
    .optional()
    .meta({ description: 'What later operations call it, in `{{ops.<id>.id}}`' }),
  method: z.enum(methods),
  path: z
    .string()
    .max(4000)
    .regex(/^\/(?!\/)[^\s#]*$/, 'must be a path below the root of the API, such as /monitors?limit=5')
    .meta({ description: 'Below the root of the API, with its query, such as `/monitors?limit=5`' }),
  body: z.record(z.string(), z.unknown()).optional(),
  idempotencyKey: z.string().min(1).max(255).optional().meta({ description: 'As the header of that name' }),
})

const body = z
  .strictObject({
    operations: z
      .array(part)
      .min(1)
      .max(maxOperations)
      .refine(
        (parts) => parts.every(({ id }, at) => id === undefined || parts.findIndex((one) => one.id === id) === at),
        {
          error: 'ids must differ',
        },
      ),
    stopOnError: z
      .boolean()
      .default(false)
      .meta({ description: 'Skip everything after the first operation that fails' }),
  })
  .meta({ id: 'Batch' })

const count = z.int().min(0)
const shownHeaders = ['retry-after', 'idempotency-replay', 'location'] as const

const batchResult = z
  .object({
    object: z.literal('batch_result'),
    data: z.array(
      z.object({
        id: z.string().nullable(),
        index: count,
        status: z.int().meta({ description: 'What it would have been answered with; 424 when it was skipped' }),
        headers: z.partialRecord(z.enum(shownHeaders), z.string()),
        body: z.unknown().meta({ description: 'What it was answered with, or null' }),
      }),
    ),
    succeeded: count,
    failed: count,
    skipped: count,
  })
  .meta({ id: 'BatchResult' })

type BatchItem = z.output<typeof part>

interface BatchOutcome {
  readonly status: number
  readonly json: string | null
  readonly headers: Readonly<Record<string, string>>
}

const skipped: BatchOutcome = { status: 424, json: null, headers: {} }

export const runBatch = defineOperation({
  id: 'runBatch',
  method: 'POST',
  path: '/batch',
  access: 'read',
  creating: true,
  ownTransactions: true,
  alone: true,
  tag: 'Batch',
  summary: 'Up to 20 operations, one after the other',
  description:
    'In order, and not as one transaction: what succeeded stays. Each needs its own scope and costs one of the budget. ' +
    '`{{ops.<id>.id}}` in a later path or body is the id that an earlier operation answered with. With an ' +
    'Idempotency-Key, what was made is not made twice, whatever became of the rest.',
  body,
  bodyExample: { operations: [{ id: 'shop', method: 'GET', path: '/monitors?limit=5' }] },
  responses: {
    200: {
      description: 'What came of each, in their order',
      schema: batchResult,
      example: {
        object: 'batch_result',
        data: [{ id: 'shop', index: 0, status: 200, headers: {}, body: monitorExample }],
        succeeded: 1,
        failed: 0,
        skipped: 0,
      },
    },
  },
  async handle({ body: { operations, stopOnError } }, context) {
    const ids = new Map<string, string | number | null>()
    const outcomes: BatchOutcome[] = []
    const budget = budgetOf(context)
    for (const [index, one] of operations.entries()) {
      const stopped = stopOnError && outcomes.some(({ status }) => status >= 400)
      const outcome = stopped ? skipped : await run(context, { one, index, ids, budget })
      outcomes.push(outcome)
      if (one.id !== undefined) noteId(ids, one.id, outcome)
    }
    return {
      ...ok(new JsonText(written(operations, outcomes))),
      passing: outcomes.some(isPassing),
      budget: budget.now(),
    }
  },
})

interface BatchStep {
  readonly one: BatchItem
  readonly index: number
  readonly ids: ReadonlyMap<string, string | number | null>
  readonly budget: ReturnType<typeof budgetOf>
}

async function run(context: CallerContext, { one, index, ids, budget }: BatchStep): Promise<BatchOutcome> {
  try {
    const asked = { ...one, path: inPath(one.path, ids), body: one.body && inBody(one.body, ids) }
    await budget.take()
    return await performed(context, asked, index)
  } catch (error) {
    if (error instanceof Unmet) return skipped
    if (error instanceof Fault) return refused(error)
    context.services.log.error('an operation of a batch failed', { error, method: one.method, path: one.path })
    return refused(ourFault(error))
  }
}

async function performed(
  context: CallerContext,
  asked: Omit<BatchItem, 'body'> & { body: unknown },
  index: number,
): Promise<BatchOutcome> {
  const { services, caller, via, visit } = context
  const [path = '', search = ''] = asked.path.split(/\?(.*)/s)
  const { operation, params } = find(context, asked.method, path)
  await authorize(services, operation, caller)
  const { status, json, headers, content } = await perform(
    services,
    {
      operation,
      params,
      query: queryOf(search),
      body: asked.body,
      path: `/v1${asked.path}`,
      idempotencyKey: asked.idempotencyKey ?? keyOf(context.idempotencyKey, index),
      via,
      visit,
    },
    caller,
  )
  if (content) throw new Fault('invalid_request', `${path} answers with ${content.type}: ask for it by itself`)
  return { status, json, headers }
}

function find({ services }: CallerContext, method: string, path: string) {
  if (path.startsWith('/ping/')) throw notHere('Check-ins')
  const found = operationAt(services.operations, method, path)
  if (!found) throw new Fault('not_found', `There is no ${method} ${path} below the root of the API`)
  if (found.operation.alone) throw notHere(`${method} ${path}`)
  return found
}

const notHere = (what: string): Fault =>
  new Fault('invalid_request', `path: ${what} cannot be a part of a batch; send it by itself`)

function queryOf(search: string): Record<string, string | string[]> {
  const given = new URLSearchParams(search)
  return Object.fromEntries(
    [...new Set(given.keys())].map((name) => {
      const values = given.getAll(name)
      return [name, values.length > 1 ? values : values[0]!]
    }),
  )
}

/** What was made is found again by the key of the batch, also when the batch as a whole did not get to its end. */
function keyOf(batchKey: string | undefined, index: number): string | undefined {
  if (batchKey === undefined) return undefined
  return `batch ${createHash('sha256').update(batchKey).digest('hex')} ${index}`
}

/** The request itself has paid for the first. People who have signed in have the budget of their session. */
function budgetOf({ services, caller }: CallerContext) {
  let paid = 1
  let now: RequestBudget | undefined
  return {
    now: () => now,
    async take(): Promise<void> {
      if (caller.credential.type === 'session' || paid-- > 0) return
      const { budget, fault } = await takeFromBudget(services, caller)
      now = budget
      if (fault) throw fault
    },
  }
}

const refused = ({ status, code, message, headers }: Fault): BatchOutcome => ({
  status,
  json: JSON.stringify({ error: { code, message } }),
  headers,
})

const isPassing = ({ status }: BatchOutcome): boolean => status === 429 || status >= 500

function noteId(ids: Map<string, string | number | null>, name: string, { status, json }: BatchOutcome): void {
  if (status >= 400) return void ids.set(name, null)
  const { id } = (json === null ? {} : JSON.parse(json)) as { id?: string | number }
  if (id !== undefined) ids.set(name, id)
}

function written(operations: readonly BatchItem[], outcomes: readonly BatchOutcome[]): string {
  const data = outcomes.map(({ status, json, headers }, index) => {
    const shown = shownHeaders.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]))
    const head = { id: operations[index]!.id ?? null, index, status, headers: Object.fromEntries(shown) }
    return `${JSON.stringify(head).slice(0, -1)},"body":${json ?? 'null'}}`
  })
  const succeeded = outcomes.filter(({ status }) => status < 400).length
  const left = outcomes.filter((outcome) => outcome === skipped).length
  const counts = { succeeded, failed: outcomes.length - succeeded - left, skipped: left }
  return `{"object":"batch_result","data":[${data.join(',')}],${JSON.stringify(counts).slice(1)}`
}
