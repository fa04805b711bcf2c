// Who is on call in each schedule, until when, and who is next.
import { type OnCallSchedule, nextOnCall, onCallAt, shifts } from '../../domain/on-call/schedule.ts'
import { schedulesOf } from '../../store/on-call/schedules.ts'
import { ahead, maxSpanDays, personIn, rosterFor } from '../on-call/show.ts'
import type { CallerContext } from '../registry/define.ts'

const daysAhead = 28

export async function onCallNow(context: CallerContext) {
  const { db, caller, now } = context
  const schedules = (await schedulesOf(db, caller.organization.id)).filter(({ enabled }) => enabled)
  const roster = await rosterFor(context, schedules, ahead(now, maxSpanDays))
  return schedules.map(({ id, name }) => {
    const schedule = roster.of(id)
    const current = onCallAt(schedule, now)
    const next = nextOnCall(schedule, now)
    return {
      schedule: { id, name },
      user: current && personIn(roster, current.userId),
      until: current && endOfTurn(schedule, current.userId, now),
      next: next && { ...personIn(roster, next.userId), starts_at: next.from },
    }
  })
}

/** The end of a person's consecutive shifts. */
function endOfTurn(schedule: OnCallSchedule, userId: string, now: Date): Date | null {
  const span = ahead(now, daysAhead)
  let end = now
  for (const shift of shifts(schedule, span)) {
    if (shift.userId !== userId || shift.from > end) break
    end = shift.to
  }
  return end < span.to ? end : null
}
