import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { MaintenanceWindow } from '../../api-types.ts'
import { useFormat } from '../../format/use-format.ts'
import { Card, Tag } from '../../parts/card.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { Timestamp } from '../../parts/time.tsx'
import { useMaintenanceMessages } from './messages.ts'
import { Table } from '../../parts/table.tsx'

interface WindowTableProps {
  readonly windows: readonly MaintenanceWindow[]
  readonly query: UseInfiniteQueryResult<MaintenanceWindow[]>
}

export function WindowTable({ windows, query }: WindowTableProps) {
  const t = useMaintenanceMessages()
  return (
    <>
      <Card title={t.windows} flush>
        <Table
          columns={[t.columns.name, t.columns.first, t.columns.lasts, t.columns.repeats, t.columns.effect]}
          stacked
        >
          {windows.map((window) => (
            <WindowRow key={window.id} window={window} />
          ))}
        </Table>
      </Card>
      <MoreButton query={query}>{t.showMore}</MoreButton>
    </>
  )
}

function WindowRow({ window }: { window: MaintenanceWindow }) {
  const t = useMaintenanceMessages()
  const format = useFormat()
  const effects = [window.suppress_alerts && t.quiet, window.exclude_from_sla && t.uncounted].filter(Boolean)
  return (
    <tr>
      <td>
        <span className="row">
          <Link className="name" to="/maintenance/$id" params={{ id: window.id }}>
            {window.name}
          </Link>
          {!window.enabled && <Tag>{t.off}</Tag>}
        </span>
        {window.incident_id !== null && <span className="sub">{t.fromIncident(window.incident_id)}</span>}
      </td>
      <td data-label={t.columns.first}>
        <Timestamp at={window.starts_at} />
      </td>
      <td className="num" data-label={t.columns.lasts}>
        {format.duration(window.duration_minutes * 60)}
      </td>
      <td data-label={t.columns.repeats}>{t.repeats[window.recurrence]}</td>
      <td className="muted" data-label={t.columns.effect}>
        {effects.join(', ') || t.noEffect}
      </td>
    </tr>
  )
}
