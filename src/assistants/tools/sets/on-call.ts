// The toolset on-call.
import { z } from 'zod'
import { writtenInstant } from '../../../operations/registry/fields/instant.ts'
import { compact, plural } from '../../compact.ts'
import { defineReadTool, resultOf } from '../../tool.ts'
import type { ApiPage } from '../page.ts'
import { defineListTool } from './list-tool.ts'

interface ApiPerson {
  readonly user_id: string
  readonly name: string | null
  readonly email: string
}

interface ApiSchedule {
  readonly id: number
  readonly name: string
  readonly timezone: string
  readonly enabled: boolean
  readonly layer_count: number
  readonly current_on_call: ApiPerson | null
}

const maxSchedules = 20

export const whoIsOnCall = defineReadTool({
  name: 'who_is_on_call',
  title: 'Who is on call',
  description: 'The person on call now, or at a given time, in each on-call schedule.',
  toolset: 'on-call',
  input: z.strictObject({ at: writtenInstant.optional().describe('Now by default') }),
  output: resultOf({ on_call: z.array(z.looseObject({ schedule_id: z.int(), schedule: z.string() })) }),
  async run({ at }, session) {
    const query = { limit: String(maxSchedules) }
    const { data } = await session.call<ApiPage<ApiSchedule>>('listOnCallSchedules', { query })
    const enabled = data.filter(({ enabled }) => enabled)
    const people = at
      ? await Promise.all(
          enabled.map(({ id }) =>
            session.call<{ user: ApiPerson | null }>('getOnCall', { params: { id: String(id) }, query: { at } }),
          ),
        )
      : enabled.map(({ current_on_call: user }) => ({ user }))
    const covered = people.filter(({ user }) => user).length
    return {
      summary: `${covered} of ${plural(enabled.length, 'schedule')} covered.`,
      on_call: enabled.map(({ id, name }, n) => {
        const user = people[n]?.user
        return {
          schedule_id: id,
          schedule: name,
          ...compact({ person: user?.name ?? user?.email, email: user?.email }),
        }
      }),
    }
  },
})

export const listSchedules = defineListTool<ApiSchedule>({
  name: 'list_schedules',
  title: 'List on-call schedules',
  description: 'On-call schedules with their time zone and who is on call now.',
  toolset: 'on-call',
  operation: 'listOnCallSchedules',
  noun: 'schedule',
  show: ({ id, name, timezone, enabled, layer_count: layers, current_on_call: user }) => ({
    id,
    name,
    timezone,
    enabled,
    layers,
    on_call: user?.name ?? user?.email,
  }),
})

export const listShifts = defineReadTool({
  name: 'list_shifts',
  title: 'List on-call shifts',
  description: 'Who is on call when, in one schedule: the next seven days by default, at most 92.',
  toolset: 'on-call',
  input: z.strictObject({
    schedule_id: z.int().min(1),
    from: writtenInstant.optional(),
    until: writtenInstant.optional(),
  }),
  output: resultOf({ shifts: z.array(z.looseObject({ from: z.string(), until: z.string(), person: z.string() })) }),
  async run({ schedule_id, from, until }, session) {
    const { data } = await session.call<{
      data: readonly { user: ApiPerson; starts_at: string; ends_at: string; is_override: boolean }[]
    }>('listOnCallShifts', { params: { id: String(schedule_id) }, query: compact({ from, until }) })
    return {
      summary: `${plural(data.length, 'shift')}.`,
      shifts: data.map(({ user, starts_at, ends_at, is_override }) => ({
        from: starts_at,
        until: ends_at,
        person: user.name ?? user.email,
        ...compact({ is_override: is_override || null }),
      })),
    }
  },
})
