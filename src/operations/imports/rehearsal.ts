// Writes one item of an import in a transaction of its own. A dry run does the same and rolls it back, so that it
// reports exactly what an import would do.
import type { ActivityDraft } from '../../store/accounts/activity.ts'
import type { CallerContext } from '../registry/define.ts'

/** Thrown to roll back what a dry run has written. */
class DryRunOver<Result> extends Error {
  readonly result: Result
  constructor(result: Result) {
    super('the dry run is over')
    this.result = result
  }
}

export async function writeItem<Result>(
  context: CallerContext,
  { dryRun }: { readonly dryRun: boolean },
  write: (inside: CallerContext) => Promise<Result>,
): Promise<Result> {
  let events: ActivityDraft[] = []
  try {
    const result = await context.db.transaction(async (db) => {
      events = []
      const inside = { ...context, db, record: (event: ActivityDraft): unknown => events.push(event) } as CallerContext
      const written = await write(inside)
      if (dryRun) throw new DryRunOver(written)
      return written
    })
    for (const event of events) context.record(event)
    return result
  } catch (error) {
    if (error instanceof DryRunOver) return error.result as Result
    throw error
  }
}
