import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId } from 'react'
import type { Incident } from '../../../../sdk/api.ts'
import { ask } from '../../api.ts'
import { useMessages } from '../../messages.ts'
import { Card } from '../../parts/card.tsx'
import { Loaded } from '../../parts/content-states.tsx'
import { StatusWord } from '../../parts/status-mark.tsx'
import { Moment } from '../../parts/time.tsx'
import { useChoices } from '../../url.ts'
import { words } from './messages.ts'

/** What each location saw, one tab per location. */
export function EvidenceCard({ incident }: { incident: Incident }) {
  const say = useMessages(words)
  const id = useId()
  const [{ location }, choose] = useChoices({ location: '' })
  const saw = ({ location: name, error }: { location: string; error: string | null }): boolean =>
    error !== null || incident.confirming_locations.includes(name)
  const evidence = useQuery(ask('/incidents/{id}/evidence', { params: { id: incident.id } }))
  return (
    <Card title={say.evidence} flush>
      <Loaded query={evidence} what={say.evidenceFailed}>
        {({ checks }) => {
          const chosen = checks.find((check) => check.location === location) ?? checks[0]
          if (!chosen) return <p className="muted p-4">{say.noEvidence}</p>
          return (
            <>
              <div className="locs" role="tablist" tabIndex={-1} aria-label={say.location} onKeyDown={walkTabs}>
                {checks.map((check) => (
                  <button
                    key={check.location}
                    type="button"
                    role="tab"
                    id={`${id}-${check.location}`}
                    aria-controls={`${id}-panel`}
                    aria-selected={check === chosen}
                    tabIndex={check === chosen ? 0 : -1}
                    onClick={() => choose({ location: check.location })}
                  >
                    <StatusWord status={saw(check) ? 'down' : 'up'}>{check.location}</StatusWord>
                    <span className="sub">
                      <Moment at={check.timestamp} as="clockSeconds" />
                    </span>
                  </button>
                ))}
              </div>
              <div className="p-4" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen.location}`}>
                {chosen.error && <p className="strong mb-2">{chosen.error}</p>}
                <pre className="code" tabIndex={0} aria-label={say.seenFromPlace(chosen.location)}>
                  {textOf(chosen.evidence)}
                </pre>
              </div>
            </>
          )
        }}
      </Loaded>
    </Card>
  )
}

/** The arrows go from tab to tab and choose it, round and round. */
function walkTabs(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const at = tabs.indexOf(document.activeElement as HTMLElement)
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  const tab = tabs.at(next % tabs.length)
  tab?.focus()
  tab?.click()
}

const textOf = (evidence: unknown): string =>
  typeof evidence === 'string' ? evidence : JSON.stringify(evidence ?? {}, null, 2)
