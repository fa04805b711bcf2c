// Runs operations of the registry inside the transaction of a plan, with their validation, limits and activity.
import { Fault } from '../../../domain/fault.ts'
import { performIn } from '../../registry/call.ts'
import type { CallerContext, Operation, RestoredMonitor } from '../../registry/define.ts'
import type { ObjectId } from '../document/sections.ts'

interface Input {
  readonly id?: ObjectId
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
  readonly restores?: RestoredMonitor | undefined
}

/** Returns the body of the response; null if it has none. */
export type RunOperation = (operation: Operation, input: Input) => Promise<{ readonly id: ObjectId } | null>

/** Problems name the object, as in `monitors[shop].interval: …`. */
export const runnerFor =
  (context: CallerContext, object: string): RunOperation =>
  async (operation, { id, query = {}, body, restores }) => {
    const { services, db, caller, visit } = context
    const params: Record<string, string> = id === undefined ? {} : { id: String(id) }
    const call = {
      operation,
      params,
      query,
      body,
      path: operation.path,
      idempotencyKey: undefined,
      via: 'config' as const,
      visit,
      restores,
    }
    try {
      const { json } = await performIn(services, db, call, caller)
      return json === null ? null : (JSON.parse(json) as { id: ObjectId })
    } catch (error) {
      throw error instanceof Fault ? new Fault(error.code, prefixed(object, error.message)) : error
    }
  }

/** Each problem of a message, such as `interval: too short; name: Required`, gets the name of the object. */
function prefixed(object: string, message: string): string {
  const problems = message.split('; ')
  return problems
    .map((problem) => (/^[\w.[\]]+: /.test(problem) ? `${object}.${problem}` : `${object}: ${problem}`))
    .join('; ')
}
