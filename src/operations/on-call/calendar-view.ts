// A schedule on a calendar: each layer, the overrides, who is paged, and the gaps. Also of a draft.
import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { type OnCallSchedule, type Shift, gaps, layerShifts, shifts } from '../../domain/on-call/schedule.ts'
import type { Span } from '../../domain/span.ts'
import { overridesIn } from '../../store/on-call/overrides.ts'
import { type Roster, rosterOf } from '../../store/on-call/schedules.ts'
import { type CallerContext, defineOperation, ok } from '../registry/define.ts'
import { plannedInstant } from '../registry/fields/instant.ts'
import { layersOf, refuseStrangersIn } from './layers.ts'
import { schedules } from './schedule.ts'
import { bodyExample, draftBody, params, person } from './schema.ts'
import { maxSpanDays, personIn, rosterFor } from './show.ts'

const dayMs = 86_400_000
const moment = z.iso.datetime()
const stint = z.object({ user: person, starts_at: moment, ends_at: moment })

const calendar = z
  .object({
    object: z.literal('oncall_calendar_view'),
    layers: z
      .array(z.object({ id: z.uuid(), name: z.string(), shifts: z.array(stint) }))
      .meta({ description: 'Whose turn it is in each layer, whether or not another one wins' }),
    overrides: z.array(stint.extend({ id: z.uuid(), reason: z.string().nullable() })),
    shifts: z.array(stint.extend({ is_override: z.boolean() })).meta({ description: 'Who is paged, in order' }),
    gaps: z.array(z.object({ starts_at: moment, ends_at: moment })).meta({ description: 'When nobody is on call' }),
  })
  .meta({ id: 'OnCallCalendarView' })

const shared = {
  access: 'read',
  audience: 'dashboard',
  tag: 'On-call',
  responses: { 200: { description: 'Cut to the span', schema: calendar } },
} as const

export const getOnCallCalendar = defineOperation({
  id: 'getOnCallCalendar',
  method: 'GET',
  path: '/dashboard/on-call/{id}/calendar',
  ...shared,
  summary: 'Get a schedule as a calendar: layers, overrides, final shifts and gaps',
  params,
  query: z.object({
    from: plannedInstant,
    until: plannedInstant.meta({ description: `At most ${maxSpanDays} days after \`from\`` }),
  }),
  async handle({ params, query }, context) {
    const kept = await schedules.find(context, params)
    const span = spanOf(query)
    const roster = await rosterFor(context, [kept], span)
    return ok(await view(context, { schedule: roster.of(kept.id), roster, span, scheduleId: kept.id }))
  },
})

export const previewOnCall = defineOperation({
  id: 'previewOnCall',
  method: 'POST',
  path: '/dashboard/on-call/preview',
  ...shared,
  summary: 'Preview a draft of a schedule as a calendar; nothing is saved',
  body: draftBody,
  bodyExample: {
    timezone: bodyExample.timezone,
    layers: bodyExample.layers,
    from: '2026-02-09T00:00:00+01:00',
    until: '2026-02-23T00:00:00+01:00',
  },
  async handle({ body }, context) {
    const { db, caller, now } = context
    const { scheduleId, timezone } = body
    const kept = scheduleId === undefined ? null : await schedules.find(context, { id: scheduleId })
    const span = spanOf(body)
    const layers = layersOf(body.layers, { timezone, known: kept?.layers ?? [], now })
    await refuseStrangersIn(context, layers, kept?.layers)
    const draft = { name: '', revision: 0, revisedAt: now, created_at: now, updated_at: now, ...kept }
    const schedule = { ...draft, id: kept?.id ?? 0, timezone, enabled: true, layers }
    const roster = await rosterOf(db, caller.organization.id, { schedules: [schedule], span })
    return ok(await view(context, { schedule: roster.of(schedule.id), roster, span, scheduleId: schedule.id }))
  },
})

function spanOf({ from, until }: { from: Date; until: Date }): Span {
  if (until <= from) throw new Fault('invalid_request', 'until: must be after from')
  if (until.getTime() - from.getTime() > maxSpanDays * dayMs)
    throw new Fault('invalid_request', `until: must be at most ${maxSpanDays} days after from`)
  return { from, to: until }
}

interface ViewedSchedule {
  readonly schedule: OnCallSchedule
  readonly roster: Roster
  readonly span: Span
  readonly scheduleId: number
}

async function view({ db, caller }: CallerContext, { schedule, roster, span, scheduleId }: ViewedSchedule) {
  const stintOf = ({ userId, from, to }: Pick<Shift, 'userId' | 'from' | 'to'>) => ({
    user: personIn(roster, userId),
    starts_at: from,
    ends_at: to,
  })
  const byLayer = layerShifts(schedule, span)
  const overrides = await overridesIn(db, caller.organization.id, { scheduleIds: [scheduleId], span })
  return {
    object: 'oncall_calendar_view',
    layers: schedule.layers.map(({ id, name }, index) => ({ id, name, shifts: byLayer[index]!.map(stintOf) })),
    overrides: overrides
      .filter(({ userId }) => roster.people.has(userId))
      .map(({ id, reason, userId, startsAt, endsAt }) => ({
        ...stintOf({ userId, from: startsAt, to: endsAt }),
        id,
        reason,
      })),
    shifts: shifts(schedule, span).map((shift) => ({ ...stintOf(shift), is_override: shift.overrideId !== null })),
    gaps: gaps(schedule, span).map(({ from, to }) => ({ starts_at: from, ends_at: to })),
  }
}
