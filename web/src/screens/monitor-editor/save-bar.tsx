import { useMessages } from '../../messages.ts'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { words } from './messages.ts'

interface SaveBarProps {
  readonly busy: boolean
  /** How much an edit changes; null for a new monitor. */
  readonly changes: number | null
  readonly onSave: (isPaused: boolean) => void
}

export function SaveBar({ busy, changes, onSave }: SaveBarProps) {
  const say = useMessages(words)
  return (
    <div className="card foot-bar">
      <Button weight="primary" type="submit" busy={busy} hint="Ctrl ↵" disabled={changes === 0}>
        {changes === null ? say.start : say.save}
      </Button>
      {changes === null && (
        <Button busy={busy} onClick={() => onSave(true)}>
          {say.savePaused}
        </Button>
      )}
      <ButtonLink weight="ghost" to="/monitors">
        {say.cancel}
      </ButtonLink>
      {changes !== null && <span className="muted end">{changes === 0 ? say.unchanged : say.changes(changes)}</span>}
    </div>
  )
}
