// Disks, processes, services and containers as of the latest report.
import { useResource } from '../../api.ts'
import { useFormat } from '../../format/use-format.ts'
import { Card } from '../../parts/card.tsx'
import { QueryResult } from '../../parts/content-states.tsx'
import { StatusWord } from '../../parts/status-mark.tsx'
import type { Status } from '../../parts/states.ts'
import { Usage } from '../hosts/usage.tsx'
import { useForecast } from './forecast.ts'
import type { HostSampleAnswer } from './host-data.ts'
import { useHostMessages } from './messages.ts'
import { Table, right } from '../../parts/table.tsx'

export function Disks({ disks }: { disks: HostSampleAnswer['disks'] }) {
  const { disks: t } = useHostMessages()
  const format = useFormat()
  const forecast = useForecast()
  return (
    <Card title={t.title} flush>
      {disks.length === 0 ? (
        <p className="body muted">{t.none}</p>
      ) : (
        <Table columns={[t.mount, t.used, t.free, t.forecast]} stacked>
          {disks.map(({ mount, used_pct: used, free_bytes: free, full_in_hours: hours }) => (
            <tr key={mount}>
              <td className="mono break-all">{mount}</td>
              <td>
                <Usage percent={used} />
              </td>
              <td className="num nowrap" data-label={t.free}>
                {format.bytes(free)}
              </td>
              <td className="muted">{forecast(hours)}</td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  )
}

export function Processes({ id, watched }: { id: string; watched: HostSampleAnswer['processes'] }) {
  const { processes: t } = useHostMessages()
  const format = useFormat()
  const query = useResource('/hosts/{id}/processes', { params: { id } })
  return (
    <Card title={t.title} flush>
      {watched.length > 0 && (
        <p className="body">{watched.map(({ name, count }) => t.watched(name, count)).join(' · ')}</p>
      )}
      <QueryResult query={query} what={t.failed}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="body muted">{t.none}</p>
          ) : (
            <Table columns={[t.name, t.user, right(t.cpu), right(t.memory)]} stacked>
              {data.map(({ pid, name, user, cpu_pct: cpu, memory_bytes: memory }) => (
                <tr key={pid}>
                  <td className="min-w-0">
                    <span className="name break-all">{name}</span>
                    <span className="sub num">{pid}</span>
                  </td>
                  <td>{user}</td>
                  <td className="num right" data-label={t.cpu}>
                    {format.metric(cpu, 'percent')}
                  </td>
                  <td className="num right" data-label={t.memory}>
                    {format.bytes(memory)}
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </QueryResult>
    </Card>
  )
}

interface StatusRow {
  readonly name: string
  readonly status: Status
  readonly word: string
}

export function Services({ sample }: { sample: HostSampleAnswer }) {
  const { services: t } = useHostMessages()
  const failed = sample.failed_services.map((name): StatusRow => ({ name, status: 'down', word: t.failed }))
  const watched = sample.services
    .filter(({ name }) => !sample.failed_services.includes(name))
    .toSorted((a, b) => Number(a.up) - Number(b.up))
    .map(({ name, up }): StatusRow => ({ name, status: up ? 'up' : 'down', word: up ? t.running : t.stopped }))
  return <StatusList title={t.title} none={t.none} rows={[...failed, ...watched]} />
}

export function Containers({ containers }: { containers: HostSampleAnswer['containers'] }) {
  const { containers: t } = useHostMessages()
  const rows = containers.map(({ name, up, healthy }): StatusRow => {
    if (!up) return { name, status: 'down', word: t.stopped }
    return healthy === false ? { name, status: 'degraded', word: t.unhealthy } : { name, status: 'up', word: t.running }
  })
  return <StatusList title={t.title} none={t.none} rows={rows} />
}

function StatusList({ title, none, rows }: { title: string; none: string; rows: readonly StatusRow[] }) {
  return (
    <Card title={title}>
      {rows.length === 0 ? (
        <p className="muted">{none}</p>
      ) : (
        <ul className="grid gap-2">
          {rows.map(({ name, status, word }) => (
            <li key={name} className="row between">
              <span className="min-w-0 break-all">{name}</span>
              <StatusWord status={status}>{word}</StatusWord>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
