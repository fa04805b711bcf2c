import { z } from 'zod'
import { writtenInstant } from '../../operations/registry/fields/instant.ts'
import { defineWriteTool } from './define.ts'

interface ApiOverride {
  readonly id: string
  readonly user: { readonly name: string | null; readonly email: string }
  readonly starts_at: string
  readonly ends_at: string
}

export const addOnCallOverride = defineWriteTool({
  name: 'add_on_call_override',
  title: 'Add an on-call override',
  description: 'Let a member take over an on-call schedule for a while. Overrides of one schedule must not overlap.',
  toolset: 'on-call',
  hints: { destructive: false, idempotent: false },
  input: z.strictObject({
    schedule_id: z.int().positive(),
    user_id: z.uuid().toLowerCase(),
    starts_at: writtenInstant,
    ends_at: writtenInstant,
    note: z.string().max(500).nullable().default(null),
  }),
  async plan({ schedule_id, user_id: userId, starts_at: startsAt, ends_at: endsAt, note: reason }, session) {
    const params = { id: String(schedule_id) }
    const schedule = await session.call<{ name: string }>('getOnCallSchedule', { params })
    const object = { object_type: 'override', object_name: schedule.name }
    return {
      summary: `Add an override to ${schedule.name} from ${startsAt} to ${endsAt}`,
      changes: [{ ...object, object_id: null, effect: 'create' }],
      steps: [{ operationId: 'createOnCallOverride', input: { params, body: { userId, startsAt, endsAt, reason } } }],
      result: ([created]) => {
        const { id, user, starts_at, ends_at } = created as ApiOverride
        return { id, user: user.name ?? user.email, starts_at, ends_at }
      },
      undo: ([created]) => {
        const { id: overrideId } = created as ApiOverride
        return {
          steps: [{ operationId: 'deleteOnCallOverride', input: { params: { ...params, overrideId } } }],
          changes: [{ ...object, object_id: overrideId, effect: 'delete' }],
        }
      },
    }
  },
})
