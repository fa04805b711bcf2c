// Open incidents, most severe first.
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { client } from '../../api.ts'
import { errorText } from '../../error-text.ts'
import { toast } from '../../toast.ts'
import { type Command, useCommands } from '../../frame/commands.ts'
import { nextToFocus } from '../../parts/next-position.ts'
import { useCan } from '../../session.ts'
import type { Overview } from './overview-data.ts'
import { IncidentCard } from './incident-card.tsx'
import { useOverviewMessages } from './messages.ts'
import { invalidate } from '../../invalidation.ts'

type Incidents = Overview['incidents']
type OpenIncident = Incidents['shown'][number]

const idsOf = ({ id, fold }: OpenIncident): readonly number[] => fold?.incident_ids ?? [id]

export function OpenIncidents({ incidents: { shown, open } }: { incidents: Incidents }) {
  const t = useOverviewMessages()
  const list = useRef<HTMLDivElement>(null)
  const take = useAcknowledge()
  useIncidentKeys(list, { shown, take })
  const hidden = open - shown.reduce((sum, incident) => sum + idsOf(incident).length, 0)
  if (shown.length === 0) return null
  return (
    <div ref={list} className="contents">
      {shown.map((incident) => (
        <IncidentCard key={incident.id} incident={incident} onTake={take} />
      ))}
      {hidden > 0 && (
        <p className="watch">
          <Link className="link" to="/incidents">
            {t.moreIncidents(hidden)}
          </Link>
        </p>
      )}
    </div>
  )
}

/** Acknowledges an incident and those that are folded into it. */
function useAcknowledge(): ((incident: OpenIncident) => void) | null {
  const t = useOverviewMessages()
  const can = useCan()
  const { mutate } = useMutation({
    mutationFn: (incident: OpenIncident) =>
      Promise.all(idsOf(incident).map((id) => client.post('/incidents/{id}/acknowledge', { params: { id } }))),
    onError: (error) => toast({ text: t.notTaken(errorText(error)), tone: 'error' }),
    onSettled: () => invalidate('incident'),
  })
  return can('member') ? mutate : null
}

interface IncidentShortcuts {
  readonly shown: Incidents['shown']
  readonly take: ((incident: OpenIncident) => void) | null
}

/** `j` and `k` move between cards; `a` acknowledges the focused one or the first firing one. */
function useIncidentKeys(list: React.RefObject<HTMLDivElement | null>, { shown, take }: IncidentShortcuts): void {
  const t = useOverviewMessages()
  const navigate = useNavigate()
  const cards = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>('article') ?? [])]
  const at = (): number => cards().findIndex((card) => card.contains(document.activeElement))
  const move = (step: 1 | -1): void => nextToFocus(cards(), step)?.focus()
  const takeWanted = (): void => {
    const wanted = shown[at()] ?? shown.find(({ status }) => status === 'firing')
    if (wanted?.status === 'firing') take?.(wanted)
  }
  const first = shown.find(({ status }) => status === 'firing')
  const walking: Command[] = [
    { label: t.nextIncident, keys: 'j', keyOnly: true, run: () => move(1) },
    { label: t.previousIncident, keys: 'k', keyOnly: true, run: () => move(-1) },
  ]
  const taking: Command[] =
    take && first ? [{ label: t.takeOn(nameOf(first)), keys: 'a', icon: 'check', run: takeWanted }] : []
  const opening = shown.map((incident): Command => ({
    label: t.openNamed(nameOf(incident)),
    icon: 'bell',
    run: () => void navigate({ to: '/incidents/$number', params: { number: String(incident.id) } }),
  }))
  useCommands(shown.length === 0 ? [] : [...walking, ...taking, ...opening])
}

const nameOf = ({ monitor, slo, location, message }: OpenIncident): string =>
  (monitor ?? slo ?? location)?.name ?? message
