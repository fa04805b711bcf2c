// Shifts as calendars that people subscribe to: of a schedule, or of one person in all schedules.
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
/** Looked at beyond that, so that the first and the last shift are whole. */
const marginDays = 92

/** The text of the calendar with this token; undefined when nobody has it. */
export async function calendarOf(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  token: string,
): Promise<string | undefined> {
  const now = clock.now()
  const owner = await ownerOfToken(store, token)
  if (!owner) return undefined
  const { organizationId, scheduleId, userId } = owner
  if (scheduleId) {
    const [kept] = await schedulesOf(store, organizationId, [scheduleId])
    return kept && calendar(store, { organizationId, schedules: [kept], name: `${kept.name} on call`, now })
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
  const shown = around(now, pastDays, aheadDays)
  const looked = around(now, pastDays + marginDays, aheadDays + marginDays)
  const roster = await rosterOf(db, organizationId, { schedules, span: looked })
  const overrides = await overridesIn(db, organizationId, { scheduleIds: schedules.map(({ id }) => id), span: looked })
  const events = schedules.flatMap((kept) =>
    shifts(roster.of(kept.id), looked)
      .filter(
        (shift) => shift.to > shown.from && shift.from < shown.to && (userId === undefined || shift.userId === userId),
      )
      .map((shift): CalendarEvent => ({
        uid: uidOf(kept, shift, looked),
        from: shift.from,
        to: shift.to,
        summary:
          userId === undefined
            ? `On call: ${roster.people.get(shift.userId)!.name} (${kept.name})`
            : `On call: ${kept.name}`,
        description: overrides.find(({ id }) => id === shift.overrideId)?.reason ?? null,
        sequence: kept.revision,
        revisedAt: kept.revisedAt,
      })),
  )
  return writeCalendar({ name, events })
}

function around(now: Date, before: number, after: number): Span {
  return { from: new Date(now.getTime() - before * day), to: new Date(now.getTime() + after * day) }
}

/** One that began before anything that is looked at has no beginning to go by, and there is only one of them. */
function uidOf({ id }: KeptSchedule, { layerId, overrideId, from }: Shift, looked: Span): string {
  const began = from > looked.from ? String(from.getTime()) : 'standing'
  return `on-call-${id}-${layerId ?? overrideId}-${began}@lapwing`
}
