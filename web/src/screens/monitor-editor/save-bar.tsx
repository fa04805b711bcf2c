import { useMessages } from '../../i18n.ts'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { editorMessages } from './messages.ts'

interface SaveBarProps {
  readonly busy: boolean
  /** Number of changes; null for a new monitor. */
  readonly changes: number | null
  readonly onSave: (isPaused: boolean) => void
}

export function SaveBar({ busy, changes, onSave }: SaveBarProps) {
  const t = useMessages(editorMessages)
  return (
    <div className="card foot-bar">
      <Button weight="primary" type="submit" busy={busy} hint="Ctrl ↵" disabled={changes === 0}>
        {changes === null ? t.start : t.save}
      </Button>
      {changes === null && (
        <Button busy={busy} onClick={() => onSave(true)}>
          {t.savePaused}
        </Button>
      )}
      <ButtonLink weight="ghost" to="/monitors">
        {t.cancel}
      </ButtonLink>
      {changes !== null && <span className="muted end">{changes === 0 ? t.unchanged : t.changes(changes)}</span>}
    </div>
  )
}
