// The overview screen.
import './overview.css'
import { useResource } from '../../api.ts'
import { useNow } from '../../format/now.ts'
import { useFormat } from '../../format/use-format.ts'
import { ConnectionStatus } from '../../frame/connection-status.tsx'
import { PageHead } from '../../frame/page-head.tsx'
import { usePreferences } from '../../preferences.ts'
import { ButtonLink } from '../../parts/button.tsx'
import { Callout } from '../../parts/card.tsx'
import { ErrorState, Skeleton } from '../../parts/content-states.tsx'
import { useCan } from '../../session.ts'
import { Checklist } from './checklist.tsx'
import { ComingUp } from './coming-up.tsx'
import { Confirming } from './confirming.tsx'
import { Figures } from './figures.tsx'
import { StatusGrid, usePrefetchStatusGrid } from './status-grid/status-grid.tsx'
import { IncidentsByDay, LeastReliable } from './last-week.tsx'
import { useOverviewMessages } from './messages.ts'
import type { Overview } from './overview-data.ts'
import { FirstMonitor } from './first-monitor.tsx'
import { OpenIncidents } from './open-incidents.tsx'
import { restOf, titleOf } from './title.ts'
import { OnCallNow, RecentChanges } from './side.tsx'

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
  const { language } = usePreferences()
  return (
    <>
      <PageHead
        title={title}
        actions={
          <>
            <ConnectionStatus />
            {can('member') && (
              <ButtonLink weight="primary" icon="plus" to="/monitors/new">
                {t.newMonitor}
              </ButtonLink>
            )}
          </>
        }
      >
        {restOf(overview, language)}
      </PageHead>
      <CheckProblems problems={overview.watching.problems} />
      <Checklist monitors={overview.monitors.total} />
      <section className="now" aria-label={t.incidents}>
        <OpenIncidents incidents={overview.incidents} />
        <Confirming confirming={overview.confirming} />
      </section>
      <Figures overview={overview} />
      <div className="cols">
        <div className="stack">
          <StatusGrid monitors={overview.monitors}>
            <div className="duo">
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
