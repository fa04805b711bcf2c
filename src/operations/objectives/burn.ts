import { z } from 'zod'
import { burnHistoryOf } from '../../alerting/objectives.ts'
import { defineOperation, ok } from '../registry/define.ts'
import { slos } from './objectives.ts'

const moment = z.iso.datetime()
const seconds = z.int()

const burn = z
  .object({
    object: z.literal('slo_burn'),
    from: moment,
    to: moment,
    monitors: z.int(),
    total_seconds: seconds.meta({ description: 'The budget of all monitors, added up' }),
    points: z
      .array(z.object({ at: moment, consumed_seconds: seconds }))
      .meta({ description: 'Spent from the start of the window up to each time, oldest first' }),
  })
  .meta({ id: 'SloBurn' })

const toSeconds = (ms: number): number => Math.round(ms / 1000)

export const getSloBurn = defineOperation({
  id: 'getSloBurn',
  method: 'GET',
  path: '/dashboard/slos/{id}/burn',
  audience: 'dashboard',
  tag: 'Objectives',
  summary: 'How the error budget of an objective was spent over its window',
  params: z.object({ id: z.uuid() }),
  responses: { 200: { description: 'At most 122 points', schema: burn } },
  async handle({ params }, context) {
    const {
      db,
      caller: { organization },
      now,
    } = context
    const objective = await slos.find(context, params)
    const { id: organizationId, timezone } = organization
    const { from, to, monitors, totalMs, points } = await burnHistoryOf(db, objective, {
      organizationId,
      timezone,
      now,
    })
    return ok({
      object: 'slo_burn',
      from,
      to,
      monitors,
      total_seconds: toSeconds(totalMs),
      points: points.map(({ at, consumedMs }) => ({ at, consumed_seconds: toSeconds(consumedMs) })),
    })
  },
})
