import { useMonitorListMessages } from './messages.ts'

export function Foot({ total, selectable }: { total: number; selectable: boolean }) {
  const t = useMonitorListMessages()
  return (
    <div className="list-foot">
      <span>{t.total(total)}</span>
      <span className="row" aria-hidden="true">
        <kbd>J</kbd> <kbd>K</kbd> {t.hints.move}
        {selectable && (
          <>
            <kbd>X</kbd> {t.hints.select}
          </>
        )}
        <kbd>Enter</kbd> {t.hints.open}
        {selectable && (
          <>
            <kbd>E</kbd> {t.hints.edit} <kbd>P</kbd> {t.hints.pause}
          </>
        )}
      </span>
    </div>
  )
}
