import {
  type Monitor,
  checksIn,
  isProbed,
  useMonitorType,
  useLocationRows,
  useNextDue,
  type LocationRow,
} from './monitor-data.ts'
import { MonitorCheckIn } from './check-in/check-in-card.tsx'
import { Days } from './days.tsx'
import { EarlierIncidents } from './incidents.tsx'
import { LatestChecks } from './checks/checks.tsx'
import { LatestPings } from './pings.tsx'
import { Charts } from './charts/charts.tsx'
import { RulesCard } from './rules/rules-card.tsx'
import { useResource, queryFor } from '../../api.ts'
import { ButtonLink, Button } from '../../parts/button.tsx'
import { Callout, Card, KeyValue, FigureStrip } from '../../parts/card.tsx'
import { StatusMark, StatusWord } from '../../parts/status-mark.tsx'
import { useAgentMessages, useMonitorMessages } from './messages.ts'
import { useFormat } from '../../format/use-format.ts'
import { usePreferences } from '../../preferences.ts'
import { listOf } from '../../i18n.ts'
import { QueryResult } from '../../parts/content-states.tsx'
import { useCan } from '../../session.ts'
import { useTestAlert } from './head.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../catalog/use-translation.ts'
import { Bars } from '../../parts/bars.tsx'
import { RelativeTime, TooEarly } from '../../parts/time.tsx'
import { useMuting } from './actions/muting.ts'
import { right, Table } from '../../parts/table.tsx'

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

/** Leads from a monitor that an agent reports for to its host. */
function AgentCallout({ monitor: { id } }: { monitor: Monitor }) {
  const t = useAgentMessages()
  const { data } = useResource('/dashboard/hosts', { query: { monitor_id: id } })
  const host = data?.data[0]
  if (!host) return null
  const isWaiting = host.state === 'never_reported'
  return (
    <Callout
      tone="idle"
      mark={<StatusMark status={isWaiting ? 'unknown' : 'up'} />}
      action={<ButtonLink small label={isWaiting ? t.enrol : t.open} to="/hosts/$id" params={{ id: host.id }} />}
    >
      {isWaiting ? t.waiting : t.reports}
    </Callout>
  )
}

/** The groups, channels and escalation that alerts of this monitor go to. */
function NotificationCard({ monitor }: { monitor: Monitor }) {
  const { who: t } = useMonitorMessages()
  const format = useFormat()
  const { language } = usePreferences()
  const can = useCan()
  const test = useTestAlert(monitor)
  const reach = useResource('/dashboard/reach', { query: { monitor_id: monitor.id, severity: 'critical' } })
  const reminders = monitor.config['repeatIntervalSeconds']
  return (
    <Card title={t.title} end={can('member') && <Button small label={t.test} onClick={() => void test()} />}>
      <QueryResult query={reach}>
        {({ groups, channels, escalation }) => (
          <KeyValue
            rows={[
              [t.group, groups.length > 0 ? listOf(language, namesOf(groups)) : t.usual],
              ...(escalation.length > 0 ? [[t.escalation, listOf(language, namesOf(escalation))] as const] : []),
              [t.channels, namesOf(channels.filter(isNotSilenced)).join(', ') || t.nobody],
              [t.reminders, typeof reminders === 'number' ? format.every(reminders) : t.never],
            ]}
          />
        )}
      </QueryResult>
    </Card>
  )
}

const namesOf = (named: readonly { readonly name: string }[]): string[] => named.map(({ name }) => name)

const isNotSilenced = ({ silenced_reason: silence }: { readonly silenced_reason: string | null }): boolean =>
  silence === null

