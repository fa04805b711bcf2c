// Failures that are being confirmed.
import { useNow } from '../../format/now.ts'
import { useFormat } from '../../format/use-format.ts'
import { StatusMark } from '../../parts/status-mark.tsx'
import type { Overview } from './overview-data.ts'
import { useOverviewMessages } from './messages.ts'
import { MonitorLink } from '../../parts/links.tsx'

export function Confirming({ confirming: { shown, total } }: { confirming: Overview['confirming'] }) {
  const t = useOverviewMessages()
  return (
    <>
      {shown.map((one) => (
        <Line key={one.rule.id} one={one} />
      ))}
      {total > shown.length && <p className="watch">{t.moreConfirming(total - shown.length)}</p>}
    </>
  )
}

function Line({ one }: { one: Overview['confirming']['shown'][number] }) {
  const t = useOverviewMessages()
  const format = useFormat()
  const now = useNow(1)
  const { monitor, streak, threshold, seen_from: seen, next_from: place, next_check_at: at } = one
  const sure =
    place && at ? t.makingSureNext(streak, threshold, place, format.relative(at, now)) : t.makingSure(streak, threshold)
  return (
    <p className="watch">
      <StatusMark status="degraded" />
      <span>
        <MonitorLink className="strong" id={monitor.id} name={monitor.name} /> {t.failedOnce(streak, seen)} {sure}
      </span>
    </p>
  )
}
