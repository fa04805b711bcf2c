import { useState } from 'react'
import { invalidate } from '../../invalidation.ts'
import { Button } from '../../parts/button.tsx'
import { toast } from '../../toast.ts'
import { useStatusPageMessages } from './messages.ts'
import type { DraftChange } from './page-draft.ts'
import { type PageEditing, attempt } from './use-page-draft.ts'
import { confirm } from '../../frame/confirm/confirm.tsx'

/** Shown while the draft differs from the page. */
export function PublishBar({ editing, name }: { editing: PageEditing; name: string }) {
  const t = useStatusPageMessages()
  const [busy, setBusy] = useState(false)
  const { changes, isSaving, problem } = editing
  if (changes.length === 0 && !problem) return null
  const run = async (work: () => Promise<void>): Promise<boolean> => {
    setBusy(true)
    const isDone = await attempt(work)
    setBusy(false)
    void invalidate('statusPage')
    return isDone
  }
  const publish = async (): Promise<void> => {
    if (await run(editing.publish)) toast({ text: t.published(name) })
  }
  const discard = async (): Promise<void> => {
    const question = { title: t.discardTitle, text: t.discardText, verb: t.discardVerb }
    if (await confirm(question)) await run(editing.discard)
  }
  return (
    <div className="card foot-bar">
      <details className="unpublished">
        <summary>{isSaving ? t.saving : t.unpublished(changes.length)}</summary>
        <ul>
          {changes.map((change) => (
            <li key={JSON.stringify(change)}>{textOf(change)}</li>
          ))}
        </ul>
      </details>
      {problem && (
        <p className="error" role="alert">
          {t.draftFailed(problem)}
        </p>
      )}
      <span className="end row">
        <Button label={t.discard} onClick={() => void discard()} busy={busy} />
        <Button weight="primary" label={t.publish} onClick={() => void publish()} busy={busy} />
      </span>
    </div>
  )

  function textOf(change: DraftChange): string {
    if (change.what === 'order') return t.change.order
    return change.what === 'look' ? t.field[change.field] : t.change[change.what](change.name)
  }
}
