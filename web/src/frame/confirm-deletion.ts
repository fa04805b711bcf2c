import { ignoreNotFound } from '../api.ts'
import { type Change, invalidate } from '../invalidation.ts'
import { toast } from '../toast.ts'
import { type Question, confirm } from './confirm.tsx'

interface Deletion extends Question {
  /** Deletes it. Something that no longer exists counts as deleted. */
  readonly request: () => Promise<unknown>
  /** What is said afterwards. */
  readonly done?: string
  /** Leaves the screen of what was deleted, before that screen asks for it again. */
  readonly leave?: () => Promise<void>
  readonly stale: readonly Change[]
}

/** Asks, deletes and says so. A refusal is shown like every error that nothing else handles. */
export async function confirmDeletion({ request, done, leave, stale, ...question }: Deletion): Promise<void> {
  if (!(await confirm(question))) return
  try {
    await ignoreNotFound(request())
    if (done) toast({ text: done })
    await leave?.()
  } finally {
    await invalidate(...stale)
  }
}
