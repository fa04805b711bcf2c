// On-call shifts as iCalendar feeds: of a schedule, or of one user in all schedules.
import { type CalendarEvent, writeCalendar } from '../../codecs/icalendar.ts'
import { type Shift, shifts } from '../../domain/on-call/schedule.ts'
import type { Span } from '../../domain/span.ts'
import type { Database } from '../../store/database/database.ts'
import { overridesIn } from '../../store/on-call/overrides.ts'
import { type KeptSchedule, rosterOf, schedulesOf } from '../../store/on-call/schedules.ts'
import { ownerOfToken } from '../../store/accounts/address-tokens.ts'
import type { Services } from '../registry/services.ts'

const day = 86_400_000
const [pastDays, aheadDays] = [7, 92]
/** Extra time on both sides, so that the first and last shift are complete. */
const marginDays = 92

/** The text of the calendar with this token; undefined if the token is unknown. */
export async function calendarOf(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  token: string,
): Promise<string | undefined> {
  const now = clock.now()
  const owner = await ownerOfToken(store, token)
  if (!owner) return undefined
  const { organizationId, scheduleId, userId } = owner
  if (scheduleId) {
    const [schedule] = await schedulesOf(store, organizationId, [scheduleId])
    return schedule && calendar(store, { organizationId, schedules: [schedule], name: `${schedule.name} on call`, now })
  }
  if (!userId) return undefined
  const schedules = await schedulesOf(store, organizationId)
  return calendar(store, { organizationId, userId, schedules, name: 'My on-call shifts', now })
}

interface CalendarRequest {
  readonly organizationId: string
  readonly schedules: readonly KeptSchedule[]
  readonly name: string
  /** Only this person's shifts; all shifts if omitted. */
  readonly userId?: string
  readonly now: Date
}

async function calendar(
  db: Database,
  { organizationId, schedules, name, userId, now }: CalendarRequest,
): Promise<string> {
  const visible = around(now, pastDays, aheadDays)
  const queried = around(now, pastDays + marginDays, aheadDays + marginDays)
  const roster = await rosterOf(db, organizationId, { schedules, span: queried })
  const overrides = await overridesIn(db, organizationId, { scheduleIds: schedules.map(({ id }) => id), span: queried })
  const events = schedules.flatMap((schedule) =>
    shifts(roster.of(schedule.id), queried)
      .filter(
        (shift) =>
          shift.to > visible.from && shift.from < visible.to && (userId === undefined || shift.userId === userId),
      )
      .map((shift): CalendarEvent => ({
        uid: uidOf(schedule, shift, queried),
        from: shift.from,
        to: shift.to,
        summary:
          userId === undefined
            ? `On call: ${roster.people.get(shift.userId)!.name} (${schedule.name})`
            : `On call: ${schedule.name}`,
        description: overrides.find(({ id }) => id === shift.overrideId)?.reason ?? null,
        sequence: schedule.revision,
        revisedAt: schedule.revisedAt,
      })),
  )
  return writeCalendar({ name, events })
}

function around(now: Date, before: number, after: number): Span {
  return { from: new Date(now.getTime() - before * day), to: new Date(now.getTime() + after * day) }
}

/** A shift that started before the queried time has no known start, and there is only one of them. */
function uidOf({ id }: KeptSchedule, { layerId, overrideId, from }: Shift, queried: Span): string {
  const began = from > queried.from ? String(from.getTime()) : 'standing'
  return `on-call-${id}-${layerId ?? overrideId}-${began}@lapwing`
}
