// The monitor screen.
import './monitor.css'
import { useParams } from '@tanstack/react-router'
import { ApiError } from '../../api.ts'
import { ItemNotFound, NotFound } from '../../frame/not-found.tsx'
import { PageHead } from '../../frame/page-head.tsx'
import { Tabs } from '../../parts/choose.tsx'
import { ErrorState, Skeleton } from '../../parts/content-states.tsx'
import { ManagedNote } from '../../parts/managed-note.tsx'
import { ActivityTab } from './activity.tsx'
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
import { ShadowNote } from './shadow-note.tsx'

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
