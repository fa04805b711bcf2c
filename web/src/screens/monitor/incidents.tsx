// The incidents of this monitor.
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../catalog/use-translation.ts'
import { Card } from '../../parts/card.tsx'
import { EmptyState, PagedResult } from '../../parts/content-states.tsx'
import { useIncidentTexts } from '../../parts/vocabulary/incident-texts.ts'
import { StatusWord } from '../../parts/status-mark.tsx'
import { Duration, Timestamp } from '../../parts/time.tsx'
import { useTabMessages } from './tab-messages.ts'
import { type Incident, type Monitor, isOpen, useIncidents } from './monitor-data.ts'
import { Table, right } from '../../parts/table.tsx'
import { IncidentLink } from '../../parts/links.tsx'
import { useList } from '../../api.ts'

/** Resolved incidents, on the overview tab. */
export function EarlierIncidents({ monitor }: { monitor: Monitor }) {
  const { incidents: t } = useTabMessages()
  const { data } = useIncidents(monitor.id)
  const words = useTranslation()
  const over = data?.data.filter((incident) => !isOpen(incident)) ?? []
  return (
    <Card
      title={t.earlier}
      flush
      end={
        data &&
        data.total > 0 && (
          <Link className="link" to="/monitors/$id/$tab" params={{ id: monitor.id, tab: 'incidents' }}>
            {t.all(data.total)}
          </Link>
        )
      }
    >
      {over.length === 0 ? (
        <p className="muted p-4">{data && data.total > 0 ? t.noneBefore : t.none}</p>
      ) : (
        <table className="table">
          <tbody>
            {over.slice(0, 5).map((incident) => (
              <tr key={incident.id}>
                <td>
                  <IncidentLink number={incident.id} text={`#${incident.id}`} />
                </td>
                <td>
                  <Timestamp at={incident.failing_since} />
                  <span className="sub">{incident.rule ? words.text(incident.rule.name) : incident.root_cause}</span>
                </td>
                <td className="right muted nowrap">
                  <Duration from={incident.failing_since} until={incident.resolved_at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}

export function IncidentsTab({ monitor }: { monitor: Monitor }) {
  const { incidents: t } = useTabMessages()
  const query = useList('/incidents', { query: { monitor_id: monitor.id, limit: 50 } })
  return (
    <div className="stack">
      <PagedResult
        query={query}
        what={t.failed}
        empty={
          <Card flush>
            <EmptyState title={t.none} text={t.noneText} />
          </Card>
        }
      >
        {(incidents) => (
          <Card flush>
            <IncidentTable incidents={incidents} />
          </Card>
        )}
      </PagedResult>
    </div>
  )
}

function IncidentTable({ incidents }: { incidents: readonly Incident[] }) {
  const { columns } = useTabMessages().incidents
  const { titleOf } = useIncidentTexts()
  const words = useTranslation()
  return (
    <Table
      columns={[columns.status, columns.incident, columns.severity, columns.started, right(columns.lasted)]}
      stacked
    >
      {incidents.map((incident) => (
        <tr key={incident.id}>
          <td>
            <StatusWord status={incident.status} />
          </td>
          <td>
            <Link className="name" to="/incidents/$number" params={{ number: String(incident.id) }}>
              #{incident.id} {incident.rule && words.text(incident.rule.name)}
            </Link>
            <span className="sub">{titleOf(incident)}</span>
          </td>
          <td>
            <StatusWord status={incident.severity} />
          </td>
          <td className="nowrap">
            <Timestamp at={incident.failing_since} />
          </td>
          <td className="right nowrap">
            <Duration from={incident.failing_since} until={incident.resolved_at} />
          </td>
        </tr>
      ))}
    </Table>
  )
}
