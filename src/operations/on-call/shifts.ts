// Who is on call when.
import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { onCallAt, shifts } from '../../domain/on-call/schedule.ts'
import { defineOperation, ok } from '../registry/define.ts'
import { plannedInstant } from '../registry/fields/instant.ts'
import { schedules } from './schedule.ts'
import { params, person } from './schema.ts'
import { ahead, maxSpanDays, personIn, rosterFor } from './show.ts'

const shift = z
  .object({
    object: z.literal('oncall_shift'),
    user: person,
    layer_id: z.uuid().nullable().meta({ description: 'The layer of the shift; null for an override' }),
    starts_at: z.iso.datetime().meta({ example: '2026-02-11T08:00:00.000Z' }),
    ends_at: z.iso.datetime().meta({ example: '2026-02-11T16:00:00.000Z' }),
    is_override: z.boolean(),
  })
  .meta({ id: 'OnCallShift' })

const day = 86_400_000

export const listOnCallShifts = defineOperation({
  id: 'listOnCallShifts',
  method: 'GET',
  path: '/on-call-schedules/{id}/shifts',
  tag: 'On-call',
  summary: 'List the shifts of a schedule in a period, oldest first',
  description: 'Returns all shifts without paging. Shifts are cut to the period. Between shifts nobody is on call.',
  params,
  query: z.object({
    from: plannedInstant.optional().meta({ description: 'Now if omitted' }),
    until: plannedInstant
      .optional()
      .meta({ description: `At most ${maxSpanDays} days after \`from\`; seven if omitted` }),
  }),
  responses: {
    200: {
      description: 'The shifts',
      schema: z.object({ object: z.literal('list'), data: z.array(shift), has_more: z.literal(false) }),
    },
  },
  async handle({ params, query }, context) {
    const schedule = await schedules.find(context, params)
    const from = query.from ?? context.now
    const span = { from, to: query.until ?? ahead(from, 7).to }
    if (span.to <= from) throw new Fault('invalid_request', 'until: must be after from')
    if (span.to.getTime() - from.getTime() > maxSpanDays * day)
      throw new Fault('invalid_request', `until: must be at most ${maxSpanDays} days after from`)
    const roster = await rosterFor(context, [schedule], span)
    const data = shifts(roster.of(schedule.id), span).map(({ userId, layerId, overrideId, from, to }) => ({
      object: 'oncall_shift',
      user: personIn(roster, userId),
      layer_id: layerId,
      starts_at: from,
      ends_at: to,
      is_override: overrideId !== null,
    }))
    return ok({ object: 'list', data, has_more: false })
  },
})

const onCall = z
  .object({
    object: z.literal('oncall'),
    schedule_id: z.int(),
    at: z.iso.datetime(),
    user: person.nullable().meta({ description: 'Null if nobody is on call' }),
    layer_id: z.uuid().nullable(),
    is_override: z.boolean(),
  })
  .meta({ id: 'OnCall' })

export const getOnCall = defineOperation({
  id: 'getOnCall',
  method: 'GET',
  path: '/on-call-schedules/{id}/on-call',
  tag: 'On-call',
  summary: 'Get who is on call at a given time',
  params,
  query: z.object({ at: plannedInstant.optional().meta({ description: 'Now if omitted' }) }),
  responses: { 200: { description: 'Who is on call', schema: onCall } },
  async handle({ params, query }, context) {
    const schedule = await schedules.find(context, params)
    const at = query.at ?? context.now
    const roster = await rosterFor(context, [schedule], ahead(at, 1))
    const current = onCallAt(roster.of(schedule.id), at)
    return ok({
      object: 'oncall',
      schedule_id: schedule.id,
      at,
      user: current && personIn(roster, current.userId),
      layer_id: current?.layerId ?? null,
      is_override: (current?.overrideId ?? null) !== null,
    })
  },
})
