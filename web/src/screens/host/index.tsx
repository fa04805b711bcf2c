// The page of one host.
import { useParams } from '@tanstack/react-router'
import { ApiError } from '../../api.ts'
import { NotFound } from '../../frame/not-found.tsx'
import { PageHead } from '../../frame/page-head.tsx'
import { useFormat } from '../../format/use-format.ts'
import { FigureStrip, Callout, Card } from '../../parts/card.tsx'
import { Tabs } from '../../parts/choose.tsx'
import { ErrorState, QueryResult, Skeleton } from '../../parts/content-states.tsx'
import { Charts } from './charts.tsx'
import { useForecast } from './forecast.ts'
import { HostHead } from './head.tsx'
import { type Host, type HostSampleAnswer, useHost, useHostSample, enrolments, renewToken } from './host-data.ts'
import { useHostMessages, useEnrolmentMessages } from './messages.ts'
import { Containers, Disks, Processes, Services } from './parts.tsx'
import { useEffect, useState } from 'react'
import { announce } from '../../announce.ts'
import { Button } from '../../parts/button.tsx'
import { InstallCommand } from '../../parts/install-command.tsx'
import { StatusMark } from '../../parts/status-mark.tsx'
import { useCan } from '../../session.ts'
import { useStore } from '../../store.ts'
import { runAction } from '../monitor/actions/monitor-actions.ts'

export function Screen() {
  const t = useHostMessages()
  const { id = '' } = useParams({ strict: false })
  const host = useHost(id)
  const missing = host.error instanceof ApiError && [400, 404].includes(host.error.status)
  if (missing) return <NotFound />
  if (host.data) return <HostView key={id} host={host.data} />
  if (host.isError) return <ErrorState error={host.error} what={t.couldNotLoad} onRetry={() => void host.refetch()} />
  return (
    <>
      <PageHead title={t.loading} />
      <Skeleton height="5rem" lines={3} />
    </>
  )
}

function HostView({ host }: { host: Host }) {
  const t = useHostMessages()
  const sample = useHostSample(host.id)
  return (
    <>
      <HostHead host={host} />
      <HostTabs host={host} />
      <div className="stack">
        <EnrolmentCard host={host} />
        {host.state !== 'never_reported' && (
          <QueryResult query={sample} what={t.sampleFailed}>
            {(data) => <Overview host={host} sample={data} />}
          </QueryResult>
        )}
      </div>
    </>
  )
}

const monitorTabs = ['rules', 'incidents', 'maintenance', 'configuration', 'activity'] as const

/** The other tabs are those of its monitor. */
function HostTabs({ host: { id, monitor_id: monitorId } }: { host: Host }) {
  const t = useHostMessages()
  return (
    <Tabs
      label={t.tabs}
      tabs={[
        { label: t.tab.overview, current: true, link: { to: '/hosts/$id', params: { id } } },
        ...monitorTabs.map((tab) => ({
          label: t.tab[tab],
          current: false,
          link: { to: '/monitors/$id/$tab', params: { id: monitorId, tab } } as const,
        })),
      ]}
    />
  )
}

function Overview({ host, sample }: { host: Host; sample: HostSampleAnswer }) {
  return (
    <>
      <Figures host={host} sample={sample} />
      <div className="cols">
        <div className="stack">
          <Charts host={host} disks={sample.disks} />
        </div>
        <div className="stack">
          <Services sample={sample} />
          <Containers containers={sample.containers} />
        </div>
      </div>
      <Disks disks={sample.disks} />
      <Processes id={host.id} watched={sample.processes} />
    </>
  )
}

function Figures({ host: { latest, cpu_cores: cores }, sample }: { host: Host; sample: HostSampleAnswer }) {
  const t = useHostMessages()
  const format = useFormat()
  const forecast = useForecast()
  const share = (value: number | null | undefined): string =>
    value === null || value === undefined ? t.none : `${format.number(Math.round(value))} %`
  const [fullest] = sample.disks.toSorted((a, b) => b.used_pct - a.used_pct)
  const { security_updates: updates, reboot_required: restart, temp_c_max: temperature } = sample.metrics
  const load = latest?.load1 ?? null
  return (
    <FigureStrip
      figures={[
        { label: t.cpu, value: share(latest?.cpu_pct) },
        { label: t.memory, value: share(latest?.mem_used_pct) },
        {
          label: t.disk,
          value: share(fullest?.used_pct),
          note: fullest && fullest.full_in_hours !== null && forecast(fullest.full_in_hours),
        },
        { label: t.load, value: load === null || cores === null ? t.none : format.number(load / cores) },
        { label: t.uptime, value: latest?.uptime_s ? format.duration(latest.uptime_s) : t.none },
        ...(updates === undefined
          ? []
          : [{ label: t.updates, value: format.number(updates), note: restart ? t.restart : undefined }]),
        ...(temperature === undefined ? [] : [{ label: t.temperature, value: format.metric(temperature, 'celsius') }]),
      ]}
    />
  )
}

/** The enrolment command, until the agent sends its first report. */
function EnrolmentCard({ host: { id, state } }: { host: Host }) {
  const t = useEnrolmentMessages()
  const format = useFormat()
  const mayWrite = useCan()('member')
  const enrolment = useStore(enrolments)[id]
  const isWaiting = state === 'never_reported'
  const hasJustReported = useFirstReport(isWaiting)
  if (hasJustReported) return <Callout status="up">{t.received}</Callout>
  if (!isWaiting && !enrolment) return null
  return (
    <Card title={t.title} stack>
      {enrolment ? (
        <>
          <InstallCommand systems={t.systems} label={t.command} hint={t.run} enrollment={enrolment} />
          <p className="muted">{t.once(format.moment(enrolment.expires_at))}</p>
        </>
      ) : (
        <p className="muted">{mayWrite ? t.noToken : t.viewer}</p>
      )}
      {!enrolment && mayWrite && (
        <div className="actions">
          <Button icon="key" label={t.newToken} onClick={() => void runAction(() => renewToken(id))} />
        </div>
      )}
      {isWaiting && (
        <p className="st idle" role="status">
          <StatusMark status="unknown" />
          {t.waiting}
        </p>
      )}
    </Card>
  )
}

/** Whether the first report came while the page was open. */
function useFirstReport(isWaiting: boolean): boolean {
  const t = useEnrolmentMessages()
  const [hasWaited, setWaited] = useState(isWaiting)
  if (isWaiting && !hasWaited) setWaited(true)
  const hasReported = hasWaited && !isWaiting
  useEffect(() => {
    if (hasReported) announce(t.received)
  }, [hasReported, t])
  return hasReported
}
