// Who an escalation policy would page now, step by step. Nobody is paged.
import { z } from 'zod'
import { needsRecipients } from '../../channels/index.ts'
import { targetKey, targetTypes } from '../../domain/on-call/escalation.ts'
import { expectedMissText, pagesFor } from '../../domain/on-call/paging.ts'
import { groupsOfPolicy } from '../../store/on-call/escalation-policies.ts'
import { outagesWithoutEscalation } from '../../store/on-call/missed-escalations.ts'
import { pagingContexts } from '../../store/on-call/paging-context.ts'
import { defineOperation, ok } from '../registry/define.ts'
import { policies } from './policies.ts'

const minuteMs = 60_000
const id = z.union([z.int(), z.uuid()])

const target = z.object({
  type: z.enum(targetTypes),
  id,
  name: z.string(),
  pages: z.array(z.string()).meta({ description: 'The names of the people, groups and channels that it pages' }),
  missed: z.array(z.string()).meta({ description: 'Who would not be paged, each in a sentence' }),
})

const reach = z
  .object({
    object: z.literal('escalation_reach'),
    steps: z.array(
      z.object({
        after_minutes: z.int().meta({ description: 'After the alert, while nobody acknowledges the incident' }),
        targets: z.array(target),
      }),
    ),
    groups: z
      .array(z.object({ id: z.uuid(), name: z.string() }))
      .meta({ description: 'The contact groups whose alerts it escalates' }),
    waiting_incidents: z.int().meta({
      description: 'Open incidents of these groups that nobody has acknowledged and that it does not escalate',
    }),
  })
  .meta({ id: 'EscalationReach' })

export const getEscalationReach = defineOperation({
  id: 'getEscalationReach',
  method: 'GET',
  path: '/dashboard/escalation-policies/{id}/reach',
  audience: 'dashboard',
  tag: 'On-call',
  summary: 'Preview who an escalation policy would page now',
  params: z.object({ id: z.uuid() }),
  responses: { 200: { description: 'Step by step, each at its time', schema: reach } },
  async handle({ params }, context) {
    const { db, caller, now } = context
    const { id: policyId, steps } = await policies.find(context, params)
    let after = 0
    const timed = steps.map(({ delayMinutes, targets }) => ({ after: (after += delayMinutes), targets }))
    const at = (minutes: number): Date => new Date(now.getTime() + minutes * minuteMs)
    const contexts = await pagingContexts(db, caller.organization.id, {
      targets: steps.flatMap(({ targets }) => targets),
      span: { from: now, to: at(after + 1) },
      needsRecipients,
    })
    const shown = timed.map(({ after: minutes, targets }) => {
      const there = contexts(at(minutes))
      return {
        after_minutes: minutes,
        targets: targets.map((one) => {
          const { paged, missed } = pagesFor([one], { ...there, groupIds: [], severity: 'critical' })
          const name = there.names.get(targetKey(one)) ?? ''
          return { ...one, name, pages: paged.map((each) => each.name), missed: missed.map(expectedMissText) }
        }),
      }
    })
    const groups = await groupsOfPolicy(db, caller.organization.id, policyId)
    const waiting = await outagesWithoutEscalation(db, caller.organization.id, policyId)
    return ok({ object: 'escalation_reach', steps: shown, groups, waiting_incidents: waiting.length })
  },
})
