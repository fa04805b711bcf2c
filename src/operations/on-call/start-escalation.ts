// Applies an escalation policy to incidents that opened before it did.
import { z } from 'zod'
import { startEscalations } from '../../store/on-call/escalations.ts'
import { outagesWithoutEscalation } from '../../store/on-call/missed-escalations.ts'
import { accepted, defineOperation } from '../registry/define.ts'
import { policies } from './policies.ts'

export const startEscalation = defineOperation({
  id: 'startEscalation',
  method: 'POST',
  path: '/dashboard/escalation-policies/{id}/start',
  audience: 'dashboard',
  tag: 'On-call',
  summary: 'Escalate the open incidents that an escalation policy does not page for yet',
  description: 'Starts with its first step for incidents of its contact groups that nobody has acknowledged.',
  params: z.object({ id: z.uuid() }),
  responses: {
    202: {
      description: 'The incidents; their first pages are sent within moments',
      schema: z
        .object({ object: z.literal('escalation_start'), incident_ids: z.array(z.int()) })
        .meta({ id: 'EscalationStart' }),
    },
  },
  async handle({ params }, context) {
    const { db, caller, now } = context
    const policy = await policies.lock(context, params)
    const outages = await outagesWithoutEscalation(db, caller.organization.id, policy.id)
    await startEscalations(db, outages, now)
    const incidentIds = outages.map(({ incidentId }) => incidentId)
    policies.record(context, 'escalation_policy.started', policy, { incidents: { from: null, to: incidentIds } })
    return accepted({ object: 'escalation_start', incident_ids: incidentIds })
  },
})
