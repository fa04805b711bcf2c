import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { OnCallScheduleInFull } from '../../api-types.ts'
import { useNow } from '../../format/now.ts'
import { CalendarNav, useDateText } from '../../parts/calendar/calendar-nav.tsx'
import { useViewerZone } from '../../parts/calendar/viewer-zone.ts'
import {
  type TimeSpan,
  addDays,
  addMonths,
  calendarDays,
  dateOf,
  daysInMonth,
  firstOfMonth,
  isDate,
  mondayOf,
} from '../../parts/calendar/zone-days.ts'
import { Segments } from '../../parts/choose.tsx'
import { QueryResult, Skeleton } from '../../parts/content-states.tsx'
import { useIsPhone } from '../../parts/is-phone.ts'
import { useChoices } from '../../url.ts'
import { Agenda } from './agenda.tsx'
import { useLayerNotes } from './layer-note.ts'
import { useOnCallMessages } from './messages.ts'
import { calendarQuery } from './schedule-data.ts'
import { type Cover, Timeline } from './timeline.tsx'

const views = ['fortnight', 'month', 'list'] as const
type CalendarView = (typeof views)[number]

interface CalendarCardProps {
  readonly schedule: OnCallScheduleInFull
  readonly onSelect?: (span: TimeSpan) => void
  readonly onCover?: (cover: Cover) => void
}

export function CalendarCard({ schedule, onSelect, onCover }: CalendarCardProps) {
  const t = useOnCallMessages()
  const zone = useViewerZone()
  const isPhone = useIsPhone()
  const now = useNow(60)
  const { view, choose, days, title, move } = useCalendarChoice(dateOf(now.getTime(), zone), zone)
  const notes = useLayerNotes(schedule)
  const query = useQuery({
    ...calendarQuery(schedule.id, { from: days[0]!.from, to: days.at(-1)!.to }),
    placeholderData: keepPreviousData,
  })
  const isAgenda = isPhone || view === 'list'
  return (
    <section className="card" aria-label={t.calendar}>
      <header className="wrap">
        <CalendarNav onEarlier={() => move(-1)} onToday={() => choose({ from: '' })} onLater={() => move(1)} />
        <h2>{title}</h2>
        <span className="end row wrap">
          {onSelect && !isAgenda && <span className="muted wide">{t.dragHint}</span>}
          <Segments
            label={t.view}
            value={view}
            choices={views.map((value) => ({ value, label: t.views[value] }))}
            onChange={(value) => choose({ view: value })}
          />
        </span>
      </header>
      <QueryResult query={query} what={t.calendarFailed} waiting={<Skeleton height="46px" lines={4} />}>
        {(data) =>
          isAgenda ? (
            <Agenda view={data} now={now} onSelect={onSelect} />
          ) : (
            <Timeline {...{ view: data, days, zone, now, notes, onSelect, onCover }} />
          )
        }
      </QueryResult>
    </section>
  )
}

/** The days that the URL names: two weeks from a Monday, or a month. */
function useCalendarChoice(today: string, zone: string) {
  const text = useDateText()
  const [chosen, choose] = useChoices({ from: '', view: 'fortnight' })
  const view: CalendarView = views.find((one) => one === chosen.view) ?? 'fortnight'
  const isMonth = view !== 'fortnight'
  const from = isDate(chosen.from) ? chosen.from : today
  // Two weeks that contain today may begin in the month before.
  const isCurrent = isMonth && from <= today && today <= addDays(from, 13)
  const date = isCurrent ? today : from
  const first = isMonth ? firstOfMonth(date) : mondayOf(date)
  const count = isMonth ? daysInMonth(first) : 14
  const last = addDays(first, count - 1)
  const long = { day: 'numeric', month: 'long' } as const
  return {
    view,
    choose,
    days: calendarDays(first, count, zone),
    title: isMonth
      ? text(first, { month: 'long', year: 'numeric' })
      : `${text(first, first.slice(0, 7) === last.slice(0, 7) ? { day: 'numeric' } : long)} – ${text(last, long)}`,
    move: (step: number) => choose({ from: isMonth ? addMonths(first, step) : addDays(first, step * 14) }),
  }
}
