// An incident: what happened, what changed, and who was notified.
import './incident.css'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Incident, IncidentContext } from '../../api-types.ts'
import { useResource } from '../../api.ts'
import { ItemNotFound, ScreenResult } from '../../frame/not-found.tsx'
import { ChangesCard } from './changes-card.tsx'
import { Escalation } from './escalation.tsx'
import { EvidenceCard } from './evidence-card.tsx'
import { Facts } from './facts.tsx'
import { IncidentHead } from './incident-head.tsx'
import { Finding } from './finding.tsx'
import { useIncidentScreenMessages } from './messages.ts'
import { ReportCard } from './report-card.tsx'
import { SameTime } from './same-time.tsx'
import { Timeline } from './timeline.tsx'
import { NotifiedCard } from './notified.tsx'

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
