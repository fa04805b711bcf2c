// The overview screen.
import './overview.css'
import { useResource } from '../../api.ts'
import { useNow } from '../../format/now.ts'
import { useFormat } from '../../format/use-format.ts'
import { useCommands } from '../../frame/commands.ts'
import { ConnectionStatus } from '../../frame/connection-status.tsx'
import { PageHead } from '../../frame/page-head.tsx'
import { usePreferences } from '../../preferences.ts'
import { ButtonLink } from '../../parts/button.tsx'
import { Callout, FigureStrip } from '../../parts/card.tsx'
import { ErrorState, Skeleton } from '../../parts/content-states.tsx'
import { useCan } from '../../session.ts'
import { Checklist } from './checklist.tsx'
import { ComingUp } from './coming-up.tsx'
import { StatusGrid, usePrefetchStatusGrid } from './status-grid/status-grid.tsx'
import { IncidentsByDay, LeastReliable } from './last-week.tsx'
import { useOverviewMessages } from './messages.ts'
import type { Overview } from './overview-data.ts'
import { FirstMonitor } from './first-monitor.tsx'
import { OpenIncidents } from './open-incidents.tsx'
import { restOf, titleOf } from './title.ts'
import { OnCallNow, RecentChanges } from './side.tsx'
import { StatusMark } from '../../parts/status-mark.tsx'
import { MonitorLink } from '../../parts/links.tsx'
import { TooEarly } from '../../parts/time.tsx'
import { Link, type LinkProps, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'

export function Screen() {
  const t = useOverviewMessages()
  const query = useResource('/dashboard/overview')
  const { data } = query
  usePrefetchStatusGrid()
  if (data?.monitors.total === 0)
    return (
      <>
        <FirstMonitor />
        <Checklist monitors={0} />
      </>
    )
  if (data) return <OverviewContent overview={data} />
  return (
    <>
      <PageHead title={t.overview} actions={<ConnectionStatus />} />
      {query.isError ? (
        <ErrorState error={query.error} what={t.failed} onRetry={() => void query.refetch()} />
      ) : (
        <Waiting />
      )}
    </>
  )
}

function Waiting() {
  return (
    <div className="stack">
      <Skeleton height="7.5rem" lines={2} />
      <Skeleton height="4.25rem" />
    </div>
  )
}

function OverviewContent({ overview }: { overview: Overview }) {
  const t = useOverviewMessages()
  const can = useCan()
  const title = useTitle(overview)
  const navigate = useNavigate()
  const create = (): void => void navigate({ to: '/monitors/new' })
  useCommands(can('member') ? [{ label: t.newMonitor, keys: 'c', icon: 'plus', run: create }] : [])
  const { language } = usePreferences()
  return (
    <>
      <PageHead
        title={title}
        actions={
          <>
            <ConnectionStatus />
            {can('member') && (
              <ButtonLink weight="primary" icon="plus" hint="C" label={t.newMonitor} to="/monitors/new" />
            )}
          </>
        }
      >
        {restOf(overview, language)}
      </PageHead>
      <CheckProblems problems={overview.watching.problems} />
      <section className="now" aria-label={t.incidents}>
        <OpenIncidents incidents={overview.incidents} />
        <Confirming confirming={overview.confirming} />
      </section>
      <Checklist monitors={overview.monitors.total} />
      <Figures overview={overview} />
      <div className="cols">
        <div className="stack">
          <StatusGrid monitors={overview.monitors}>
            <div className="pair">
              <IncidentsByDay days={overview.incidents_by_day} />
              <LeastReliable monitors={overview.least_steady} />
            </div>
          </StatusGrid>
        </div>
        <div className="stack">
          <OnCallNow schedules={overview.on_call} />
          <ComingUp />
          <RecentChanges changes={overview.changes} />
        </div>
      </div>
    </>
  )
}

function useTitle(overview: Overview): string {
  const { language } = usePreferences()
  const format = useFormat()
  const now = useNow(60)
  const time = (at: string): string => (format.day(at) === format.day(now) ? format.clock(at) : format.moment(at))
  return titleOf(overview, { language, time })
}

/** Problems that prevent checks, such as an offline location. */
function CheckProblems({ problems }: { problems: Overview['watching']['problems'] }) {
  const t = useOverviewMessages()
  if (problems.length === 0) return null
  return (
    <div className="now">
      <Callout status="degraded">
        <p className="strong">{t.unwatched}</p>
        {problems.map(({ code, message }) => (
          <p key={code}>{message}</p>
        ))}
      </Callout>
    </div>
  )
}

/** Failures that are being confirmed. */
function Confirming({ confirming: { shown, total } }: { confirming: Overview['confirming'] }) {
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

/** Figures of the last day and week, each with a link. */
function Figures({ overview: { monitors, strip } }: { overview: Overview }) {
  const t = useOverviewMessages()
  const format = useFormat()
  const { incidents_24h: incidents, deliveries_24h: deliveries } = strip
  const time = (seconds: number | null): ReactNode =>
    seconds === null ? '—' : <Units text={format.duration(seconds)} />
  const to = (link: LinkProps, value: ReactNode): ReactNode => <Link {...link}>{value}</Link>
  const incidentList: LinkProps = { to: '/incidents', search: { status: 'all' } }
  const uptime = <Units text={format.uptime(strip.uptime_24h)} />
  const tooEarly = <TooEarly seconds={strip.too_early_seconds} />
  return (
    <div className="mb-4">
      <FigureStrip
        figures={[
          { label: t.health, value: to({ to: '/monitors' }, monitors.health_score), note: t.of100 },
          { label: t.uptime, value: to({ to: '/monitors', search: { order: 'uptime' } }, uptime), note: tooEarly },
          { label: t.incidents24, value: to(incidentList, incidents.total), note: t.critical(incidents.critical) },
          { label: t.mtta, value: to(incidentList, time(strip.mtta_seconds_7d)) },
          { label: t.mttr, value: to(incidentList, time(strip.mttr_seconds_7d)) },
          { label: t.delivered, value: to({ to: '/channels/log' }, deliveries.sent), note: t.of(deliveries.total) },
        ]}
      />
    </div>
  )
}

/** “2 min 40 s” with small units. */
function Units({ text }: { text: string }) {
  const pairs = [...text.matchAll(/(\S+)(?: (\S+))?/g)]
  return pairs.map(([pair, figure, unit], index) => (
    <span key={pair}>
      {index > 0 && ' '}
      {figure}
      {unit && <small>{unit}</small>}
    </span>
  ))
}
