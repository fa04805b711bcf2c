// What is open, and what keeps coming back?
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { askPages, client, refresh } from '../../api.ts'
import { errorText } from '../../error-text.ts'
import { PageHead } from '../../frame/page-head.tsx'
import { toast } from '../../frame/toasts.tsx'
import { useMessages } from '../../messages.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { EmptyState, Loaded } from '../../parts/content-states.tsx'
import { useDebounced } from '../../debounced.ts'
import { useCan } from '../../session.ts'
import { Figures } from './figures.tsx'
import { type Choices, Filters, isFiltered, usual } from './filters.tsx'
import { IncidentTable } from './incident-table.tsx'
import { words } from './messages.ts'
import { useChoices } from '../../url.ts'

const pauseMs = 120

export function Screen(): ReactNode {
  const say = useMessages(words)
  const mayWrite = useCan()('member')
  const [chosen, choose] = useChoices(usual)
  const [selected, setSelected] = useState<readonly number[]>([])
  const q = useDebounced(chosen.q, pauseMs)
  const incidents = useInfiniteQuery(askPages('/dashboard/incidents', { query: queryOf({ ...chosen, q }) }))
  const open = useInfiniteQuery(askPages('/dashboard/incidents', { query: { status: 'open' } }))
  return (
    <>
      <PageHead title={titleOf()} />
      <div className="stack">
        <Figures />
        <Filters chosen={chosen} choose={choose} />
        <Loaded query={incidents} what={say.couldNotLoad}>
          {(rows) =>
            rows.length > 0 ? (
              <>
                <Card flush>
                  <IncidentTable rows={rows} selected={selected} onSelect={mayWrite ? setSelected : null} />
                </Card>
                {incidents.hasNextPage && (
                  <Button busy={incidents.isFetchingNextPage} onClick={() => void incidents.fetchNextPage()}>
                    {say.more}
                  </Button>
                )}
              </>
            ) : isFiltered(chosen) ? (
              <EmptyState title={say.noMatch} action={<Button onClick={() => choose(usual)}>{say.clear}</Button>} />
            ) : (
              <EmptyState title={say.nothingOpen}>{say.emptyGives}</EmptyState>
            )
          }
        </Loaded>
        {selected.length > 0 && (
          <div className="card foot-bar" role="region" aria-label={say.selection}>
            <span className="num">{say.selected(selected.length)}</span>
            <Button weight="primary" onClick={() => void takeAll()}>
              {say.takeMany(selected.length)}
            </Button>
            <Button weight="ghost" onClick={() => setSelected([])}>
              {say.none}
            </Button>
          </div>
        )}
      </div>
    </>
  )

  function titleOf(): string {
    if (!open.data) return say.incidents
    const firing = open.data.filter(({ status }) => status === 'firing').length
    const acknowledged = open.data.length - firing
    if (firing > 0 && acknowledged > 0) return say.open(firing, acknowledged)
    if (firing > 0) return say.onlyFiring(firing)
    return acknowledged > 0 ? say.onlyAcknowledged(acknowledged) : say.nothingOpen
  }

  async function takeAll(): Promise<void> {
    const taken = await Promise.allSettled(
      selected.map((id) => client.post('/incidents/{id}/acknowledge', { params: { id } })),
    )
    const refused = taken.find((one) => one.status === 'rejected')
    if (refused) toast({ text: errorText(refused.reason), tone: 'error' })
    else toast({ text: say.takenMany(selected.length) })
    setSelected([])
    await refresh('/dashboard/incidents', '/dashboard/overview')
  }
}

const queryOf = ({
  status,
  severity,
  q,
  mine,
  monitor,
  tag,
  cause,
  since,
  until,
}: Choices): Record<string, string> => ({
  status,
  severity,
  q,
  mine,
  monitor,
  tag,
  cause,
  since,
  until,
})