/** Uptime, response time, and days until something expires. */
function Figures({ monitor }: { monitor: Monitor }) {
  const t = useMonitorMessages()
  const format = useFormat()
  const { data } = useResource('/dashboard/monitors/{id}/uptime', { params: { id: monitor.id } })
  const shown = (percent: number | null = null, tooEarly: number | null = null) => ({
    value: format.uptime(percent).replace(' %', ''),
    note: percent !== null && (
      <>
        % <TooEarly seconds={tooEarly} />
      </>
    ),
  })
  const words = useTranslation()
  const response = useResponse(monitor)
  const left = useDaysLeft(monitor)
  const due = useNextDue(monitor, checksIn(monitor))
  return (
    <FigureStrip
      figures={[
        { label: t.uptime['24h'], ...shown(data?.uptime_24h, data?.too_early_seconds_24h) },
        { label: t.uptime['7d'], ...shown(data?.uptime_7d, data?.too_early_seconds_7d) },
        { label: t.uptime['30d'], ...shown(data?.uptime_30d, data?.too_early_seconds_30d) },
        { label: t.uptime['90d'], ...shown(data?.uptime_90d, data?.too_early_seconds_90d) },
        ...(response.median === null
          ? []
          : [
              {
                label: t.median,
                value: format.response(response.median),
                note: t.p95(format.response(response.p95)),
              },
            ]),
        ...(due === null ? [] : [{ label: t.nextPing, value: format.clock(due), note: format.day(due) }]),
        ...left.map(({ label, value }) => ({
          label: words.text(label, monitor.type),
          value: format.number(Math.floor(value)),
          note: t.left,
        })),
      ]}
    />
  )
}

/** The median of the locations' medians, and the highest p95. */
function useResponse({ id }: Monitor): { median: number | null; p95: number | null } {
  const { data } = useLocationRows(id)
  const medians = (data?.data ?? []).flatMap(({ median_ms: ms }) => (ms === null ? [] : [ms])).toSorted((a, b) => a - b)
  const slowest = (data?.data ?? []).flatMap(({ p95_ms: ms }) => (ms === null ? [] : [ms]))
  return {
    median: medians[Math.floor((medians.length - 1) / 2)] ?? null,
    p95: slowest.length > 0 ? Math.max(...slowest) : null,
  }
}

/** Metrics in days of the latest check, such as certificate expiry. */
function useDaysLeft(monitor: Monitor): readonly { readonly label: string; readonly value: number }[] {
  const { id } = monitor
  const latest = useQuery({
    ...queryFor('/dashboard/monitors/{id}/checks', { params: { id }, query: { result: 'ok', limit: 1 } }),
    enabled: isProbed(monitor),
  })
  const checkId = latest.data?.data[0]?.id
  const { data } = useQuery({
    ...queryFor('/dashboard/monitors/{id}/checks/{checkId}', { params: { id, checkId: checkId ?? '' } }),
    enabled: checkId !== undefined,
  })
  return (data?.metrics ?? []).filter(({ unit }) => unit === 'days').slice(0, 2)
}

/** Results by location. */
function Locations({ monitor }: { monitor: Monitor }) {
  const { location: t } = useMonitorMessages()
  const query = useLocationRows(monitor.id)
  return (
    <Card title={t.title} end={t.note} flush>
      <QueryResult query={query} what={t.failed}>
        {({ data }) => (
          <Table
            columns={[
              t.now,
              t.name,
              right(t.median),
              right(t.p95),
              { label: t.hour, className: 'c-hour' },
              right(t.success),
              right(t.checked),
            ]}
            className="locations"
          >
            {data.map((row) => (
              <Location key={row.id} row={row} monitor={monitor} />
            ))}
          </Table>
        )}
      </QueryResult>
    </Card>
  )
}

function Location({ row, monitor }: { row: LocationRow; monitor: Monitor }) {
  const { location: t } = useMonitorMessages()
  const format = useFormat()
  const can = useCan()
  const { unmute } = useMuting(monitor)
  const state = row.success === null ? 'unknown' : row.success ? 'up' : 'down'
  return (
    <tr>
      <td>
        <StatusWord status={row.muted ? 'paused' : state}>{row.muted ? t.muted : undefined}</StatusWord>
      </td>
      <td>
        {row.name}
        {row.silent_since && <span className="sub">{t.silent(format.moment(row.silent_since))}</span>}
        {row.muted && can('member') && <Button small label={t.unmute} onClick={() => void unmute(row)} />}
      </td>
      <td className="right num">{format.response(row.median_ms)}</td>
      <td className="right num">{format.response(row.p95_ms)}</td>
      <td>
        <Bars bars={row.bars} label={t.lastHour(row.name)} height={18} />
      </td>
      <td className="right num">{format.uptime(row.success_24h)}</td>
      <td className="right muted nowrap">{row.last_check_at ? <RelativeTime at={row.last_check_at} /> : '—'}</td>
    </tr>
  )
}
