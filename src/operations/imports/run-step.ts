// Runs other operations as steps of an import.
import { authorize, performIn } from '../registry/call.ts'
import type { CallerContext, Operation } from '../registry/define.ts'

interface StepInput {
  readonly params?: Readonly<Record<string, string>>
  readonly body: object
}

/** With the validation, the limits, the role and the activity of the operation; returns its response. */
export async function runStep<Response>(
  context: CallerContext,
  operation: Operation,
  { params = {}, body }: StepInput,
): Promise<Response> {
  const { services, db, caller, visit, via } = context
  await authorize(services, operation, caller)
  const call = { operation, params, query: {}, body, path: operation.path, idempotencyKey: undefined, via, visit }
  const { json } = await performIn(services, db, call, caller)
  return JSON.parse(json!) as Response
}

/** Returns the id of what the operation creates. */
export const createItem = async <Id>(context: CallerContext, operation: Operation, body: object): Promise<Id> =>
  (await runStep<{ readonly id: Id }>(context, operation, { body })).id
