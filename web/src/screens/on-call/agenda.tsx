// Who is paged, one after the other; on a phone it replaces the calendar.
import type { OnCallCalendarView } from '../../api-types.ts'
import { useFormat } from '../../format/use-format.ts'
import { Button } from '../../parts/button.tsx'
import type { TimeSpan } from '../../parts/calendar/zone-days.ts'
import { Tag } from '../../parts/card.tsx'
import { StatusMark } from '../../parts/status-mark.tsx'
import { useOnCallMessages } from './messages.ts'
import { type OnCallPerson, PersonAvatar, nameOf } from './person.tsx'

interface AgendaProps {
  readonly view: OnCallCalendarView
  readonly now: Date
  readonly onSelect?: (span: TimeSpan) => void
}

interface AgendaEntry {
  readonly user: OnCallPerson | null
  readonly starts_at: string
  readonly ends_at: string
  readonly isCover: boolean
}

export function Agenda({ view, now, onSelect }: AgendaProps) {
  const t = useOnCallMessages()
  const format = useFormat()
  const entries: AgendaEntry[] = [
    ...view.shifts.map(({ is_override: isCover, ...shift }) => ({ ...shift, isCover })),
    ...view.gaps.map((gap) => ({ ...gap, user: null, isCover: false })),
  ].toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at))
  return (
    <ol className="list agenda">
      {entries.map(({ user, starts_at: starts, ends_at: ends, isCover }) => {
        const isNow = Date.parse(starts) <= now.getTime() && now.getTime() < Date.parse(ends)
        return (
          <li key={starts} aria-current={isNow ? 'time' : undefined}>
            {user ? <PersonAvatar person={user} /> : <StatusMark status="down" />}
            <span className="min-w-0">
              <span className={user ? 'row' : 'row text-down-text'}>
                {user ? nameOf(user) : t.nobody}
                {isCover && <Tag>{t.isCover}</Tag>}
              </span>
              <span className="sub">{t.span(isNow ? t.nowMark : format.moment(starts), format.moment(ends))}</span>
            </span>
            {!user && onSelect && (
              <span className="at">
                <Button
                  small
                  label={t.coverGap}
                  onClick={() => onSelect({ from: Date.parse(starts), to: Date.parse(ends) })}
                />
              </span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
