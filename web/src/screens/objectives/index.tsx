// Objectives with their error budgets.
import { type ReactNode, useState } from 'react'
import type { Slo } from '../../api-types.ts'
import { useList } from '../../api.ts'
import { useCommands } from '../../frame/commands.ts'
import { PageHead } from '../../frame/page-head.tsx'
import { Button } from '../../parts/button.tsx'
import { useCan } from '../../session.ts'
import { ReportTabs } from '../reports/report-tabs.tsx'
import { useObjectiveMessages } from './messages.ts'
import { ObjectiveCard } from './objective-card.tsx'
import { ObjectiveForm } from './objective-form.tsx'
import { EmptyState, PagedResult } from '../../parts/content-states.tsx'

export function Screen(): ReactNode {
  const t = useObjectiveMessages()
  const mayWrite = useCan()('member')
  const objectives = useList('/slos', { query: { limit: 25 } })
  const [edited, setEdited] = useState<Slo | 'new' | null>(null)
  useCommands(mayWrite ? [{ label: t.add, keys: 'c', icon: 'plus', run: () => setEdited('new') }] : [])
  const add = mayWrite && <Button weight="primary" icon="plus" label={t.add} onClick={() => setEdited('new')} />
  const hasSome = (objectives.data?.length ?? 0) > 0
  return (
    <>
      <PageHead title={titleOf()} actions={hasSome && add} />
      <div className="stack">
        <ReportTabs current="objectives" />
        <PagedResult
          query={objectives}
          what={t.couldNotLoad}
          empty={<EmptyState title={t.empty} text={t.emptyGives} action={add} docs="objectives" />}
        >
          {(data) => (
            <div className="stack">
              {data.map((objective) => (
                <ObjectiveCard
                  key={objective.id}
                  objective={objective}
                  onEdit={mayWrite ? () => setEdited(objective) : null}
                />
              ))}
            </div>
          )}
        </PagedResult>
      </div>
      {edited && <ObjectiveForm objective={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />}
    </>
  )

  function titleOf(): string {
    const { data } = objectives
    if (!data) return t.loading
    if (data.length === 0) return t.empty
    const missed = data.filter(({ state }) => state === 'missed').length
    if (missed > 0) return t.missed(missed)
    const burning = data.find(({ state }) => state === 'burning')
    if (burning) return t.burning(burning.name)
    const judged = data.filter(({ state }) => state === 'met').length
    return judged === 0 ? t.noneJudged : t.allMet(judged)
  }
}
