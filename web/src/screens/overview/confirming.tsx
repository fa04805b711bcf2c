// What was seen once and is being looked at again: a line each, nothing to do yet.
import { Link } from '@tanstack/react-router'
import { useNow } from '../../format/now.ts'
import { useFormat } from '../../format/use-format.ts'
import { useMessages } from '../../messages.ts'
import { StatusMark } from '../../parts/status-mark.tsx'
import type { Overview } from './index.tsx'
import { overviewWords } from './messages.ts'

export function Confirming({ confirming: { shown, total } }: { confirming: Overview['confirming'] }) {
  const say = useMessages(overviewWords)
  return (
    <>
      {shown.map((one) => (
        <Line key={one.rule.id} one={one} />
      ))}
      {total > shown.length && <p className="watch">{say.moreConfirming(total - shown.length)}</p>}
    </>
  )
}

function Line({ one }: { one: Overview['confirming']['shown'][number] }) {
  const say = useMessages(overviewWords)
  const format = useFormat()
  const now = useNow(1)
  const { monitor, streak, threshold, seen_from: seen, next_from: place, next_check_at: at } = one
  const sure =
    place && at
      ? say.makingSureNext(streak, threshold, place, format.relative(at, now))
      : say.makingSure(streak, threshold)
  return (
    <p className="watch">
      <StatusMark status="degraded" />
      <span>
        <Link className="strong" to="/monitors/$id" params={{ id: monitor.id }}>
          {monitor.name}
        </Link>{' '}
        {say.failedOnce(streak, seen)} {sure}
      </span>
    </p>
  )
}
