// People on call whom no page can reach.
import { z } from 'zod'
import { needsRecipients } from '../../channels/index.ts'
import { onCallAt } from '../../domain/on-call/schedule.ts'
import type { Database } from '../../store/database/database.ts'
import { routedChannels } from '../../store/notifications/channels.ts'
import { type Pageability, pageabilityOf } from '../../store/on-call/pageability.ts'
import { rosterOf, schedulesOf } from '../../store/on-call/schedules.ts'
import { defineOperation, ok } from '../registry/define.ts'
import { signedInUser } from '../registry/signed-in-user.ts'
import { testedSince } from './pageability.ts'

const problems = ['no_contact_method', 'all_failing'] as const

const pagingProblem = z
  .object({
    user_id: z.uuid(),
    name: z.string(),
    problem: z.enum(problems).meta({
      description:
        '`no_contact_method`: none, and no email channel to use instead; ' +
        '`all_failing`: the latest message through each of them failed',
    }),
    schedules: z.array(z.string()).meta({ description: 'Names of the schedules in which the person is on call now' }),
  })
  .meta({ id: 'PagingProblem' })

export const pagingProblems = z
  .object({ object: z.literal('list'), data: z.array(pagingProblem), has_more: z.literal(false) })
  .meta({ id: 'PagingProblems' })

export const listPagingProblems = defineOperation({
  id: 'listPagingProblems',
  method: 'GET',
  path: '/dashboard/paging-problems',
  audience: 'dashboard',
  tag: 'On-call',
  summary: 'List people on call whom no page can reach',
  description: 'Owners and admins see everyone, others only themselves.',
  responses: {
    200: {
      description: 'By name',
      schema: pagingProblems,
    },
  },
  async handle(_input, context) {
    const { db, caller, now } = context
    const { id: userId, role } = signedInUser(context)
    const onCall = await onCallNow(db, caller.organization.id, now)
    if (onCall.size === 0) return ok({ object: 'list', data: [], has_more: false })
    const people = await pageabilityOf(db, caller.organization.id, testedSince(now))
    const channels = await routedChannels(db, [caller.organization.id])
    const canEmail = channels.some(({ type, enabled }) => enabled && needsRecipients(type))
    const isShown = ({ user_id: id }: Pageability): boolean =>
      onCall.has(id) && (id === userId || role === 'owner' || role === 'admin')
    const data = people.filter(isShown).flatMap((person) => {
      const problem = problemOf(person, canEmail)
      const { user_id: id, name } = person
      return problem ? [{ user_id: id, name, problem, schedules: onCall.get(id)! }] : []
    })
    return ok({ object: 'list', data, has_more: false })
  },
})

/** People without a contact method are emailed. */
function problemOf({ ways, failing }: Pageability, canEmail: boolean): (typeof problems)[number] | null {
  if (ways === 0) return canEmail ? null : 'no_contact_method'
  return failing === ways ? 'all_failing' : null
}

/** By user, the names of the schedules. */
async function onCallNow(db: Database, organizationId: string, now: Date): Promise<Map<string, string[]>> {
  const schedules = await schedulesOf(db, organizationId)
  const span = { from: now, to: new Date(now.getTime() + 1) }
  const roster = await rosterOf(db, organizationId, { schedules, span })
  const onCall = new Map<string, string[]>()
  for (const { id, name } of schedules) {
    const person = onCallAt(roster.of(id), now)
    if (person) onCall.set(person.userId, [...(onCall.get(person.userId) ?? []), name])
  }
  return onCall
}
