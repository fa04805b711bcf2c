// A schedule over some days: a row per layer, the covers, and who is paged. Dragging over the last row selects a time.
import type { ReactNode } from 'react'
import type { OnCallCalendarView } from '../../api-types.ts'
import { useFormat } from '../../format/use-format.ts'
import { useDateText } from '../../parts/calendar/calendar-nav.tsx'
import { type CalendarDay, type Segment, type TimeSpan, positionOf, segmentOf } from '../../parts/calendar/zone-days.ts'
import { useOnCallMessages } from './messages.ts'
import { type OnCallPerson, PersonAvatar, nameOf, usePersonColour } from './person.tsx'
import { firstName } from './title.ts'
import { useTimeDrag } from './time-drag.ts'

export type Cover = OnCallCalendarView['overrides'][number]

interface TimelineProps {
  readonly view: OnCallCalendarView
  readonly days: readonly CalendarDay[]
  readonly zone: string
  readonly now: Date
  /** A sentence about each layer, in order. */
  readonly notes: readonly string[]
  /** Selects a time to cover; omitted if the user may not. */
  readonly onSelect?: (span: TimeSpan) => void
  readonly onCover?: (cover: Cover) => void
}

export function Timeline({ view, days, zone, now, notes, onSelect, onCover }: TimelineProps) {
  const t = useOnCallMessages()
  const frame = { days, now }
  return (
    <div className="timeline-scroll" tabIndex={0} role="group" aria-label={t.calendar}>
      <div className={days.length > 14 ? 'calendar-rows month-wide' : 'calendar-rows'}>
        <DayHeads days={days} today={now} />
        {view.layers.map(({ id, name, shifts }, index) => (
          <Row key={id} name={name} note={notes[index] ?? ''} {...frame}>
            {shifts.map((shift) => (
              <ShiftBar key={shift.starts_at} {...shift} days={days} />
            ))}
          </Row>
        ))}
        <Row name={t.covers} note={t.coversNote} {...frame}>
          {view.overrides.map((cover) => (
            <ShiftBar key={cover.id} {...cover} days={days} isCover onOpen={onCover && (() => onCover(cover))} />
          ))}
        </Row>
        <PagedRow view={view} zone={zone} onSelect={onSelect} {...frame} />
      </div>
    </div>
  )
}

function DayHeads({ days, today }: { days: readonly CalendarDay[]; today: Date }) {
  const t = useOnCallMessages()
  const text = useDateText()
  const isWide = days.length <= 14
  return (
    <div className="calendar-row heads">
      <div className="row-label" />
      <div className="day-heads" style={{ gridTemplateColumns: `repeat(${days.length}, 1fr)` }}>
        {days.map(({ date, from, to, hours }) => {
          const isToday = from <= today.getTime() && today.getTime() < to
          return (
            <span key={date} aria-current={isToday ? 'date' : undefined}>
              {isWide ? text(date, { weekday: 'short', day: 'numeric' }) : Number(date.slice(8))}
              {hours !== 24 && (
                <small className="clocks" title={t.clocksHint}>
                  {t.clocks(hours)}
                </small>
              )}
            </span>
          )
        })}
      </div>
    </div>
  )
}

interface RowProps {
  readonly name: string
  readonly note: string
  readonly days: readonly CalendarDay[]
  readonly now: Date
  readonly isResult?: boolean
  readonly children: ReactNode
  readonly drag?: ReturnType<typeof useTimeDrag>
}

function Row({ name, note, days, now, isResult, children, drag }: RowProps) {
  const at = positionOf(now.getTime(), days)
  return (
    <div className={isResult ? 'calendar-row result' : 'calendar-row'}>
      <div className="row-label">
        <b>{name}</b>
        <span className="cut">{note}</span>
      </div>
      <div className={drag ? 'track draggable' : 'track'} {...drag?.handlers}>
        <span className="day-cells" aria-hidden="true">
          {days.map(({ date, isWeekend }) => (
            <i key={date} className={isWeekend ? 'weekend' : ''} />
          ))}
        </span>
        <ul aria-label={name}>{children}</ul>
        {drag?.selected && <i className="selection" style={place(drag.selected, days.length)} />}
        {at > 0 && at < days.length && <i className="now-line" style={{ left: `${(at / days.length) * 100}%` }} />}
      </div>
    </div>
  )
}

