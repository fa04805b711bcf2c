import type { Deployment, DeploymentComparison } from '../../../api-types.ts'
import { useResource } from '../../../api.ts'
import { useFormat } from '../../../format/use-format.ts'
import { Card, Tag } from '../../../parts/card.tsx'
import { EmptyState, ListResult } from '../../../parts/content-states.tsx'
import { StatusMark } from '../../../parts/status-mark.tsx'
import { Timestamp } from '../../../parts/time.tsx'
import { useDeploymentMessages } from './messages.ts'
import { MonitorLink, IncidentLink, ExternalLink } from '../../../parts/links.tsx'

const maxShown = 20
const maxMonitors = 3

export function DeploymentList() {
  const t = useDeploymentMessages()
  const query = useResource('/deployments', { query: { limit: maxShown } })
  return (
    <Card title={t.deployments} flush>
      <ListResult query={query} what={t.failed} empty={<EmptyState title={t.none} text={t.noneWhy} />}>
        {(deployment) => <Line key={deployment.id} deployment={deployment} />}
      </ListResult>
    </Card>
  )
}

function Line({ deployment }: { deployment: Deployment }) {
  const t = useDeploymentMessages()
  const { service, version, environment, link, deployed_by: by, deployed_at: at, comparison } = deployment
  const name = [service, version].filter(Boolean).join(' ')
  return (
    <li>
      <span className="min-w-0 break-words">
        {link ? <ExternalLink href={link} text={name} /> : name} {environment && <Tag>{environment}</Tag>}
        <span className="sub">{by && t.by(by)}</span>
        {comparison ? <Comparison comparison={comparison} /> : <span className="sub">{t.notCompared}</span>}
      </span>
      <span className="at">
        <Timestamp at={at} as="moment" />
      </span>
    </li>
  )
}

function Comparison({ comparison }: { comparison: DeploymentComparison }) {
  const t = useDeploymentMessages()
  const { compared, worse, monitors, incident_id: number } = comparison
  if (compared === 0) return <span className="sub">{t.tooFew}</span>
  if (worse === 0) return <span className="sub">{t.unchanged(compared)}</span>
  return (
    <>
      <span className="row">
        <StatusMark status="warning" /> {t.worse(worse, compared)}
        {number !== null && <IncidentLink number={number} text={t.incident(number)} />}
      </span>
      {monitors
        .filter((monitor) => monitor.worse)
        .slice(0, maxMonitors)
        .map((monitor) => (
          <Figures key={monitor.id} monitor={monitor} />
        ))}
    </>
  )
}

function Figures({ monitor }: { monitor: DeploymentComparison['monitors'][number] }) {
  const t = useDeploymentMessages()
  const format = useFormat()
  const { id, name, response_time: times, failures } = monitor
  const shareOf = ({ failed, total }: { failed: number; total: number }): string => t.share(failed, total)
  return (
    <span className="sub">
      <MonitorLink id={id} name={name} />
      {times?.worse && ` · ${t.times(format.response(times.before_ms), format.response(times.after_ms))}`}
      {failures?.worse && ` · ${t.failures(shareOf(failures.before), shareOf(failures.after))}`}
    </span>
  )
}
