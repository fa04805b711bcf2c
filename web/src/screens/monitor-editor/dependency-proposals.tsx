// Monitors that fail together with this one, to be applied as dependencies or dismissed.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DependencyProposal } from '../../api-types.ts'
import { client, ignoreNotFound, queryFor } from '../../api.ts'
import { errorText } from '../../error-text.ts'
import { useMessages } from '../../i18n.ts'
import { invalidate } from '../../invalidation.ts'
import { Button } from '../../parts/button.tsx'
import { useCan } from '../../session.ts'
import { toast } from '../../toast.ts'
import { editorMessages } from './messages.ts'
import { SelectField } from '../../parts/form/select.tsx'

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
  const [isBusy, setBusy] = useState(false)
  const run = async (request: () => Promise<unknown>, done: string): Promise<void> => {
    setBusy(true)
    try {
      await request()
      toast({ text: done })
    } catch (error) {
      toast({ text: errorText(error), tone: 'error' })
    }
    setBusy(false)
    await invalidate('dependencies')
  }
  const apply = async (): Promise<void> => {
    await client.post('/dependency-proposals/{id}/apply', { params: { id }, body: { parent } })
    onApplied(parent)
  }
  const dismiss = () => ignoreNotFound(client.delete('/dependency-proposals/{id}', { params: { id } }))
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
        <Button busy={isBusy} disabled={parent === ''} onClick={() => void run(apply, t.applied)}>
          {t.apply}
        </Button>
        <Button weight="ghost" busy={isBusy} onClick={() => void run(dismiss, t.dismissed)}>
          {t.dismiss}
        </Button>
      </div>
    </section>
  )
}
