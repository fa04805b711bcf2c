// Asks before an action that cannot be undone: `if (await confirm({ … })) …`
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/form/field.tsx'
import { createStore, useStore } from '../../store.ts'
import { useConfirmMessages } from '../messages.ts'
import { Dialog } from '../../parts/overlay/dialog.tsx'

export interface Question {
  /** Names the object: “Delete Checkout API?” */
  readonly title: string
  /** The consequences. */
  readonly text: string
  /** The button: “Delete 3 monitors and 214 days of history”. */
  readonly verb: string
  /** The user must type this first. */
  readonly typed?: string
}

interface PendingQuestion extends Question {
  readonly answer: (yes: boolean) => void
}

const pendingQuestion = createStore<PendingQuestion | null>(null)

export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    pendingQuestion.set({
      ...question,
      answer: (yes) => {
        pendingQuestion.set(null)
        resolve(yes)
      },
    })
  })
}

export function ConfirmDialog() {
  const question = useStore(pendingQuestion)
  return question && <QuestionDialog question={question} />
}

function QuestionDialog({ question: { title, text, verb, typed, answer } }: { question: PendingQuestion }) {
  const t = useConfirmMessages()
  const [written, setWritten] = useState('')
  const ready = typed === undefined || written === typed
  return (
    <Dialog title={title} onClose={() => answer(false)}>
      <p className="muted">{text}</p>
      {typed !== undefined && <TextField label={t.type(typed)} value={written} onChange={setWritten} />}
      <div className="actions justify-end">
        <Button autoFocus label={t.cancel} onClick={() => answer(false)} />
        <Button weight="alarm" disabled={!ready} label={verb} onClick={() => answer(true)} />
      </div>
    </Dialog>
  )
}
