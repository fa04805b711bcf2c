// Actions on the selected monitors.
import { useState, type FormEvent, useId } from 'react'
import { Button, TextButton } from '../../../parts/button.tsx'
import type { IconName } from '../../../parts/icon.tsx'
import { useMonitorListMessages } from '../messages.ts'
import { type Selection, countOf } from '../selection.ts'
import type { Bulk, TagChange } from './bulk.ts'
import { EditDialog, type BulkSetting } from './edit-dialog.tsx'
import { MaintenanceDialog } from './maintenance-dialog.tsx'
import { useBulkMessages } from './messages.ts'
import { Segments } from '../../../parts/choose.tsx'
import { TextField } from '../../../parts/form/field.tsx'
import { Dialog } from '../../../parts/overlay/dialog.tsx'

interface BulkBarProps {
  readonly selection: Selection
  readonly total: number
  readonly tags: readonly string[]
  readonly bulk: Bulk
}

type BulkDialogName = 'tag' | 'maintenance' | BulkSetting

const edits: readonly [BulkSetting | 'maintenance', IconName][] = [
  ['maintenance', 'wrench'],
  ['locations', 'pulse'],
  ['interval', 'clock'],
  ['groups', 'people'],
]

export function BulkBar({ selection, total, tags, bulk }: BulkBarProps) {
  const t = useMonitorListMessages()
  const { buttons } = useBulkMessages()
  const [asking, setAsking] = useState<BulkDialogName | null>(null)
  const count = countOf(selection, total)
  return (
    <div className="bulk">
      <span className="strong">{t.selected(count)}</span>
      {!selection.all && count < total && <TextButton label={t.selectAll(total)} onClick={selection.everything} />}
      <span className="end">
        <Button small icon="pause" label={t.pause} onClick={() => void bulk.pause()} />
        <Button small icon="play" label={t.resume} onClick={() => void bulk.resume()} />
        <Button small icon="tag" label={t.tag} onClick={() => setAsking('tag')} />
        {edits.map(([what, icon]) => (
          <Button key={what} small icon={icon} label={buttons[what]} onClick={() => setAsking(what)} />
        ))}
        <Button small icon="trash" label={t.delete} onClick={() => void bulk.remove()} />
        <Button small weight="ghost" icon="close" aria-label={t.deselect} onClick={selection.clear} />
      </span>
      {asking && <Question asking={asking} count={count} tags={tags} bulk={bulk} onClose={() => setAsking(null)} />}
    </div>
  )
}

interface QuestionProps extends Pick<BulkBarProps, 'tags' | 'bulk'> {
  readonly asking: BulkDialogName
  readonly count: number
  readonly onClose: () => void
}

function Question({ asking, count, tags, bulk, onClose }: QuestionProps) {
  const closing =
    <T,>(work: (value: T) => Promise<void>) =>
    (value: T): void => {
      onClose()
      void work(value)
    }
  if (asking === 'tag') return <TagDialog count={count} tags={tags} onClose={onClose} onApply={closing(bulk.tag)} />
  if (asking === 'maintenance')
    return <MaintenanceDialog count={count} onClose={onClose} onApply={closing(bulk.maintain)} />
  return <EditDialog what={asking} count={count} which={bulk.which} onClose={onClose} onApply={closing(bulk.edit)} />
}

interface TagDialogProps {
  readonly count: number
  /** Existing tags, as suggestions. */
  readonly tags: readonly string[]
  readonly onClose: () => void
  readonly onApply: (change: TagChange) => void
}

function TagDialog({ count, tags, onClose, onApply }: TagDialogProps) {
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
          onChange={setTag}
        />
        <datalist id={`${id}-tags`}>
          {tags.map((known) => (
            <option key={known} value={known} />
          ))}
        </datalist>
        <div className="actions justify-end">
          <Button label={t.cancel} onClick={onClose} />
          <Button type="submit" weight="primary" label={t.apply[way]} />
        </div>
      </form>
    </Dialog>
  )
}
