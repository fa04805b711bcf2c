// An incident: what happened, what changed, and who was notified.
import './incident.css'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Incident, IncidentContext } from '../../api-types.ts'
import { useResource } from '../../api.ts'
import { ItemNotFound, ScreenResult } from '../../frame/not-found.tsx'
import { Escalation } from './escalation.tsx'
import { EvidenceCard } from './evidence-card.tsx'
import { Facts } from './facts.tsx'
import { IncidentHead } from './incident-head.tsx'
import { useIncidentScreenMessages } from './messages.ts'
import { ReportCard } from './report-card.tsx'
import { Timeline } from './timeline.tsx'
import { NotifiedCard } from './notified.tsx'
import { Card } from '../../parts/card.tsx'
import { useIncidentTexts } from '../../parts/vocabulary/incident-texts.ts'
import { useActivityMessages, activityName } from '../../parts/vocabulary/activity-messages.ts'
import { Icon } from '../../parts/icon.tsx'
import { StatusMark } from '../../parts/status-mark.tsx'
import { Timestamp } from '../../parts/time.tsx'
import { IncidentLink, ExternalLink } from '../../parts/links.tsx'
import { namesOfPath } from '../../catalog/evidence-names.ts'
import { useTranslation } from '../../catalog/use-translation.ts'
import { useFormat } from '../../format/use-format.ts'

export function Screen(): ReactNode {
  const { number } = useParams({ strict: false }) as { number: string }
  const id = Number(number)
  return Number.isSafeInteger(id) && id > 0 ? <IncidentLoader key={id} id={id} /> : <ItemNotFound item="incident" />
}

function IncidentLoader({ id }: { id: number }) {
  const t = useIncidentScreenMessages()
  const incident = useResource('/incidents/{id}', { params: { id } })
  return (
    <ScreenResult query={incident} item="incident" what={t.couldNotLoad}>
      {(data) => <IncidentView incident={data} />}
    </ScreenResult>
  )
}

/** The check that the incident is dated from, if its location and error are known. */
function firstFailureOf({ failing_since: since }: Incident, context: IncidentContext | undefined) {
  return context?.diffs.find(({ at }) => at === since)
}

function IncidentView({ incident }: { incident: Incident }) {
  const context = useResource('/dashboard/incidents/{id}/context', { params: { id: incident.id } }).data
  return (
    <>
      <IncidentHead incident={incident} />
      <div className="cols">
        <div className="stack">
          <Finding incident={incident} />
          {context && <ChangesCard diffs={context.diffs} />}
          <EvidenceCard incident={incident} context={context} />
          <Timeline incident={incident} firstFailure={firstFailureOf(incident, context)} />
          <ReportCard incident={incident} />
        </div>
        <div className="stack">
          {context && <Escalation incident={incident} context={context} />}
          <NotifiedCard incident={incident} />
          <Facts incident={incident} />
          {context && <SameTime context={context} />}
        </div>
      </div>
    </>
  )
}

function Finding({ incident }: { incident: Incident }) {
  const t = useIncidentScreenMessages()
  const { diagnosisOf } = useIncidentTexts()
  return (
    <Card title={t.looks} flush>
      <p className="p-4 text-lg leading-loose max-w-measure">{diagnosisOf(incident)}</p>
      <div className="seen">
        <div>
          <span className="muted">{t.expected}</span>
          <b>{incident.expected}</b>
        </div>
        <div>
          <span className="muted">{t.seen}</span>
          <b className={incident.status === 'resolved' ? '' : 'text-down-text'}>{incident.detected_value}</b>
        </div>
        {incident.resolved_value !== null && (
          <div>
            <span className="muted">{t.seenAtEnd}</span>
            <b>{incident.resolved_value}</b>
          </div>
        )}
      </div>
    </Card>
  )
}

const maxChanges = 6

function SameTime({ context: { neighbours, changes, deployments } }: { context: IncidentContext }) {
  const t = useIncidentScreenMessages()
  const actions = useActivityMessages()
  if (neighbours.length + changes.length + deployments.length === 0) return null
  return (
    <Card title={t.sameTime} flush>
      <ul className="side-list">
        {deployments
          .slice(0, maxChanges)
          .map(({ id, service, version, environment, link, deployed_by: by, ...mark }) => (
            <li key={id}>
              <Icon name="send" size={14} />
              <span className="min-w-0 break-words">
                {link ? (
                  <ExternalLink href={link} text={[service, version].filter(Boolean).join(' ')} />
                ) : (
                  [service, version].filter(Boolean).join(' ')
                )}
                <span className="sub">{[t.deployed, environment, by].filter(Boolean).join(' · ')}</span>
              </span>
              <Timestamp at={mark.deployed_at} as="clock" />
            </li>
          ))}
        {neighbours.map(({ id, severity, message, started_at: at }) => (
          <li key={id}>
            <StatusMark status={severity} />
            <span className="min-w-0">
              <IncidentLink number={id} text={`#${id} ${message}`} />
            </span>
            <Timestamp at={at} as="clock" />
          </li>
        ))}
        {changes.slice(0, maxChanges).map(({ at, action, entity_name: name, actor }) => (
          <li key={`${at} ${action} ${name}`}>
            <Icon name="edit" size={14} />
            <span className="min-w-0 break-words">
              {name ?? activityName(actions, action)}
              <span className="sub">{[name && activityName(actions, action), actor].filter(Boolean).join(' · ')}</span>
            </span>
            <Timestamp at={at} as="clock" />
          </li>
        ))}
      </ul>
    </Card>
  )
}

type Diff = IncidentContext['diffs'][number]

/** Compares the last passed check with the first failed one; unchanged values are collapsed. */
function ChangesCard({ diffs }: { diffs: readonly Diff[] }) {
  const t = useIncidentScreenMessages()
  const format = useFormat()
  const { evidence } = useTranslation()
  const nameOf = (key: string): string => namesOfPath(key.split('.'), evidence).join(' › ')
  const diff = diffs.find(({ rows }) => rows.length > 0)
  if (!diff) return null
  const changed = diff.rows.filter((row) => row.changed && !row.volatile)
  const same = diff.rows.filter((row) => !row.changed)
  const goodAt = diff.last_good_at ?? diff.evidence_from?.at
  return (
    <Card
      title={t.changed}
      end={goodAt && t.compared(diff.location, format.clockSeconds(goodAt), format.clockSeconds(diff.at))}
      flush
    >
      {changed.length === 0 ? (
        <p className="muted p-4">{t.nothingDiffers}</p>
      ) : (
        <table className="diff">
          <thead>
            <tr>
              <th scope="col">
                <span className="sr">{t.what}</span>
              </th>
              <th scope="col">{t.lastGood}</th>
              <th scope="col">{t.firstBad}</th>
            </tr>
          </thead>
          <tbody>
            {changed.map(({ key, before, after }) => (
              <tr key={key} className="changed">
                <th scope="row">{nameOf(key)}</th>
                <td>{before ?? t.absent}</td>
                <td>{after ?? t.absent}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {same.length > 0 && (
        <details className="p-4 faint">
          <summary>{t.sameOnes(same.length)}</summary>
          <ul className="mono text-sm">
            {same.map(({ key, before }) => (
              <li key={key} className="break-words">
                {nameOf(key)}: {before}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  )
}
