import type { Incident } from '../../../../sdk/api.ts'
import { useMessages } from '../../messages.ts'
import { Card } from '../../parts/card.tsx'
import { useIncidentWords } from '../../parts/words/incident-words.ts'
import { words } from './messages.ts'

export function Looks({ incident }: { incident: Incident }) {
  const say = useMessages(words)
  const { diagnosisOf } = useIncidentWords()
  return (
    <Card title={say.looks} flush>
      <p className="p-4 text-lg leading-loose max-w-measure">{diagnosisOf(incident)}</p>
      <div className="seen">
        <div>
          <span className="muted">{say.expected}</span>
          <b>{incident.expected}</b>
        </div>
        <div>
          <span className="muted">{say.seen}</span>
          <b className={incident.status === 'resolved' ? '' : 'text-down-text'}>{incident.detected_value}</b>
        </div>
        {incident.resolved_value !== null && (
          <div>
            <span className="muted">{say.seenAtEnd}</span>
            <b>{incident.resolved_value}</b>
          </div>
        )}
      </div>
    </Card>
  )
}
