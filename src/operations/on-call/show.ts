// The JSON of on-call schedules, with who is on call now.
import { type Layer, gaps, nextOnCall, onCallAt } from '../../domain/on-call/schedule.ts'
import type { Span } from '../../domain/span.ts'
import { type KeptSchedule, type Roster, rosterOf } from '../../store/on-call/schedules.ts'
import { tokenOf } from '../registry/address-token.ts'
import type { CallerContext } from '../registry/define.ts'

const day = 86_400_000
export const maxSpanDays = 92

export const ahead = (from: Date, days: number): Span => ({ from, to: new Date(from.getTime() + days * day) })

export function rosterFor(
  { db, caller }: CallerContext,
  schedules: readonly KeptSchedule[],
  span: Span,
): Promise<Roster> {
  return rosterOf(db, caller.organization.id, { schedules, span })
}

export function personIn({ people }: Roster, userId: string) {
  const { id, name, email } = people.get(userId)!
  return { user_id: id, name, email }
}

export function show(row: KeptSchedule, roster: Roster, now: Date) {
  const { id, name, timezone, enabled, layers, created_at, updated_at } = row
  const current = onCallAt(roster.of(id), now)
  return {
    object: 'oncall_schedule',
    id,
    name,
    timezone,
    enabled,
    layer_count: layers.length,
    current_on_call: current && personIn(roster, current.userId),
    created_at,
    updated_at,
  }
}

export async function showInFull(context: CallerContext, row: KeptSchedule) {
  const { now, caller, services } = context
  const roster = await rosterFor(context, [row], ahead(now, maxSpanDays))
  const schedule = roster.of(row.id)
  const next = nextOnCall(schedule, now)
  const mayWrite = caller.credential.scope === 'write'
  const owner = { organizationId: caller.organization.id, scheduleId: row.id }
  return {
    ...show(row, roster, now),
    layers: schedule.layers.map((layer, position) => {
      const users = layer.userIds.map((id) => personIn(roster, id))
      return { ...showLayer(layer, position), users }
    }),
    next_on_call: next && { ...personIn(roster, next.userId), starts_at: next.from },
    gaps_7d: gaps(schedule, ahead(now, 7)).length,
    calendar_url: mayWrite ? calendarUrl(services.origin(), await tokenOf(context, owner)) : null,
  }
}

export const calendarUrl = (origin: string, token: string): string => `${origin}/calendar/on-call/${token}.ics`

function showLayer(
  { shiftLengthSeconds, handoffAt, startsAt, endsAt, userIds: _users, ...layer }: Layer,
  position: number,
) {
  return {
    ...layer,
    position,
    shift_length_seconds: shiftLengthSeconds,
    handoff_at: handoffAt,
    starts_at: startsAt,
    ends_at: endsAt,
  }
}

/** The fields of a schedule that the activity log shows. */
export function facts({
  name,
  timezone,
  enabled,
  layers,
}: Pick<KeptSchedule, 'name' | 'timezone' | 'enabled' | 'layers'>): object {
  return {
    name,
    timezone,
    enabled,
    layers: layers.map((layer, position) => ({ ...showLayer(layer, position), users: layer.userIds })),
  }
}
