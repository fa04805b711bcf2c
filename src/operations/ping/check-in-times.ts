import { z } from 'zod'
import { configProblems } from '../../checks/define.ts'
import { heartbeat, heartbeatConfig, heartbeatPlan } from '../../checks/reports/heartbeat.ts'
import { readTarget } from '../../checks/targets.ts'
import { Fault } from '../../domain/fault.ts'
import { slotAfter } from '../../domain/schedule/rhythm.ts'
import { defineOperation, ok } from '../registry/define.ts'

const shownTimes = 5

export const listCheckInTimes = defineOperation({
  id: 'listCheckInTimes',
  method: 'POST',
  path: '/dashboard/check-in-times',
  access: 'read',
  audience: 'dashboard',
  tag: 'Monitors',
  summary: `The next ${shownTimes} times at which a job with this schedule checks in, starting now`,
  body: z
    .strictObject({
      interval: z.int().min(1).max(86_400).meta({ description: 'Seconds between check-ins without another schedule' }),
      config: z.record(z.string(), z.unknown()).default({}).meta({ description: 'The config of a heartbeat' }),
    })
    .meta({ id: 'CheckInTimesRequest' }),
  bodyExample: { interval: 300, config: { scheduleType: 'cron', cronExpression: '30 2 * * *' } },
  responses: {
    200: {
      description: 'The times, fewer if the schedule ends',
      schema: z.object({
        object: z.literal('check_in_times'),
        times: z.array(z.iso.datetime()),
        grace_seconds: z.number().meta({ description: 'How late a check-in may be' }),
      }),
    },
  },
  async handle({ body }, { now }) {
    const problems = configProblems(heartbeat, body.config, readTarget(heartbeat.target, ''))
    if (problems.length > 0) throw new Fault('invalid_request', problems)
    const plan = heartbeatPlan(heartbeatConfig(body.config), body.interval)
    const times: string[] = []
    for (let after: number | null = now.getTime(); times.length < shownTimes;) {
      after = slotAfter(plan, { after, anchor: now.getTime() })
      if (after === null) break
      times.push(new Date(after).toISOString())
    }
    return ok({ object: 'check_in_times', times, grace_seconds: plan.graceMs / 1000 })
  },
})
