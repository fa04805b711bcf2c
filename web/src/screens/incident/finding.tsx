import type { Incident } from '../../api-types.ts'
import { Card } from '../../parts/card.tsx'
import { useIncidentTexts } from '../../parts/vocabulary/incident-texts.ts'
import { useIncidentScreenMessages } from './messages.ts'

export function Finding({ incident }: { incident: Incident }) {
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
