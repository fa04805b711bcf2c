// Runs operations for an assistant: with the rights and the request budget of its credential, and in the activity log.
import type { Caller } from '../domain/caller.ts'
import { Fault } from '../domain/fault.ts'
import { operations } from '../operations/index.ts'
import { type OperationCall, authorize, perform } from '../operations/registry/call.ts'
import type { Operation, RequestOrigin, Via } from '../operations/registry/define.ts'
import { takeFromBudget } from '../operations/registry/request-budget.ts'
import type { Services } from '../operations/registry/services.ts'
import { guardTargetText, isCallable } from './target-fields.ts'

export interface OperationInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  /** Seconds to wait for the result, for operations that support it. */
  readonly waitSeconds?: number
  /** Reads the result of an earlier call again while waiting for it, which costs nothing. */
  readonly isRepeated?: true
}

export interface AssistantSession {
  readonly services: Services
  readonly caller: Caller
  readonly via: Via
  readonly visit: RequestOrigin
  /** Fields of the activity log: the tool and its change. */
  readonly mark?: Readonly<Record<string, string>>
  /**
   * Runs an operation by its id and returns its JSON, with the texts of targets guarded; throws the fault of the REST
   * API.
   */
  call<Result = unknown>(operationId: string, input?: OperationInput): Promise<Result>
}

const callable = new Map(operations.filter(({ id }) => isCallable(id)).map((operation) => [operation.id, operation]))

/** One session per request. The request pays for the first operation, and each further one counts as a request. */
export function createSession(session: Omit<AssistantSession, 'call'>): AssistantSession {
  const { services, caller } = session
  let isPaid = true
  return {
    ...session,
    async call<Result>(operationId: string, input: OperationInput = {}): Promise<Result> {
      const operation = callable.get(operationId)
      if (!operation || !isCallable(operationId))
        throw new Fault('internal_error', `${operationId} is not an operation for assistants`)
      if (!input.isRepeated) {
        if (!isPaid) await pay(session)
        isPaid = false
      }
      await authorize(services, operation, caller)
      const { json, content } = await perform(services, callOf(operation, input, session), caller)
      if (content) throw new Fault('internal_error', `${operationId} does not return JSON`)
      return (json === null ? undefined : guardTargetText(operationId, JSON.parse(json))) as Result
    },
  }
}

async function pay({ services, caller }: Pick<AssistantSession, 'services' | 'caller'>): Promise<void> {
  const { fault } = await takeFromBudget(services, caller)
  if (fault) throw fault
}

function callOf(
  operation: Operation,
  { params = {}, query = {}, body, waitSeconds }: OperationInput,
  { via, mark, visit: { prefer: _prefer, ...client } }: Pick<AssistantSession, 'via' | 'visit' | 'mark'>,
): OperationCall {
  const visit = { ...client, prefer: waitSeconds === undefined ? null : `wait=${waitSeconds}` }
  return { operation, params, query, body, path: operation.path, idempotencyKey: undefined, via, visit, mark }
}
