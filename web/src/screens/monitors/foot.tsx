import { useMessages } from '../../messages.ts'
import { messages } from './messages.ts'

export function Foot({ total, selectable }: { total: number; selectable: boolean }) {
  const say = useMessages(messages)
  return (
    <div className="list-foot">
      <span>{say.total(total)}</span>
      <span className="row" aria-hidden="true">
        <kbd>J</kbd> <kbd>K</kbd> {say.hints.move}
        {selectable && (
          <>
            <kbd>X</kbd> {say.hints.select}
          </>
        )}
        <kbd>Enter</kbd> {say.hints.open}
        {selectable && (
          <>
            <kbd>E</kbd> {say.hints.edit} <kbd>P</kbd> {say.hints.pause}
          </>
        )}
      </span>
    </div>
  )
}
