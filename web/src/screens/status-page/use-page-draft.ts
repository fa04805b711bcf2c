// Keeps the draft in the browser and stores it a moment after each change.
import { useRef, useState } from 'react'
import type { StatusPageEdited } from '../../api-types.ts'
import { client, queries, queryFor } from '../../api.ts'
import { type SerialQueue, createSerialQueue } from '../../serial-queue.ts'
import {
  type DraftChange,
  type PageDraft,
  adoptIds,
  bodyOf,
  changesBetween,
  draftOf,
  publishedDraft,
} from './page-draft.ts'
import { useAutosave } from './use-autosave.ts'
import { toastError } from '../../toast.ts'

export interface PageEditing {
  readonly draft: PageDraft
  readonly changes: readonly DraftChange[]
  readonly isSaving: boolean
  /** Why the draft could not be stored; null if it was. */
  readonly problem: string | null
  /** Grows when the server has something new to preview. */
  readonly version: number
  readonly edit: (change: (draft: PageDraft) => PageDraft) => void
  readonly publish: () => Promise<void>
  readonly discard: () => Promise<void>
}

export function usePageDraft(page: StatusPageEdited): PageEditing {
  const [draft, setDraft] = useState(() => draftOf(page))
  const [problem, setProblem] = useState<string | null>(null)
  const [version, setVersion] = useState(0)
  const [enqueue] = useState<SerialQueue>(createSerialQueue)
  const latest = useRef(draft)
  const params = { id: page.id }

  const adopt = (stored: StatusPageEdited): void => {
    queries.setQueryData(queryFor('/status-pages/{id}/draft', { params }).queryKey, stored)
    setVersion((before) => before + 1)
  }
  const replace = (next: PageDraft): void => {
    latest.current = next
    setDraft(next)
  }
  const save = (): Promise<void> =>
    enqueue(async () => {
      const sent = latest.current
      const isUnchanged = changesBetween(publishedDraft(page), sent).length === 0
      const stored = isUnchanged
        ? await client.delete('/status-pages/{id}/draft', { params })
        : await client.patch('/status-pages/{id}/draft', { params, body: bodyOf(sent) })
      const components = adoptIds(latest.current.components, sent.components, stored.draft?.components ?? [])
      replace({ ...latest.current, components })
      setProblem(null)
      adopt(stored)
    })
  const autosave = useAutosave(save, setProblem)
  const edit = (change: (draft: PageDraft) => PageDraft): void => {
    replace(change(latest.current))
    autosave.schedule()
  }
  const finish = async (work: () => Promise<StatusPageEdited>): Promise<void> => {
    const stored = await enqueue(work)
    replace(draftOf(stored))
    setProblem(null)
    autosave.markSaved()
    adopt(stored)
  }
  return {
    draft,
    changes: changesBetween(publishedDraft(page), draft),
    isSaving: autosave.isSaving,
    problem,
    version,
    edit,
    async publish() {
      autosave.cancel()
      await save()
      await finish(() => client.post('/status-pages/{id}/publish', { params }))
    },
    async discard() {
      autosave.cancel()
      await finish(() => client.delete('/status-pages/{id}/draft', { params }))
    },
  }
}

/** Runs an action of the editor and shows why it failed. */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    toastError(error)
    return false
  }
}
