// On-call schedules as a resource, and the validation of their users.
import { unknownMembers } from '../../store/accounts/users.ts'
import { findSchedule, lockSchedule } from '../../store/on-call/schedules.ts'
import type { CallerContext } from '../registry/define.ts'
import { defineResource } from '../registry/resource.ts'
import { refuseUnknownIds } from '../registry/unknown-ids.ts'
import { params, scheduleInFull } from './schema.ts'
import { showInFull } from './show.ts'

export const scheduleAnswer = { description: 'The schedule', schema: scheduleInFull }

export const schedules = defineResource({
  object: 'oncall_schedule',
  entityType: 'on_call_schedule',
  noun: 'on-call schedule',
  tag: 'On-call',
  path: '/on-call-schedules',
  section: 'onCallSchedules',
  params,
  one: scheduleAnswer,
  find: ({ db, caller }, { id }) => findSchedule(db, caller.organization.id, id),
  lock: ({ db, caller }, { id }) => lockSchedule(db, caller.organization.id, id),
  show: (kept, context) => showInFull(context, kept),
})

export async function refuseStrangers(
  { db, caller }: CallerContext,
  field: string,
  ids: readonly string[],
): Promise<void> {
  refuseUnknownIds(field, 'user', await unknownMembers(db, caller.organization.id, ids))
}
