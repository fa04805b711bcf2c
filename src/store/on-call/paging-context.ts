// Reads all data needed to page some targets.
import { type EscalationTarget } from '../../domain/on-call/escalation.ts'
import type { PagingContext } from '../../domain/on-call/paging.ts'
import { shifts } from '../../domain/on-call/schedule.ts'
import type { Span } from '../../domain/span.ts'
import type { Database } from '../database/database.ts'
import { routedChannels } from '../notifications/channels.ts'
import { pagingPreferencesOf } from '../accounts/users.ts'
import { contactMethodsOf } from './contact-methods.ts'
import { targetNames } from './escalation-policies.ts'
import { rosterOf, schedulesOf } from './schedules.ts'

export type OrganizationPaging = Omit<PagingContext, 'groupIds' | 'severity'>

interface PagingQuery {
  readonly targets: readonly EscalationTarget[]
  /** The times for which the context is needed. */
  readonly span: Span
  readonly needsRecipients: PagingContext['needsRecipients']
}

/** Returns the context at a time within the span. */
export async function pagingContexts(
  db: Database,
  organizationId: string,
  { targets, span, needsRecipients }: PagingQuery,
): Promise<(at: Date) => OrganizationPaging> {
  const scheduleIds = targets.flatMap((target) => (target.type === 'schedule' ? [target.id] : []))
  const schedules = await schedulesOf(db, organizationId, scheduleIds)
  const roster = await rosterOf(db, organizationId, { schedules, span })
  const methods = await contactMethodsOf(db, organizationId, [...roster.people.keys()])
  const preferences = await pagingPreferencesOf(db, [...roster.people.keys()])
  const known = {
    names: await targetNames(db, organizationId, targets),
    people: roster.people,
    channelsOf: (userId: string) => methods.filter((method) => method.userId === userId),
    preferencesOf: (userId: string) => preferences.get(userId) ?? null,
    channels: await routedChannels(db, [organizationId]),
    needsRecipients,
  }
  return (at) => ({
    ...known,
    at,
    onCall(id) {
      const [shift] = shifts(roster.of(id), { from: at, to: span.to })
      if (!shift || shift.from > at) return null
      return { userId: shift.userId, until: shift.to < span.to ? shift.to : null }
    },
  })
}
