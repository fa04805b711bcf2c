// A month of maintenance: a table of weeks, and on a phone a list.
import { Link } from '@tanstack/react-router'
import type { MaintenanceOccurrence } from '../../api-types.ts'
import { useResource } from '../../api.ts'
import { useNow } from '../../format/now.ts'
import { useFormat } from '../../format/use-format.ts'
import { CalendarNav, useDateText } from '../../parts/calendar/calendar-nav.tsx'
import { useViewerZone } from '../../parts/calendar/viewer-zone.ts'
import {
  type CalendarDay,
  addMonths,
  calendarDays,
  dateOf,
  daysInMonth,
  isDate,
  mondayOf,
} from '../../parts/calendar/zone-days.ts'
import { QueryResult } from '../../parts/content-states.tsx'
import { useIsPhone } from '../../parts/is-phone.ts'
import { useChoices } from '../../url.ts'
import { useMaintenanceMessages } from './messages.ts'
import { OccurrenceList } from './occurrence-list.tsx'

const maxPerDay = 3

export function MonthCard() {
  const t = useMaintenanceMessages()
  const zone = useViewerZone()
  const isPhone = useIsPhone()
  const today = dateOf(useNow(60).getTime(), zone)
  const text = useDateText()
  const [{ month }, choose] = useChoices({ month: today.slice(0, 7) })
  const first = isDate(`${month}-01`) ? `${month}-01` : `${today.slice(0, 7)}-01`
  const move = (months: number): void => choose({ month: addMonths(first, months).slice(0, 7) })
  const weeks = weeksOf(first, zone)
  const days = isPhone ? calendarDays(first, daysInMonth(first), zone) : weeks.flat()
  const query = useResource('/dashboard/maintenance/occurrences', {
    query: { from: new Date(days[0]!.from).toISOString(), until: new Date(days.at(-1)!.to).toISOString() },
  })
  return (
    <section className="card" aria-label={t.calendar}>
      <header>
        <CalendarNav
          onEarlier={() => move(-1)}
          onToday={() => choose({ month: today.slice(0, 7) })}
          onLater={() => move(1)}
        />
        <h2>{text(first, { month: 'long', year: 'numeric' })}</h2>
      </header>
      <QueryResult query={query} what={t.couldNotLoad}>
        {({ data, has_more: isCut }) => (
          <>
            {isPhone ? (
              <OccurrenceList occurrences={data} empty={t.noAgenda} />
            ) : (
              <MonthTable weeks={weeks} month={first} today={today} occurrences={data} />
            )}
            {isCut && <p className="body muted">{t.limited}</p>}
          </>
        )}
      </QueryResult>
    </section>
  )
}

function weeksOf(first: string, zone: string): CalendarDay[][] {
  const monday = mondayOf(first)
  const before = (Date.parse(first) - Date.parse(monday)) / 86_400_000
  const count = Math.ceil((before + daysInMonth(first)) / 7)
  const days = calendarDays(monday, count * 7, zone)
  return Array.from({ length: count }, (_, week) => days.slice(week * 7, week * 7 + 7))
}

interface MonthTableProps {
  readonly weeks: readonly (readonly CalendarDay[])[]
  readonly month: string
  readonly today: string
  readonly occurrences: readonly MaintenanceOccurrence[]
}

function MonthTable({ weeks, month, today, occurrences }: MonthTableProps) {
  const text = useDateText()
  return (
    <table className="month">
      <thead>
        <tr>
          {weeks[0]!.map(({ date }) => (
            <th key={date} scope="col">
              {text(date, { weekday: 'short' })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]!.date}>
            {week.map((day) => (
              <td key={day.date} className={classOf(day, month)} aria-current={day.date === today ? 'date' : undefined}>
                <Day day={day} occurrences={occurrences} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function classOf({ date, isWeekend }: CalendarDay, month: string): string {
  return `${isWeekend ? 'weekend' : ''} ${date.slice(0, 7) === month.slice(0, 7) ? '' : 'other'}`
}

function Day({ day, occurrences }: { day: CalendarDay; occurrences: readonly MaintenanceOccurrence[] }) {
  const t = useMaintenanceMessages()
  const text = useDateText()
  const own = occurrences.filter((one) => Date.parse(one.starts_at) < day.to && Date.parse(one.ends_at) > day.from)
  return (
    <>
      <span className="date">
        <span aria-hidden="true">{Number(day.date.slice(8))}</span>
        <span className="sr">{text(day.date, { day: 'numeric', month: 'long' })}</span>
        {day.hours !== 24 && (
          <span className="clocks" title={t.clocksHint}>
            {t.clocks(day.hours)}
          </span>
        )}
      </span>
      {own.slice(0, maxPerDay).map((one) => (
        <Entry key={`${one.window_id} ${one.starts_at}`} one={one} day={day} />
      ))}
      {own.length > maxPerDay && <span className="sub">{t.more(own.length - maxPerDay)}</span>}
    </>
  )
}

function Entry({ one, day }: { one: MaintenanceOccurrence; day: CalendarDay }) {
  const t = useMaintenanceMessages()
  const format = useFormat()
  const [starts, ends] = [Date.parse(one.starts_at), Date.parse(one.ends_at)]
  const when =
    starts >= day.from ? format.clock(one.starts_at) : ends < day.to ? t.until(format.clock(one.ends_at)) : t.allDay
  return (
    <Link className="entry" to="/maintenance/$id" params={{ id: one.window_id }} title={one.name}>
      <span className="num">{when}</span> {one.name}
    </Link>
  )
}
