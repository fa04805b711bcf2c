import { Link } from '@tanstack/react-router'
import type { MaintenanceOccurrence } from '../../api-types.ts'
import { useNow } from '../../format/now.ts'
import { useFormat } from '../../format/use-format.ts'
import { StatusMark } from '../../parts/status-mark.tsx'
import { useMaintenanceMessages } from './messages.ts'

const maxShown = 50

interface OccurrenceListProps {
  readonly occurrences: readonly MaintenanceOccurrence[]
  /** A sentence for no occurrences. */
  readonly empty: string
}

export function OccurrenceList({ occurrences, empty }: OccurrenceListProps) {
  const t = useMaintenanceMessages()
  const format = useFormat()
  const now = useNow(10).getTime()
  if (occurrences.length === 0) return <p className="body muted">{empty}</p>
  return (
    <ul className="list">
      {occurrences.slice(0, maxShown).map((one) => {
        const isOn = Date.parse(one.starts_at) <= now && now < Date.parse(one.ends_at)
        return (
          <li key={`${one.window_id} ${one.starts_at}`}>
            <StatusMark status={isOn ? 'maintenance' : 'unknown'} label={isOn ? t.onNow : undefined} />
            <span className="min-w-0">
              <Link className="name cut" to="/maintenance/$id" params={{ id: one.window_id }}>
                {one.name}
              </Link>
              <span className="sub">
                {isOn ? `${t.onNow} · ${t.until(format.moment(one.ends_at))}` : format.moment(one.starts_at)}
                {` · ${format.duration((Date.parse(one.ends_at) - Date.parse(one.starts_at)) / 1000)}`}
                {` · ${one.everything ? t.covers.all : t.covers.monitors(one.monitors)}`}
              </span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
