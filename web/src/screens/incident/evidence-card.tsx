import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId } from 'react'
import type { Incident, IncidentContext } from '../../api-types.ts'
import { type AnswerOf, queryFor, useResource } from '../../api.ts'
import { Card } from '../../parts/card.tsx'
import { QueryResult } from '../../parts/content-states.tsx'
import { StatusWord } from '../../parts/status-mark.tsx'
import { Timestamp } from '../../parts/time.tsx'
import { useChoices } from '../../url.ts'
import { partsOf } from '../monitor/checks/evidence-parts.ts'
import { useMonitorType } from '../monitor/monitor-data.ts'
import { useIncidentScreenMessages } from './messages.ts'
import { EvidenceView } from '../../parts/evidence/evidence.tsx'

type CheckEvidence = AnswerOf<'/incidents/{id}/evidence', 'get'>['checks'][number]
type Latest = IncidentContext['latest'][number]

interface EvidenceProps {
  readonly incident: Incident
  readonly context: IncidentContext | undefined
}

/** Check details with one tab per location; passed checks come last. */
export function EvidenceCard({ incident, context }: EvidenceProps) {
  const t = useIncidentScreenMessages()
  const id = useId()
  const [{ location }, choose] = useChoices({ location: '' })
  const evidence = useResource('/incidents/{id}/evidence', { params: { id: incident.id } })
  return (
    <Card title={t.evidence} flush>
      <QueryResult query={evidence} what={t.evidenceFailed}>
        {({ checks }) => {
          const tabs = tabsOf(incident, checks, context?.latest ?? [])
          const chosen = tabs.find((tab) => tab.location === location) ?? tabs[0]
          if (!chosen) return <p className="muted p-4">{t.noEvidence}</p>
          return (
            <>
              <div className="locs" role="tablist" tabIndex={-1} aria-label={t.location} onKeyDown={moveBetweenTabs}>
                {tabs.map((tab) => (
                  <button
                    key={tab.location}
                    type="button"
                    role="tab"
                    id={`${id}-${tab.location}`}
                    aria-controls={`${id}-panel`}
                    aria-selected={tab === chosen}
                    tabIndex={tab === chosen ? 0 : -1}
                    onClick={() => choose({ location: tab.location })}
                  >
                    <StatusWord status={tab.isWrong ? 'down' : 'up'}>{tab.location}</StatusWord>
                    <span className="sub">
                      <Timestamp at={tab.at} as="clockSeconds" />
                    </span>
                  </button>
                ))}
              </div>
              <div className="p-4" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen.location}`}>
                {chosen.latest ? (
                  <PassedCheck incident={incident} check={chosen.latest} />
                ) : (
                  <FailedCheck incident={incident} seen={chosen.seen!} />
                )}
              </div>
            </>
          )
        }}
      </QueryResult>
    </Card>
  )
}

interface EvidenceTab {
  readonly location: string
  readonly at: string
  readonly isWrong: boolean
  readonly seen?: CheckEvidence
  readonly latest?: Latest
}

function tabsOf(
  { confirming_locations: agreed }: Incident,
  checks: readonly CheckEvidence[],
  latest: readonly Latest[],
): EvidenceTab[] {
  const saw = new Set(checks.map(({ location }) => location))
  const others = latest.filter((check) => check.success && check.location && !saw.has(check.location.name))
  return [
    ...checks.map((seen) => ({
      location: seen.location,
      at: seen.timestamp,
      isWrong: seen.error !== null || agreed.includes(seen.location),
      seen,
    })),
    ...others.map((check) => ({ location: check.location!.name, at: check.at, isWrong: false, latest: check })),
  ]
}

function FailedCheck({ incident, seen: { error, evidence } }: { incident: Incident; seen: CheckEvidence }) {
  return (
    <>
      {error && <p className="strong mb-2">{error}</p>}
      <EvidenceDetails incident={incident} evidence={evidence} />
    </>
  )
}

function PassedCheck({ incident, check }: { incident: Incident; check: Latest }) {
  const t = useIncidentScreenMessages()
  const inFull = useQuery({
    ...queryFor('/dashboard/monitors/{id}/checks/{checkId}', {
      params: { id: incident.monitor?.id ?? '', checkId: check.id },
    }),
    enabled: incident.monitor !== null,
  })
  return (
    <>
      <p className="mb-2">{t.fineFrom(check.location?.name ?? '')}</p>
      {inFull.data && <EvidenceDetails incident={incident} evidence={inFull.data.evidence} />}
    </>
  )
}

function EvidenceDetails({ incident, evidence }: { incident: Incident; evidence: unknown }) {
  const t = useIncidentScreenMessages()
  const id = incident.monitor?.id
  const monitor = useQuery({ ...queryFor('/monitors/{id}', { params: { id: id ?? '' } }), enabled: id !== undefined })
  const type = useMonitorType(monitor.data?.type)
  const parts = partsOf(evidence, type)
  return parts.length > 0 ? <EvidenceView parts={parts} /> : <p className="muted">{t.notKept}</p>
}

/** Arrow keys select the next or previous tab and wrap around. */
function moveBetweenTabs(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const at = tabs.indexOf(document.activeElement as HTMLElement)
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  const tab = tabs.at(next % tabs.length)
  tab?.focus()
  tab?.click()
}
