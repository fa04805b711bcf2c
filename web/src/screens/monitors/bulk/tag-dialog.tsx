import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../../parts/button.tsx'
import { Segments } from '../../../parts/choose.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { TextField } from '../../../parts/form/field.tsx'
import type { TagChange } from './bulk.ts'
import { useMonitorListMessages } from '../messages.ts'

interface TagDialogProps {
  readonly count: number
  /** Existing tags, as suggestions. */
  readonly tags: readonly string[]
  readonly onClose: () => void
  readonly onApply: (change: TagChange) => void
}

export function TagDialog({ count, tags, onClose, onApply }: TagDialogProps) {
  const t = useMonitorListMessages()
  const id = useId()
  const [way, setWay] = useState<'add' | 'remove'>('add')
  const [tag, setTag] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (tag.trim() !== '') onApply({ way, tag: tag.trim() })
  }
  return (
    <Dialog title={t.tagTitle(count)} onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        <Segments
          label={t.tagTitle(count)}
          choices={[
            { value: 'add', label: t.addTag },
            { value: 'remove', label: t.removeTag },
          ]}
          value={way}
          onChange={setWay}
        />
        <TextField
          label={t.tagName}
          hint={t.tagHint}
          list={`${id}-tags`}
          maxLength={32}
          pattern="[a-z0-9:-]+"
          value={tag}
          autoFocus
          autoComplete="off"
          onChange={setTag}
        />
        <datalist id={`${id}-tags`}>
          {tags.map((known) => (
            <option key={known} value={known} />
          ))}
        </datalist>
        <div className="actions justify-end">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" weight="primary">
            {t.apply[way]}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
