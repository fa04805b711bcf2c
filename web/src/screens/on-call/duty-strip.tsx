import type { OnCallScheduleInFull } from '../../api-types.ts'
import { useCurrent } from '../../frame/counts.ts'
import { useNow } from '../../format/now.ts'
import { useFormat } from '../../format/use-format.ts'
import type { TimeSpan } from '../../parts/calendar/zone-days.ts'
import { StatusMark } from '../../parts/status-mark.tsx'
import { useOnCallMessages } from './messages.ts'
import { type OnCallPerson, PersonAvatar, nameOf } from './person.tsx'
import { usePageability } from './schedule-data.ts'
import { TextButton } from '../../parts/button.tsx'

interface OnDutyStripProps {
  readonly schedule: OnCallScheduleInFull
  readonly gaps: readonly TimeSpan[] | undefined
  readonly onSelect?: (span: TimeSpan) => void
}

/** Now, next, and the gaps of the next days. */
export function OnDutyStrip({ schedule, gaps, onSelect }: OnDutyStripProps) {
  const t = useOnCallMessages()
  const format = useFormat()
  const now = useNow(10)
  const current = useCurrent()
  const state = current?.on_call.find((one) => one.schedule.id === schedule.id)
  const left = state?.until && format.duration((Date.parse(state.until) - now.getTime()) / 1000)
  return (
    <section className="card on-duty" aria-label={t.now}>
      <Duty
        person={state?.user}
        over={t.now}
        missing={current ? t.nobody : '…'}
        note={left ? t.left(left) : undefined}
      />
      <Duty
        person={state?.next}
        over={state?.next ? t.from(format.moment(state.next.starts_at)) : ''}
        missing={current ? t.noNext : '…'}
      />
      <Gaps gaps={gaps} onSelect={onSelect} />
    </section>
  )
}

interface DutyProps {
  readonly person: OnCallPerson | null | undefined
  readonly over: string
  readonly missing: string
  readonly note?: string
}

function Duty({ person, over, missing, note }: DutyProps) {
  const t = useOnCallMessages()
  const ways = usePageability().find(({ user_id: id }) => id === person?.user_id)?.ways
  const reach = ways === undefined ? undefined : ways === 0 ? t.noWays : t.ways(ways)
  return (
    <div>
      {person && <PersonAvatar person={person} size="large" />}
      <span className="min-w-0">
        {over && <span className="sub">{over}</span>}
        <strong className="strong">{person ? nameOf(person) : missing}</strong>
        {person && <span className="sub">{[note, reach].filter(Boolean).join(' · ')}</span>}
      </span>
    </div>
  )
}

function Gaps({ gaps, onSelect }: Pick<OnDutyStripProps, 'gaps' | 'onSelect'>) {
  const t = useOnCallMessages()
  const format = useFormat()
  const first = gaps?.[0]
  if (!gaps) return <div />
  if (!first)
    return (
      <div>
        <StatusMark status="up" size={18} />
        <span>
          <span className="sub">{t.noGaps}</span>
          <strong className="strong">{t.covered}</strong>
        </span>
      </div>
    )
  return (
    <div>
      <StatusMark status="down" size={18} />
      <span className="min-w-0">
        <span className="sub">{t.gaps(gaps.length)}</span>
        <strong className="strong">
          {t.span(format.moment(new Date(first.from)), format.moment(new Date(first.to)))}
        </strong>
        {onSelect && (
          <span className="block">
            <TextButton label={t.coverGap} onClick={() => onSelect(first)} />
          </span>
        )}
      </span>
    </div>
  )
}