const place = ({ start, end }: { start: number; end: number }, columns: number) => ({
  left: `${(start / columns) * 100}%`,
  width: `${((end - start) / columns) * 100}%`,
})

type PagedRowProps = Pick<TimelineProps, 'view' | 'days' | 'zone' | 'now' | 'onSelect'>

function PagedRow({ view, days, zone, now, onSelect }: PagedRowProps) {
  const t = useOnCallMessages()
  const drag = useTimeDrag({ days, zone, onSelect: onSelect ?? (() => {}) })
  return (
    <Row name={t.paged} note={t.pagedNote} days={days} now={now} isResult drag={onSelect && drag}>
      {view.shifts.map((shift) => (
        <ShiftBar key={shift.starts_at} {...shift} days={days} isCover={shift.is_override} />
      ))}
      {view.gaps.map((gap) => (
        <GapBar key={gap.starts_at} {...gap} days={days} onSelect={onSelect} />
      ))}
    </Row>
  )
}

interface ShiftBarProps {
  readonly user: OnCallPerson
  readonly starts_at: string
  readonly ends_at: string
  readonly days: readonly CalendarDay[]
  readonly isCover?: boolean
  readonly onOpen?: () => void
}

const minNamed = 0.9
const minInitials = 0.45

/** The width in days of a calendar of two weeks. */
const shareOf = ({ start, end }: Segment, days: readonly CalendarDay[]): number => ((end - start) / days.length) * 14

function ShiftBar({ user, starts_at: starts, ends_at: ends, days, isCover = false, onOpen }: ShiftBarProps) {
  const t = useOnCallMessages()
  const format = useFormat()
  const colourOf = usePersonColour()
  const segment = segmentOf({ from: Date.parse(starts), to: Date.parse(ends) }, days)
  if (!segment) return null
  const share = shareOf(segment, days)
  const times = t.span(format.moment(starts), format.moment(ends))
  const content = (
    <>
      {share >= minInitials && <PersonAvatar person={user} size="small" />}
      {share >= minNamed ? <span className="cut">{firstName(user)}</span> : <span className="sr">{nameOf(user)}</span>}
      <span className="sr">
        {isCover ? `, ${t.isCover}` : ''}, {times}
      </span>
    </>
  )
  return (
    <li
      className={isCover ? 'shift cover' : 'shift'}
      style={{ ...place(segment, days.length), ...colourOf(user) }}
      title={`${nameOf(user)}: ${times}`}
    >
      {onOpen ? (
        <button
          type="button"
          aria-label={t.coverFrom(nameOf(user), format.moment(starts), format.moment(ends))}
          onClick={onOpen}
        >
          {content}
        </button>
      ) : (
        content
      )}
    </li>
  )
}

interface GapBarProps {
  readonly starts_at: string
  readonly ends_at: string
  readonly days: readonly CalendarDay[]
  readonly onSelect?: (span: TimeSpan) => void
}

function GapBar({ starts_at: starts, ends_at: ends, days, onSelect }: GapBarProps) {
  const t = useOnCallMessages()
  const format = useFormat()
  const span = { from: Date.parse(starts), to: Date.parse(ends) }
  const segment = segmentOf(span, days)
  if (!segment) return null
  const label = t.gapFrom(format.moment(starts), format.moment(ends))
  const word = <span className={shareOf(segment, days) < minNamed ? 'sr' : ''}>{t.nobody}</span>
  return (
    <li className="gap" style={place(segment, days.length)} title={t.span(format.moment(starts), format.moment(ends))}>
      {onSelect ? (
        <button type="button" aria-label={label} onClick={() => onSelect(span)}>
          {word}
        </button>
      ) : (
        word
      )}
    </li>
  )
}
