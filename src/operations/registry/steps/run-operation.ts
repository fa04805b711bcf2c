// Runs operations of the registry inside the transaction of a plan, with their validation, limits and activity.
import { Fault } from '../../../domain/fault.ts'
import { authorize, performIn } from '../call.ts'
import type { CallerContext, Operation, RestoredMonitor } from '../define.ts'
import { readOnce } from './shared-work.ts'

interface Input {
  readonly id?: string | number
  /** Further parameters of the path. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
  readonly restores?: RestoredMonitor | undefined
}

/** Returns the body of the response; null if it has none. */
export type RunOperation = (operation: Operation, input: Input) => Promise<{ readonly id: string | number } | null>

interface RunOptions {
  /** Such as `monitors[shop]`, to name the object in problems. */
  readonly object: string
  /** Leaves the steps out of the activity log. */
  readonly quiet: boolean
}

export const runnerFor =
  (context: CallerContext, { object, quiet }: RunOptions): RunOperation =>
  async (operation, { id, params, query = {}, body, restores }) => {
    const { services, db, caller, visit } = context
    const call = {
      operation,
      params: { ...params, ...(id !== undefined && { id: String(id) }) },
      query,
      body,
      path: operation.path,
      idempotencyKey: undefined,
      via: 'config' as const,
      visit,
      restores,
      shared: context.shared,
      quiet,
    }
    try {
      await readOnce(context, `may ${operation.id}`, () => authorize(services, operation, caller))
      const { json } = await performIn(services, db, call, caller)
      return json === null ? null : (JSON.parse(json) as { id: string | number })
    } catch (error) {
      throw faultOf(object, error)
    }
  }

/** Each problem of a fault, such as `interval: too short`, gets the name of the object. */
export function faultOf(object: string, error: unknown): unknown {
  if (!(error instanceof Fault)) return error
  const named = error.problems.map((problem) =>
    /^[\w.[\]]+: /.test(problem) ? `${object}.${problem}` : `${object}: ${problem}`,
  )
  return new Fault(error.code, named)
}
