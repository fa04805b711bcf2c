import { ignoreNotFound } from '../../api.ts'
import { type Change, invalidate } from '../../invalidation.ts'
import { currentPreferences } from '../../preferences.ts'
import { toast } from '../../toast.ts'
import { useRemovalMessages } from '../messages.ts'
import { type Question, confirm } from './confirm.tsx'

export interface Deletion extends Pick<Question, 'text' | 'typed'>, Partial<Pick<Question, 'title' | 'verb'>> {
  /** Of what is deleted. The question, its button and what is said afterwards name it, unless they have other texts. */
  readonly name: string
  readonly way?: 'delete' | 'remove' | 'revoke'
  /** Deletes it. Something that no longer exists counts as deleted. */
  readonly request: () => Promise<unknown>
  /** What is said afterwards. */
  readonly done?: string
  /** Leaves the screen of what was deleted, before that screen asks for it again. */
  readonly leave?: () => Promise<void>
  readonly stale: readonly Change[]
}

/** Asks, deletes and says so. A refusal is shown like every error that nothing else handles. */
export async function confirmDeletion({
  name,
  way = 'delete',
  request,
  leave,
  stale,
  ...texts
}: Deletion): Promise<void> {
  const t = useRemovalMessages.in(currentPreferences().language)[way]
  if (!(await confirm({ title: t.title(name), verb: t.verb(name), ...texts }))) return
  try {
    await ignoreNotFound(request())
    toast({ text: texts.done ?? t.done(name) })
    await leave?.()
  } finally {
    await invalidate(...stale)
  }
}
