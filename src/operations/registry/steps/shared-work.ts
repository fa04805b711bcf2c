// What many operations in one transaction share, so that thousands of steps need few statements.
import type { ActivityDraft } from '../../../store/accounts/activity.ts'

export interface SharedWork {
  /** For the activity log; written together at the end. */
  readonly events: ActivityDraft[]
  /** The monitors whose turns are recreated at the end. */
  readonly renewals: Set<string>
  /** What was read and does not change before the end. */
  readonly known: Map<string, Promise<unknown>>
  /** How many objects count for each limit of the plan. */
  readonly used: Map<string, number>
}

export const newSharedWork = (): SharedWork => ({
  events: [],
  renewals: new Set(),
  known: new Map(),
  used: new Map(),
})

/** Reads something once for all steps of a transaction. */
export function readOnce<Result>(
  { shared }: { readonly shared?: SharedWork | undefined },
  key: string,
  read: () => Promise<Result>,
): Promise<Result> {
  const known = shared?.known.get(key) as Promise<Result> | undefined
  const result = known ?? read()
  shared?.known.set(key, result)
  return result
}
