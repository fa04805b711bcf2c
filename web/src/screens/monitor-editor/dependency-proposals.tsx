// Monitors that fail together with this one, to be applied as dependencies or dismissed.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DependencyProposal } from '../../api-types.ts'
import { client, ignoreNotFound, queryFor } from '../../api.ts'
import { useMessages } from '../../i18n.ts'
import { Button } from '../../parts/button.tsx'
import { useCan } from '../../session.ts'
import { toast } from '../../toast.ts'
import { editorMessages } from './messages.ts'
import { useBusy } from '../../parts/use-busy.ts'
import { SelectField } from '../../parts/form/field.tsx'

interface DependencyProposalsProps {
  readonly monitorId: string
  /** The monitor that this one depends on now. */
  readonly onParent: (id: string) => void
}

export function DependencyProposals({ monitorId, onParent }: DependencyProposalsProps) {
  const { data } = useQuery(queryFor('/dependency-proposals'))
  const found = data?.data.find(({ hub, monitors }) => [hub, ...monitors].some(({ id }) => id === monitorId))
  const can = useCan()
  if (!found || !can('member')) return null
  const onApplied = (parentId: string): void => void (parentId !== monitorId && onParent(parentId))
  return <Proposal key={found.id} proposal={found} onApplied={onApplied} />
}

interface ProposalProps {
  readonly proposal: DependencyProposal
  readonly onApplied: (parentId: string) => void
}

function Proposal({ proposal, onApplied }: ProposalProps) {
  const t = useMessages(editorMessages).proposal
  const { id, hub, monitors } = proposal
  const [parent, setParent] = useState('')
  const [isBusy, run] = useBusy('dependencies')
  const apply = async (): Promise<void> => {
    await client.post('/dependency-proposals/{id}/apply', { params: { id }, body: { parent } })
    onApplied(parent)
    toast({ text: t.applied })
  }
  const dismiss = async (): Promise<void> => {
    await ignoreNotFound(client.delete('/dependency-proposals/{id}', { params: { id } }))
    toast({ text: t.dismissed })
  }
  return (
    <section className="stack" aria-label={t.title}>
      <h3>{t.title}</h3>
      <ul className="grid gap-1">
        {monitors.map((one) => (
          <li key={one.id}>
            {t.failedIn(one.name, one.together, hub.outages, hub.name)}{' '}
            {one.after === one.together ? t.alwaysAfter(one.max_lag_seconds) : t.apart(one.max_lag_seconds)}
          </li>
        ))}
      </ul>
      <SelectField
        label={t.parent}
        hint={t.parentHint}
        value={parent}
        none={parent === '' ? t.choose : undefined}
        options={[hub, ...monitors].map((one) => [one.id, one.name])}
        onChange={setParent}
      />
      <div className="row">
        <Button busy={isBusy} disabled={parent === ''} onClick={() => run(apply)}>
          {t.apply}
        </Button>
        <Button weight="ghost" busy={isBusy} onClick={() => run(dismiss)}>
          {t.dismiss}
        </Button>
      </div>
    </section>
  )
}
