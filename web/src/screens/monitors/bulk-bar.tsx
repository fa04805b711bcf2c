// What can be done to all that is selected.
import { useState } from 'react'
import { useMessages } from '../../messages.ts'
import { Button } from '../../parts/button.tsx'
import { messages } from './messages.ts'
import { type Selection, countOf } from './selection.ts'
import { TagDialog } from './tag-dialog.tsx'
import type { Bulk } from './bulk.ts'

interface BulkBarProps {
  readonly selection: Selection
  readonly total: number
  readonly tags: readonly string[]
  readonly bulk: Bulk
}

export function BulkBar({ selection, total, tags, bulk }: BulkBarProps) {
  const say = useMessages(messages)
  const [tagging, setTagging] = useState(false)
  const count = countOf(selection, total)
  return (
    <div className="bulk">
      <span className="strong">{say.selected(count)}</span>
      {!selection.all && count < total && (
        <button type="button" className="textual" onClick={selection.everything}>
          {say.selectAll(total)}
        </button>
      )}
      <span className="end">
        <Button small icon="pause" onClick={() => void bulk.pause()}>
          {say.pause}
        </Button>
        <Button small icon="play" onClick={() => void bulk.resume()}>
          {say.resume}
        </Button>
        <Button small icon="tag" onClick={() => setTagging(true)}>
          {say.tag}
        </Button>
        <Button small icon="trash" onClick={() => void bulk.remove()}>
          {say.delete}
        </Button>
        <Button small weight="ghost" icon="close" aria-label={say.deselect} onClick={selection.clear} />
      </span>
      {tagging && (
        <TagDialog
          count={count}
          tags={tags}
          onClose={() => setTagging(false)}
          onApply={(change) => {
            setTagging(false)
            void bulk.tag(change)
          }}
        />
      )}
    </div>
  )
}
