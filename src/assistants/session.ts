// Runs operations for an assistant: with the rights and the request budget of its credential, and in the activity log.
import type { Caller } from '../domain/caller.ts'
import { Fault } from '../domain/fault.ts'
import { operations } from '../operations/index.ts'
import { type OperationCall, authorize, perform } from '../operations/registry/call.ts'
import type { Operation, RequestOrigin, Via } from '../operations/registry/define.ts'
import type { Services } from '../operations/registry/services.ts'

export interface OperationInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

export interface AssistantSession {
  readonly services: Services
  readonly caller: Caller
  readonly via: Via
  readonly visit: RequestOrigin
  /** Runs a public operation by its id and returns its JSON; throws a fault as the REST API would send it. */
  call<Result = unknown>(operationId: string, input?: OperationInput): Promise<Result>
}

const publicOperations = new Map(
  operations.filter(({ audience }) => audience === 'public').map((operation) => [operation.id, operation]),
)

export function createSession(session: Omit<AssistantSession, 'call'>): AssistantSession {
  const { services, caller } = session
  return {
    ...session,
    async call<Result>(operationId: string, input: OperationInput = {}): Promise<Result> {
      const operation = publicOperations.get(operationId)
      if (!operation) throw new Fault('internal_error', `${operationId} is not a public operation`)
      await authorize(services, operation, caller)
      const { json, content } = await perform(services, callOf(operation, input, session), caller)
      if (content) throw new Fault('internal_error', `${operationId} does not return JSON`)
      return (json === null ? undefined : JSON.parse(json)) as Result
    },
  }
}

export function callOf(
  operation: Operation,
  { params = {}, query = {}, body }: OperationInput,
  { via, visit }: Pick<AssistantSession, 'via' | 'visit'>,
): OperationCall {
  return { operation, params, query, body, path: operation.path, idempotencyKey: undefined, via, visit }
}
