// Runs several operations of one request in order, each as if it had been sent alone.
import { createHash } from 'node:crypto'
import { Fault } from '../../domain/fault.ts'
import { authorize, perform } from '../registry/call.ts'
import { type CallerContext, JsonText, type Operation, defineOperation, ok } from '../registry/define.ts'
import { ourFault } from '../registry/our-fault.ts'
import { operationAt } from '../registry/paths.ts'
import { type RequestBudget, takeFromBudget } from '../registry/request-budget.ts'
import { type BatchIds, FailedReference, fillInBody, fillInPath } from './references.ts'
import { type BatchItem, batchBody, batchResult, passedHeaders } from './schema.ts'

interface BatchOutcome {
  readonly status: number
  readonly json: string | null
  readonly headers: Readonly<Record<string, string>>
}

type FindOperations = () => readonly Operation[]

const skipped: BatchOutcome = { status: 424, json: null, headers: {} }

/** The operations are looked up on each request, because the batch is one of them. */
export function defineBatch(findOperations: FindOperations): Operation {
  return defineOperation({
    id: 'runBatch',
    method: 'POST',
    path: '/batch',
    access: 'read',
    creating: true,
    ownTransactions: true,
    alone: true,
    tag: 'Meta',
    summary: 'Run up to 20 operations in order',
    description:
      'The operations run in order and not in one transaction: if one fails, the earlier ones stay. Each operation ' +
      'needs its own scope and counts against the request budget. `{{ops.<id>.id}}` in a later path or body is ' +
      'replaced by the id in the response of that earlier operation. With an Idempotency-Key, a repeated batch does ' +
      'not create anything twice, even if the first attempt failed halfway.',
    body: batchBody,
    bodyExample: { operations: [{ id: 'shop', method: 'GET', path: '/monitors?limit=5' }] },
    responses: { 200: { description: 'The results, in the same order', schema: batchResult } },
    async handle({ body: { operations: items, stopOnError } }, context) {
      const budget = createBatchBudget(context)
      const run = (item: BatchItem, index: number, ids: BatchIds): Promise<BatchOutcome> =>
        runItem(context, findOperations, { item, index, ids, budget })
      const outcomes = await runAll(items, stopOnError, run)
      return {
        ...ok(new JsonText(writeResult(items, outcomes))),
        passing: outcomes.some(isTransient),
        budget: budget.current(),
      }
    },
  })
}

async function runAll(
  items: readonly BatchItem[],
  stopOnError: boolean,
  run: (item: BatchItem, index: number, ids: BatchIds) => Promise<BatchOutcome>,
): Promise<BatchOutcome[]> {
  const ids = new Map<string, string | number | null>()
  const outcomes: BatchOutcome[] = []
  for (const [index, item] of items.entries()) {
    const isStopped = stopOnError && outcomes.some(({ status }) => status >= 400)
    const outcome = isStopped ? skipped : await run(item, index, ids)
    outcomes.push(outcome)
    if (item.id !== undefined) saveId(ids, item.id, outcome)
  }
  return outcomes
}

interface BatchStep {
  readonly item: BatchItem
  readonly index: number
  readonly ids: BatchIds
  readonly budget: ReturnType<typeof createBatchBudget>
}

async function runItem(
  context: CallerContext,
  findOperations: FindOperations,
  { item, index, ids, budget }: BatchStep,
): Promise<BatchOutcome> {
  try {
    const path = fillInPath(item.path, ids)
    const body = item.body && fillInBody(item.body, ids)
    await budget.take()
    return await performItem(context, findOperations(), { ...item, path, body, index })
  } catch (error) {
    if (error instanceof FailedReference) return skipped
    if (error instanceof Fault) return failedWith(error)
    context.services.log.error('batch operation failed', { error, method: item.method, path: item.path })
    return failedWith(ourFault(error))
  }
}

async function performItem(
  context: CallerContext,
  operations: readonly Operation[],
  item: Omit<BatchItem, 'body'> & { body: unknown; index: number },
): Promise<BatchOutcome> {
  const { services, caller, via, visit } = context
  const [path = '', search = ''] = item.path.split(/\?(.*)/s)
  const { operation, params } = find(operations, item.method, path)
  await authorize(services, operation, caller)
  const call = {
    operation,
    params,
    query: parseQuery(search),
    body: item.body,
    path: `/v1${item.path}`,
    idempotencyKey: item.idempotencyKey ?? keyOfItem(context.idempotencyKey, item.index),
    via,
    visit,
  }
  const { status, json, headers, content } = await perform(services, call, caller)
  if (content)
    throw new Fault('invalid_request', `${path} responds with ${content.type}. Send it as a separate request.`)
  return { status, json, headers }
}

function find(operations: readonly Operation[], method: string, path: string) {
  if (path.startsWith('/ping/')) throw notInBatch('Check-ins')
  const found = operationAt(operations, method, path)
  if (!found) throw new Fault('not_found', `${method} ${path} does not exist below the root of the API`)
  if (found.operation.alone) throw notInBatch(`${method} ${path}`)
  return found
}

const notInBatch = (subject: string): Fault =>
  new Fault('invalid_request', `path: ${subject} is not allowed in a batch. Send it as a separate request.`)

function parseQuery(search: string): Record<string, string | string[]> {
  const parameters = new URLSearchParams(search)
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const values = parameters.getAll(name)
      return [name, values.length > 1 ? values : values[0]!]
    }),
  )
}

/** Derived from the key of the batch, so that a repeated batch finds the saved responses even if it was interrupted. */
function keyOfItem(batchKey: string | undefined, index: number): string | undefined {
  if (batchKey === undefined) return undefined
  return `batch ${createHash('sha256').update(batchKey).digest('hex')} ${index}`
}

/** The batch request itself pays for its first operation. Sessions have a budget of their own. */
function createBatchBudget({ services, caller }: CallerContext) {
  let paid = 1
  let current: RequestBudget | undefined
  return {
    current: () => current,
    async take(): Promise<void> {
      if (caller.credential.type === 'session' || paid-- > 0) return
      const { budget, fault } = await takeFromBudget(services, caller)
      current = budget
      if (fault) throw fault
    },
  }
}

const failedWith = ({ status, code, message, headers }: Fault): BatchOutcome => ({
  status,
  json: JSON.stringify({ error: { code, message } }),
  headers,
})

const isTransient = ({ status }: BatchOutcome): boolean => status === 429 || status >= 500

function saveId(ids: Map<string, string | number | null>, name: string, { status, json }: BatchOutcome): void {
  if (status >= 400) return void ids.set(name, null)
  const { id } = (json === null ? {} : JSON.parse(json)) as { id?: string | number }
  if (id !== undefined) ids.set(name, id)
}

function writeResult(items: readonly BatchItem[], outcomes: readonly BatchOutcome[]): string {
  const data = outcomes.map(({ status, json, headers }, index) => {
    const passed = passedHeaders.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]))
    const head = { id: items[index]!.id ?? null, index, status, headers: Object.fromEntries(passed) }
    return `${JSON.stringify(head).slice(0, -1)},"body":${json ?? 'null'}}`
  })
  const succeeded = outcomes.filter(({ status }) => status < 400).length
  const skippedCount = outcomes.filter((outcome) => outcome === skipped).length
  const counts = { succeeded, failed: outcomes.length - succeeded - skippedCount, skipped: skippedCount }
  return `{"object":"batch_result","data":[${data.join(',')}],${JSON.stringify(counts).slice(1)}`
}
