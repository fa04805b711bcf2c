import { client } from '../../api.ts'
import { confirm } from '../../frame/confirm/confirm.tsx'
import { invalidate } from '../../invalidation.ts'
import { toast } from '../../toast.ts'
import { useEscalationMessages } from './messages.ts'

/** After a policy or a group changed: offers to page for the open incidents that the policy does not escalate. */
export function useOfferEscalation(): (policyId: string | null) => Promise<void> {
  const t = useEscalationMessages()
  return async (policyId) => {
    if (policyId === null) return
    const params = { id: policyId }
    const { waiting_incidents: count } = await client.get('/dashboard/escalation-policies/{id}/reach', { params })
    if (count === 0 || !(await confirm({ title: t.startTitle(count), text: t.waiting(count), verb: t.start }))) return
    await client.post('/dashboard/escalation-policies/{id}/start', { params })
    toast({ text: t.started })
    await invalidate('escalation', 'incident')
  }
}
