import { Link } from '@tanstack/react-router'
import { useNow } from '../../format/now.ts'
import { useFormat } from '../../format/use-format.ts'
import { Bars } from '../../parts/bars.tsx'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { Avatar } from '../../parts/card.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useIncidentTexts } from '../../parts/vocabulary/incident-texts.ts'
import { Pill, StatusMark } from '../../parts/status-mark.tsx'
import type { Overview } from './overview-data.ts'
import { useOverviewMessages } from './messages.ts'

type Incident = Overview['incidents']['shown'][number]

interface IncidentCardProps {
  readonly incident: Incident
  /** Null if the user may not acknowledge. */
  readonly onTake: ((incident: Incident) => void) | null
}

export function IncidentCard({ incident, onTake }: IncidentCardProps) {
  const t = useOverviewMessages()
  const { diagnosisOf } = useIncidentTexts()
  const { id, severity, status, message } = incident
  const about = incident.monitor ?? incident.slo ?? incident.location
  const link = { to: '/incidents/$number', params: { number: String(id) } } as const
  const name = about?.name ?? `#${id}`
  return (
    <article className={severity === 'critical' ? 'card inc' : 'card inc warn'} tabIndex={-1} aria-label={name}>
      <div>
        <h2>
          <StatusMark status={severity} size={16} />
          <Link {...link}>{name}</Link>
          <Pill status={severity} />
        </h2>
        {incident.fold && (
          <p className="strong">
            <Link to="/incidents">{t.folded(incident.fold.incident_ids.length, incident.fold.shared)}</Link>
          </p>
        )}
        <p>{about ? withoutName(message, about.name) : message}</p>
        <p className="diagnosis">{diagnosisOf(incident)}</p>
        <Facts incident={incident} />
      </div>
      <LastHour bars={incident.bars} />
      <div className="actions">
        {onTake && status === 'firing' && (
          <Button
            weight={severity === 'critical' ? 'alarm' : 'primary'}
            label={t.onIt}
            onClick={() => onTake(incident)}
          />
        )}
        <ButtonLink label={t.open} {...link} aria-label={t.openNamed(name)} />
      </div>
    </article>
  )
}

function Facts({ incident }: { incident: Incident }) {
  const t = useOverviewMessages()
  const format = useFormat()
  const now = useNow(1)
  const { failing_since: since, seen_from: seen, locations, flapping } = incident
  return (
    <div className="meta">
      <span className="num">{t.lasts(format.duration((now.getTime() - Date.parse(since)) / 1000))}</span>
      {locations > 0 && <span title={seen.join(', ')}>{t.seenFrom(seen.length, locations)}</span>}
      {flapping && <span>{t.flapping}</span>}
      <Acknowledgement incident={incident} />
    </div>
  )
}

function Acknowledgement({ incident }: { incident: Incident }) {
  const t = useOverviewMessages()
  const { status, acknowledged_by: by } = incident
  if (status !== 'firing')
    return (
      <span>
        {by && <Avatar name={by} small />}
        {by ? t.isOnIt(by) : t.somebodyIsOnIt}
      </span>
    )
  return (
    <span>
      <Icon name="clock" size={13} />
      <Paging incident={incident} />
    </span>
  )
}

function Paging({ incident: { last_page: last, next_page: next } }: { incident: Incident }) {
  const t = useOverviewMessages()
  const format = useFormat()
  const now = useNow(10)
  if (!last && !next) return t.nobodyYet
  const names = next?.whom.map(({ name }) => name) ?? []
  const coming = next && (next.held ? t.held : format.relative(next.at, now))
  if (!last) return next!.held ? t.held : t.firstPage(names, coming!)
  const parts = [t.paged(last.whom, format.relative(last.at, now))]
  if (next) parts.push(next.held ? t.held : t.nextPage(names, coming!))
  return parts.join(' · ')
}

const hourMs = 3_600_000

function LastHour({ bars }: { bars: string }) {
  const t = useOverviewMessages()
  const format = useFormat()
  const now = useNow(60)
  const minutes = 60 / bars.length
  const bad = [...bars].filter((letter) => letter === 'd' || letter === 'g').length * minutes
  return (
    <div className="wide">
      <Bars bars={bars} label={t.lastHour(bad)} height={26} />
      <div className="scale">
        <span>{format.clock(new Date(now.getTime() - hourMs))}</span>
        <span>{format.clock(now)}</span>
      </div>
    </div>
  )
}

/** “Shop is down: connection refused” below the name Shop is “Connection refused”. */
function withoutName(message: string, name: string): string {
  const start = [`${name} is down: `, `${name}: `].find((known) => message.startsWith(known))
  const rest = start === undefined ? message : message.slice(start.length)
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}
