// The last 90 days, one bar per day.
import { useNavigate } from '@tanstack/react-router'
import { type AnswerOf, useResource } from '../../api.ts'
import { formatDay } from '../../format/time.ts'
import { useFormat } from '../../format/use-format.ts'
import { usePreferences } from '../../preferences.ts'
import { Bars } from '../../parts/bars.tsx'
import { Card } from '../../parts/card.tsx'
import { QueryResult, Skeleton } from '../../parts/content-states.tsx'
import { stateByLetter } from '../../parts/states.ts'
import { StatusMark } from '../../parts/status-mark.tsx'
import { browserZone } from '../../parts/form/zone-field.tsx'
import { useMonitorMessages } from './messages.ts'
import type { Monitor } from './monitor-data.ts'

type Day = AnswerOf<'/dashboard/monitors/{id}/days', 'get'>['data'][number]

const letters = Object.fromEntries(Object.entries(stateByLetter).map(([letter, state]) => [state, letter]))

export function Days({ monitor }: { monitor: Monitor }) {
  const { days: t } = useMonitorMessages()
  const { zone } = usePreferences()
  const timezone = zone ?? browserZone()
  const query = useResource('/dashboard/monitors/{id}/days', {
    params: { id: monitor.id },
    query: { days: 90, timezone },
  })
  return (
    <Card title={t.title} end={query.data && <DaySummary days={query.data.data} />}>
      <QueryResult query={query} waiting={<Skeleton height="3.25rem" />}>
        {({ data }) => <DayStrip days={data} />}
      </QueryResult>
    </Card>
  )
}

const inState = (days: readonly Day[], state: Day['state']): readonly Day[] => days.filter((day) => day.state === state)
const downSeconds = (days: readonly Day[]): number => days.reduce((sum, day) => sum + day.down_seconds, 0)

function DaySummary({ days }: { days: readonly Day[] }) {
  const { days: t } = useMonitorMessages()
  const format = useFormat()
  const isWatched = days.some(({ state }) => state !== 'unknown')
  const down = days.filter((day) => day.down_seconds > 0).length
  const degraded = inState(days, 'degraded').filter((day) => day.down_seconds === 0).length
  const maintenance = inState(days, 'maintenance').length
  return (
    <span className="row wrap gap-4">
      <span className="row">
        <StatusMark status={isWatched ? (down > 0 ? 'down' : 'up') : 'unknown'} size={11} />
        {down > 0 ? t.down(down, format.duration(downSeconds(days))) : isWatched ? t.never : t.notYet}
      </span>
      {degraded > 0 && (
        <span className="row">
          <StatusMark status="degraded" size={11} />
          {t.degraded(degraded)}
        </span>
      )}
      {maintenance > 0 && (
        <span className="row">
          <StatusMark status="maintenance" size={11} />
          {t.maintenance(maintenance)}
        </span>
      )}
    </span>
  )
}

function DayStrip({ days }: { days: readonly Day[] }) {
  const { days: t } = useMonitorMessages()
  const format = useFormat()
  const navigate = useNavigate()
  const down = days.filter((day) => day.down_seconds > 0).length
  const tracked = days.find((day) => day.state !== 'unknown')
  const named = useDayName()
  const first = named(days[0]!.day)
  const open = (index: number): void => {
    const number = days[index]?.incidents[0]
    if (number !== undefined) void navigate({ to: '/incidents/$number', params: { number: String(number) } })
  }
  return (
    <>
      <Bars
        bars={days.map(({ state }) => letters[state] ?? 'n').join('')}
        label={t.label(down, format.duration(downSeconds(days)))}
        height={34}
        describe={useDescription(days)}
        onOpen={open}
      />
      <div className="scale">
        <span>{tracked && tracked !== days[0] ? `${first} · ${t.untracked(named(tracked.day))}` : first}</span>
        <span>{t.today}</span>
      </div>
    </>
  )
}

function useDayName(): (day: string) => string {
  const { language } = usePreferences()
  return (day) => formatDay(new Date(day), { language, zone: 'UTC' }, new Date())
}

function useDescription(days: readonly Day[]): (index: number) => string {
  const { days: t } = useMonitorMessages()
  const format = useFormat()
  const named = useDayName()
  return (index) => {
    const { day, state, uptime, incidents, ...seconds } = days[index]!
    const date = named(day)
    const numbers = incidents
      .slice(0, 3)
      .map((number) => `#${number}`)
      .join(', ')
    const counted = incidents.length > 0 ? t.incidents(numbers, incidents.length) : ''
    if (seconds.down_seconds > 0) return t.one.down(date, format.duration(seconds.down_seconds), counted)
    if (state === 'degraded' || state === 'down')
      return t.one.degraded(date, format.duration(seconds.degraded_seconds), counted)
    return state === 'up' ? t.one.up(date, format.uptime(uptime)) : t.one[state](date)
  }
}
