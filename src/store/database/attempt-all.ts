import { isPassing } from './failures.ts'

/** Does each task, also after one that fails because of its data; fails at the end if one did. */
export async function attemptAll(tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = []
  for (const task of tasks)
    await task().catch((error: unknown) => {
      if (isPassing(error)) throw error
      errors.push(error)
    })
  if (errors.length > 0) throw new AggregateError(errors, errors.join('; '))
}
