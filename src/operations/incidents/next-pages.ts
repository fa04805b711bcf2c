// Who is paged next for unacknowledged incidents, and who was paged last.
import { z } from 'zod'
import { needsRecipients } from '../../channels/index.ts'
import { pagingDecision } from '../../domain/notifying/outage.ts'
import { type EscalationTarget, targetTypes } from '../../domain/on-call/escalation.ts'
import { pagesFor } from '../../domain/on-call/paging.ts'
import { lastPages } from '../../store/incidents/open-now.ts'
import { outagesOfIncidents } from '../../store/incidents/outages.ts'
import { type RunningEscalation, escalationsOf } from '../../store/on-call/escalations.ts'
import { pagingContexts } from '../../store/on-call/paging-context.ts'
import type { CallerContext } from '../registry/define.ts'

export const nextPage = z.object({
  at: z.iso.datetime(),
  step: z.int().meta({ description: 'From 1' }),
  round: z.int().meta({ description: 'Starts at 1; the steps of a policy may repeat' }),
  held: z.boolean().meta({ description: 'Maintenance pauses it' }),
  policy: z.object({ id: z.uuid(), name: z.string().meta({ example: 'Shop' }) }),
  whom: z
    .array(z.object({ type: z.enum(targetTypes).meta({ example: 'user' }), name: z.string().meta({ example: 'Ada' }) }))
    .meta({ description: 'People if it is known who will be on call, otherwise the targets of the step' }),
})

export const lastPage = z.object({ at: z.iso.datetime(), whom: z.array(z.string()) })

export interface PagingOutlook {
  readonly next: readonly NextPageStep[]
  readonly last: { at: Date; whom: string[] } | null
}

type NextPageStep = ReturnType<typeof shownStep>

interface PagingReader extends Pick<CallerContext, 'db' | 'now'> {
  readonly caller: { readonly organization: { readonly id: string } }
}

/** By incident: the upcoming steps, the next first, and the last step that paged someone. */
export async function pagingOf(
  context: PagingReader,
  incidentIds: readonly number[],
): Promise<Map<number, PagingOutlook>> {
  const { db, caller } = context
  const organizationId = caller.organization.id
  const outages = await outagesOfIncidents(db, organizationId, incidentIds)
  const all = [...new Set(outages.values())]
  const active = all.filter((outage) => pagingDecision(outage) === 'page').map(({ id }) => id)
  const [running, last] = await Promise.all([
    escalationsOf(db, organizationId, active),
    lastPages(
      db,
      organizationId,
      all.flatMap(({ incidents }) => incidents.map(({ id }) => id)),
    ),
  ])
  const steps = await stepsOf(context, running)
  return new Map(
    incidentIds.map((id) => {
      const outage = outages.get(id)
      const isTheirs = (incidentId: number): boolean => outage?.incidents.some((one) => one.id === incidentId) ?? false
      const paged = last.findLast(({ incidentId }) => isTheirs(incidentId))
      return [
        id,
        {
          next: steps.filter(({ outageId }) => outageId === outage?.id).map(({ step }) => step),
          last: paged ? { at: paged.at, whom: paged.paged } : null,
        },
      ]
    }),
  )
}

async function stepsOf(
  { db, caller, now }: PagingReader,
  running: readonly RunningEscalation[],
): Promise<{ outageId: number; step: NextPageStep }[]> {
  if (running.length === 0) return []
  const latest = Math.max(now.getTime(), ...running.map(({ dueAt }) => dueAt.getTime()))
  const contexts = await pagingContexts(db, caller.organization.id, {
    targets: running.flatMap(targetsOf),
    span: { from: now, to: new Date(latest + 1) },
    needsRecipients,
  })
  return running.map((one) => {
    const at = one.dueAt > now ? one.dueAt : now
    const { paged } = pagesFor(targetsOf(one), { ...contexts(at), groupIds: [], severity: 'critical' })
    return { outageId: one.outageId, step: shownStep(one, paged) }
  })
}

const targetsOf = ({ policy, step }: RunningEscalation): readonly EscalationTarget[] =>
  policy.steps[step]?.targets ?? []

function shownStep(
  { dueAt, step, round, held, policy }: RunningEscalation,
  paged: readonly { type: EscalationTarget['type']; name: string }[],
) {
  return {
    at: dueAt,
    step: step + 1,
    round: round + 1,
    held,
    policy: { id: policy.id, name: policy.name },
    whom: paged.map(({ type, name }) => ({ type, name })),
  }
}
