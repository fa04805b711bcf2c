import { type Monitor, checksIn, isProbed, useMonitorType } from './monitor-data.ts'
import { AgentCallout } from './agent-callout.tsx'
import { MonitorCheckIn } from './check-in/check-in-card.tsx'
import { Days } from './days.tsx'
import { Figures } from './figures.tsx'
import { EarlierIncidents } from './incidents.tsx'
import { LatestChecks } from './checks/checks.tsx'
import { Locations } from './locations.tsx'
import { LatestPings } from './pings.tsx'
import { Charts } from './charts/charts.tsx'
import { RulesCard } from './rules/rules-card.tsx'
import { NotificationCard } from './notifications.tsx'

export function OverviewTab({ monitor }: { monitor: Monitor }) {
  const type = useMonitorType(monitor.type)
  return (
    <div className="stack">
      {type?.enrolled_with && <AgentCallout monitor={monitor} />}
      <Figures monitor={monitor} />
      <Days monitor={monitor} />
      <div className="cols monitor-cols">
        <div className="stack">
          {checksIn(monitor) && <MonitorCheckIn monitor={monitor} />}
          <Charts monitor={monitor} />
          {isProbed(monitor) && <Locations monitor={monitor} />}
          {checksIn(monitor) ? <LatestPings monitor={monitor} /> : <LatestChecks monitor={monitor} />}
        </div>
        <div className="stack">
          <RulesCard monitor={monitor} />
          <NotificationCard monitor={monitor} />
          <EarlierIncidents monitor={monitor} />
        </div>
      </div>
    </div>
  )
}
