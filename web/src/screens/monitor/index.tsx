// The monitor screen.
import './monitor.css'
import { useParams } from '@tanstack/react-router'
import { ApiError, client, type AnswerOf, useList } from '../../api.ts'
import { ItemNotFound, NotFound } from '../../frame/not-found.tsx'
import { PageHead } from '../../frame/page-head.tsx'
import { Tabs } from '../../parts/choose.tsx'
import { ManagedNote } from '../../parts/managed-note.tsx'
import { ChecksTab } from './checks/checks.tsx'
import { ConfigurationTab } from './configuration.tsx'
import { MonitorHead } from './head.tsx'
import { IncidentsTab } from './incidents.tsx'
import { MaintenanceTab } from './maintenance.tsx'
import { useMonitorMessages } from './messages.ts'
import { type Monitor, checksIn, useIncidents, useMonitor, useRules } from './monitor-data.ts'
import { OverviewTab } from './overview.tsx'
import { PingsTab } from './pings.tsx'
import { RulesTab } from './rules/rules.tsx'
import { CurrentProblem } from './current-problem.tsx'
import { Button } from '../../parts/button.tsx'
import { Callout, Card } from '../../parts/card.tsx'
import { StatusMark } from '../../parts/status-mark.tsx'
import { useCan } from '../../session.ts'
import { runAction } from './actions/monitor-actions.ts'
import { useShadowMessages } from './shadow-messages.ts'
import { useActivityMessages, activityName } from '../../parts/vocabulary/activity-messages.ts'
import { useActivityOrigin } from '../../parts/vocabulary/activity-origin.ts'
import { RelativeTime } from '../../parts/time.tsx'
import { useTabMessages } from './tab-messages.ts'
import { ErrorState, Skeleton, EmptyState, PagedResult } from '../../parts/content-states.tsx'
import { Changes } from '../../parts/evidence/changes.tsx'

const tabs = {
  overview: OverviewTab,
  checks: ChecksTab,
  pings: PingsTab,
  rules: RulesTab,
  incidents: IncidentsTab,
  maintenance: MaintenanceTab,
  configuration: ConfigurationTab,
  activity: ActivityTab,
} as const
type TabName = keyof typeof tabs

export function Screen() {
  const t = useMonitorMessages()
  const { id = '', tab = 'overview' } = useParams({ strict: false })
  const monitor = useMonitor(id)
  if (!(tab in tabs)) return <NotFound />
  // Also if it was deleted while the page was open.
  const missing = monitor.error instanceof ApiError && [400, 404].includes(monitor.error.status)
  if (missing) return <ItemNotFound item="monitor" />
  if (monitor.data) return <MonitorView key={id} monitor={monitor.data} tab={tab as TabName} />
  if (monitor.isError) return <ErrorState error={monitor.error} onRetry={() => void monitor.refetch()} />
  return (
    <>
      <PageHead title={t.loading} />
      <Skeleton height="5rem" lines={3} />
    </>
  )
}

function MonitorView({ monitor, tab }: { monitor: Monitor; tab: TabName }) {
  const Tab = tabs[tab]
  return (
    <>
      <MonitorHead monitor={monitor} />
      <ManagedNote managed={monitor.managed} />
      <ShadowNote monitor={monitor} />
      <CurrentProblem monitor={monitor} />
      <MonitorTabs monitor={monitor} current={tab} />
      <Tab monitor={monitor} />
    </>
  )
}

function MonitorTabs({ monitor, current }: { monitor: Monitor; current: TabName }) {
  const t = useMonitorMessages()
  const rules = useRules(monitor.id)
  const incidents = useIncidents(monitor.id)
  const counts: Partial<Record<TabName, number>> = { rules: rules.data?.data.length, incidents: incidents.data?.total }
  const names = (Object.keys(tabs) as TabName[]).filter((name) => name !== (checksIn(monitor) ? 'checks' : 'pings'))
  return (
    <Tabs
      label={t.tabs}
      tabs={names.map((name) => ({
        label: t.tab[name],
        count: counts[name],
        current: name === current,
        link:
          name === 'overview'
            ? { to: '/monitors/$id', params: { id: monitor.id } }
            : { to: '/monitors/$id/$tab', params: { id: monitor.id, tab: name } },
      }))}
    />
  )
}

/** An imported monitor that sends no alerts yet. */
function ShadowNote({ monitor: { id, name, shadow } }: { monitor: Monitor }) {
  const t = useShadowMessages()
  const mayWrite = useCan()('member')
  if (!shadow) return null
  const end = (): Promise<unknown> =>
    runAction(() => client.patch('/monitors/{id}', { params: { id }, body: { shadow: false } }), {
      text: t.ended(name),
    })
  return (
    <div className="mb-4">
      <Callout
        tone="degraded"
        mark={<StatusMark status="degraded" />}
        action={mayWrite && <Button small label={t.end} onClick={() => void end()} />}
      >
        {t.shadow}
      </Callout>
    </div>
  )
}

type Event = AnswerOf<'/activity', 'get'>['data'][number]

function ActivityTab({ monitor }: { monitor: Monitor }) {
  const { activity: t } = useTabMessages()
  const query = useList('/activity', { query: { entity_id: monitor.id, limit: 50 } })
  return (
    <Card>
      <PagedResult query={query} what={t.failed} empty={<EmptyState title={t.none} />}>
        {(events) => (
          <ul className="activity">
            {events.map((event) => (
              <Change key={event.id} event={event} />
            ))}
          </ul>
        )}
      </PagedResult>
    </Card>
  )
}

function Change({ event: { actor, action, changes, created_at: at } }: { event: Event }) {
  const { activity: t } = useTabMessages()
  const verbs = useActivityMessages()
  const origin = useActivityOrigin(changes)
  return (
    <li>
      <p className="row between">
        <span>
          <span className="strong">{activityName(verbs, action)}</span> {t.by(actor?.name ?? t.somebody)}{' '}
          {origin && <span className="faint">{origin}</span>}
        </span>
        <span className="muted nowrap">
          <RelativeTime at={at} />
        </span>
      </p>
      <Changes changes={changes} />
    </li>
  )
}
