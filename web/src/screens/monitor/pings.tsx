// The check-ins of a job.
import { type AnswerOf, useResource } from '../../api.ts'
import { useFormat } from '../../format/use-format.ts'
import { Card, Code } from '../../parts/card.tsx'
import { EmptyState, QueryResult } from '../../parts/content-states.tsx'
import type { Status } from '../../parts/states.ts'
import { StatusWord } from '../../parts/status-mark.tsx'
import { Timestamp } from '../../parts/time.tsx'
import { useMonitorMessages } from './messages.ts'
import { useTabMessages } from './tab-messages.ts'
import type { Monitor } from './monitor-data.ts'
import { right, Table } from '../../parts/table.tsx'

type Ping = AnswerOf<'/monitors/{id}/pings', 'get'>['data'][number]

const statusByKind: Record<Ping['kind'], Status> = {
  success: 'up',
  start: 'unknown',
  fail: 'down',
  log: 'unknown',
  ignored: 'paused',
}

export const LatestPings = ({ monitor }: { monitor: Monitor }) => <Pings monitor={monitor} limit={8} />
export const PingsTab = ({ monitor }: { monitor: Monitor }) => <Pings monitor={monitor} limit={100} />

function Pings({ monitor, limit }: { monitor: Monitor; limit: number }) {
  const { pings: t } = useTabMessages()
  const { tab } = useMonitorMessages()
  const query = useResource('/monitors/{id}/pings', { params: { id: monitor.id }, query: { limit } })
  return (
    <Card title={tab.pings} flush>
      <QueryResult query={query} what={t.failed}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title={t.none} text={t.noneText} action={<code className="break-all">{monitor.target}</code>} />
          ) : (
            <PingTable pings={data} />
          )
        }
      </QueryResult>
    </Card>
  )
}

function PingTable({ pings }: { pings: readonly Ping[] }) {
  const { columns, kinds, body: bodyWord } = useTabMessages().pings
  const format = useFormat()
  return (
    <Table
      columns={[
        columns.kind,
        columns.at,
        right(columns.took),
        { label: columns.from, className: 'wide' },
        { label: columns.exit, className: 'right wide' },
      ]}
    >
      {pings.map((ping) => (
        <tr key={ping.number}>
          <td>
            <StatusWord status={statusByKind[ping.kind]}>{kinds[ping.kind]}</StatusWord>
          </td>
          <td>
            <Timestamp at={ping.timestamp} />
            {ping.body && (
              <details>
                <summary className="sub">{bodyWord}</summary>
                <Code text={ping.body} />
              </details>
            )}
          </td>
          <td className="right num">{ping.duration_ms === null ? '—' : format.duration(ping.duration_ms / 1000)}</td>
          <td className="wide mono">{ping.ip}</td>
          <td className="right num wide">{ping.exit_status ?? '—'}</td>
        </tr>
      ))}
    </Table>
  )
}
