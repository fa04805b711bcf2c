// What can be done to all that is selected.
import { useMessages } from '../../messages.ts'
import { Button } from '../../parts/button.tsx'
import { messages } from './messages.ts'
import { type Selection, countOf } from './selection.ts'
import type { Bulk } from './bulk.ts'

interface BulkBarProps {
  readonly selection: Selection
  readonly total: number
  readonly bulk: Bulk
}

export function BulkBar({ selection, total, bulk }: BulkBarProps) {
  const say = useMessages(messages)
  const count = countOf(selection, total)
  return (
    <div className="bulk">
      <span className="strong">{say.selected(count)}</span>
      <span className="end">
        <Button small icon="pause" onClick={() => void bulk.pause()}>
          {say.pause}
        </Button>
        <Button small icon="play" onClick={() => void bulk.resume()}>
          {say.resume}
        </Button>
        <Button small icon="trash" onClick={() => void bulk.remove()}>
          {say.delete}
        </Button>
        <Button small weight="ghost" icon="close" aria-label={say.deselect} onClick={selection.clear} />
      </span>
    </div>
  )
}
