import { Link } from '@tanstack/react-router'
import type { HostRow } from '../../api-types.ts'
import { useFormat } from '../../format/use-format.ts'
import { RelativeTime } from '../../parts/time.tsx'
import { HostStatus } from './host-status.tsx'
import { useHostListMessages } from './messages.ts'
import { Usage } from './usage.tsx'
import { Table } from '../../parts/table.tsx'

export function HostTable({ rows }: { rows: readonly HostRow[] }) {
  const t = useHostListMessages()
  const heads = [t.state, t.name, t.cpu, t.memory, t.disk, t.load, t.uptime, t.agent, t.seen]
  return (
    <Table columns={heads} stacked>
      {rows.map((host) => (
        <Row key={host.id} host={host} />
      ))}
    </Table>
  )
}

function Row({ host }: { host: HostRow }) {
  const t = useHostListMessages()
  const format = useFormat()
  const { cpu_pct: cpu, mem_used_pct: memory, fullest_disk: disk, load_per_core: load } = host
  const { uptime_seconds: uptime, agent_version: agent, last_seen_at: seen } = host
  return (
    <tr>
      <td>
        <HostStatus host={host} />
      </td>
      <td className="host-name">
        <Link className="name" to="/hosts/$id" params={{ id: host.id }}>
          {host.name}
        </Link>
        {(host.os !== null || host.tags.length > 0) && (
          <span className="sub">{[host.os, ...host.tags].filter(Boolean).join(' · ')}</span>
        )}
      </td>
      <td data-label={t.cpu}>{cpu === null ? '—' : <Usage percent={cpu} />}</td>
      <td data-label={t.memory}>{memory === null ? '—' : <Usage percent={memory} />}</td>
      <td data-label={t.disk}>
        {disk === null ? (
          '—'
        ) : (
          <Usage percent={disk.used_pct}>
            <span className="faint mono cut max-w-40">{disk.mount}</span>
          </Usage>
        )}
      </td>
      <td data-label={t.load} className="num">
        {load === null ? '—' : format.number(load)}
      </td>
      <td data-label={t.uptime} className="num nowrap">
        {uptime === null ? '—' : format.duration(uptime)}
      </td>
      <td data-label={t.agent} className="num">
        {agent ?? '—'}
      </td>
      <td data-label={t.seen} className="nowrap">
        {seen === null ? <span className="faint">{t.never}</span> : <RelativeTime at={seen} />}
      </td>
    </tr>
  )
}
