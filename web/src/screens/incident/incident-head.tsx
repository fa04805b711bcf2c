import type { Incident } from '../../api-types.ts'
import { useFormat } from '../../format/use-format.ts'
import { PageHead } from '../../frame/page-head.tsx'
import { usePreferences } from '../../preferences.ts'
import { listOf } from '../../i18n.ts'
import { Callout } from '../../parts/card.tsx'
import { useIncidentTexts } from '../../parts/vocabulary/incident-texts.ts'
import { Pill } from '../../parts/status-mark.tsx'
import { Duration, Timestamp } from '../../parts/time.tsx'
import { Actions } from './actions.tsx'
import { useIncidentScreenMessages } from './messages.ts'

export function IncidentHead({ incident }: { incident: Incident }) {
  const t = useIncidentScreenMessages()
  const { language } = usePreferences()
  const { titleOf } = useIncidentTexts()
  const { id, status, severity, failing_since: since, started_at: confirmed, flapping } = incident
  const locations = incident.confirming_locations
  return (
    <div className="incident-head">
      <PageHead
        title={titleOf(incident)}
        crumbs={[{ label: t.incidents, link: { to: '/incidents' } }, { label: `#${id}` }]}
        above={
          <>
            <Pill status={status} />
            <Pill status={severity} />
            {flapping && <span className="tag">{t.flapping}</span>}
          </>
        }
        actions={<Actions incident={incident} />}
      >
        <span className="row wrap gap-x-5">
          {status !== 'resolved' && (
            <strong className="text-down-text">
              <Duration from={since} /> {t.soFar}
            </strong>
          )}
          <span>
            {t.firstFailed} <Timestamp at={since} />
          </span>
          <Confirmed since={since} confirmed={confirmed} />
          {locations.length > 0 && <span>{t.seenFrom(listOf(language, locations))}</span>}
        </span>
      </PageHead>
      <Outcome incident={incident} />
      {incident.acknowledged_at && status === 'acknowledged' && (
        <Callout status="acknowledged">
          {t.onIt(incident.acknowledged_by ?? t.somebody)} <Timestamp at={incident.acknowledged_at} as="clock" />
        </Callout>
      )}
      {flapping && <p className="muted">{t.flappingWhy}</p>}
    </div>
  )
}

function Confirmed({ since, confirmed }: { since: string; confirmed: string }) {
  const t = useIncidentScreenMessages()
  const format = useFormat()
  const seconds = (Date.parse(confirmed) - Date.parse(since)) / 1000
  return <span>{t.confirmedAfter(format.clockSeconds(confirmed), format.duration(seconds))}</span>
}

type HeadTexts = ReturnType<typeof useIncidentScreenMessages>

/** A closed incident did not recover: its monitor may still be failing. */
function endingOf({ resolve_reason: reason, resolved_by: by }: Incident, t: HeadTexts): string {
  const closed =
    reason !== null && reason in t.closedBecause ? t.closedBecause[reason as keyof typeof t.closedBecause] : null
  if (closed !== null) return closed(by)
  return by ? t.endedBy(by) : t.endedByItself
}

function Outcome({ incident }: { incident: Incident }) {
  const t = useIncidentScreenMessages()
  const { status, failing_since: since, resolved_at: until, false_positive: wrong } = incident
  if (status !== 'resolved' || !until) return null
  return (
    <Callout status="resolved">
      {t.overAfter} <Duration from={since} until={until} />. {endingOf(incident, t)}
      {wrong && <> {t.wasFalse(wrong.reported_by, wrong.reason)}</>}
      {incident.maintenance_window_id && <> {t.wasMaintenance}</>}
    </Callout>
  )
}
