// The schemas of on-call schedules.
import { z } from 'zod'
import { ruled } from '../../domain/field.ts'
import { type RotationKind, rotations } from '../../domain/on-call/rotation.ts'
import { timeZoneProblem } from '../../domain/schedule/zone.ts'
import { plannedInstant } from '../registry/fields/instant.ts'
import { numberId } from '../registry/fields/number-id.ts'
import { nameOf } from '../../domain/fields/name.ts'
import { managed } from '../registry/fields/managed.ts'
import { exampleId } from '../registry/fields/example.ts'

export const person = z.object({
  user_id: z.uuid(),
  name: z.string().nullable().meta({ example: 'Ada Lovelace' }),
  email: z.string().meta({ example: 'ada@example.com' }),
})

const time = /^([01]\d|2[0-3]):[0-5]\d$/
const clockTime = z.string().regex(time, 'must be a time of day such as 09:00')
const closingTime = z
  .string()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'must be a time of day such as 17:00, at most 24:00')

export const restriction = z.strictObject({
  days: z.array(z.int().min(0).max(6)).min(1).max(7).meta({ description: 'Days on which it starts; 0 is Sunday' }),
  from: clockTime,
  to: closingTime.meta({ description: 'If not after `from`, it ends on the next day' }),
})

const layer = z.object({
  id: z.uuid(),
  name: z.string().meta({ example: 'Week by week' }),
  position: z.int().meta({ description: 'Starts at 0; if several layers have someone on call, the last one wins' }),
  rotation: z.enum(rotations).meta({ example: 'weekly' }),
  shift_length_seconds: z.int().meta({ example: 604_800 }),
  handoff_at: z.string().meta({ example: '09:00' }),
  starts_at: z.iso.datetime().meta({ example: '2026-02-09T08:00:00.000Z' }),
  ends_at: z.iso.datetime().nullable(),
  restrictions: z.array(
    z.object({
      days: z.array(z.int()).meta({ example: [1, 2, 3, 4, 5] }),
      from: z.string().meta({ example: '09:00' }),
      to: z.string().meta({ example: '17:00' }),
    }),
  ),
  users: z.array(person).meta({ description: 'In rotation order, without people who have left' }),
})

export const schedule = z
  .object({
    object: z.literal('oncall_schedule'),
    id: z.int(),
    name: z.string().meta({ example: 'Primary' }),
    timezone: z.string().meta({ example: 'Europe/Berlin' }),
    enabled: z.boolean().meta({ description: 'Nobody is on call in a disabled schedule', example: true }),
    layer_count: z.int(),
    current_on_call: person.nullable(),
    managed: managed.optional(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'OnCallSchedule' })

export const scheduleInFull = schedule
  .extend({
    layers: z.array(layer),
    next_on_call: person
      .extend({ starts_at: z.iso.datetime().meta({ example: '2026-02-12T08:00:00.000Z' }) })
      .nullable()
      .meta({ description: 'The next person on call, if within 92 days' }),
    gaps_7d: z.int().meta({ description: 'Number of gaps within the next seven days' }),
    calendar_url: z.string().nullable().meta({
      description: 'Feed of the shifts. Anyone with the address can read it, so read keys get null',
      example: 'https://lapwing.example.com/calendar/on-call/4f1d2c3b5a69788796a5b4c3d2e1f001.ics',
    }),
  })
  .meta({ id: 'OnCallScheduleInFull' })

const units: Record<RotationKind, { seconds: number; word: string }> = {
  daily: { seconds: 86_400, word: 'days' },
  weekly: { seconds: 604_800, word: 'weeks' },
  custom: { seconds: 1, word: 'seconds' },
}
export const usualLength = (rotation: RotationKind): number => units[rotation].seconds

const layerBody = z
  .strictObject({
    id: z.uuid().toLowerCase().optional().meta({
      description: 'Id of an existing layer; omit it for a new layer',
    }),
    name: nameOf(100),
    rotation: z.enum(rotations).meta({
      description:
        'Daily and weekly rotations hand over at `handoffAt` local time; custom rotations after elapsed time',
    }),
    shiftLengthSeconds: z.int().min(3600).max(31_622_400).optional().meta({
      description: 'Whole days for daily, whole weeks for weekly rotations; required for custom rotations',
    }),
    handoffAt: clockTime.optional().meta({
      description:
        'Local time of handovers, from the day of `startsAt`. Weekly rotations hand over on its weekday. ' +
        'The time of `startsAt` if omitted',
    }),
    startsAt: plannedInstant.optional().meta({ description: 'Start of the first shift; now if omitted' }),
    endsAt: plannedInstant.nullable().default(null),
    restrictions: z.array(restriction).max(20).default([]).meta({
      description: 'The hours in which the layer is active; empty for always',
    }),
    userIds: z.array(z.uuid().toLowerCase()).min(1).max(100).meta({
      description: 'Ids from `GET /users`, in rotation order',
    }),
  })
  .check(({ value: { rotation, shiftLengthSeconds, startsAt, endsAt }, issues }) => {
    const refuse = (key: string, message: string): void =>
      void issues.push({ code: 'custom', path: [key], message, input: undefined })
    const { seconds, word } = units[rotation]
    if (rotation === 'custom' && shiftLengthSeconds === undefined)
      refuse('shiftLengthSeconds', 'is required for a custom rotation')
    if ((shiftLengthSeconds ?? seconds) % seconds !== 0)
      refuse('shiftLengthSeconds', `must be a multiple of ${seconds} (whole ${word}) for a ${rotation} rotation`)
    if (startsAt && endsAt && endsAt <= startsAt) refuse('endsAt', 'must be after startsAt')
  })

export type LayerBody = z.output<typeof layerBody>

const fields = {
  name: nameOf(100),
  timezone: ruled(z.string().max(64), timeZoneProblem).meta({
    description: 'The IANA time zone of the schedule, such as `Europe/Berlin`',
  }),
  enabled: z.boolean(),
  layers: z.array(layerBody).max(20).meta({ description: 'If several layers have someone on call, the last one wins' }),
}

export const createBody = z
  .strictObject({
    ...fields,
    timezone: fields.timezone.default('UTC'),
    enabled: fields.enabled.default(true),
    layers: fields.layers.default([]),
  })
  .meta({ id: 'OnCallScheduleCreate' })

export const updateBody = z.strictObject(fields).partial().meta({ id: 'OnCallScheduleUpdate' })

/** A schedule that is not saved. */
export const draftBody = z
  .strictObject({
    scheduleId: z
      .int()
      .min(1)
      .max(Number.MAX_SAFE_INTEGER)
      .optional()
      .meta({ description: 'The schedule that the draft changes; its overrides apply' }),
    timezone: fields.timezone.default('UTC'),
    layers: fields.layers,
    from: plannedInstant,
    until: plannedInstant,
  })
  .meta({ id: 'OnCallDraft' })

export const params = z.object({ id: numberId })

export const bodyExample = {
  name: 'Primary',
  timezone: 'Europe/Berlin',
  layers: [
    {
      name: 'Week by week',
      rotation: 'weekly',
      handoffAt: '09:00',
      startsAt: '2026-02-09T09:00:00+01:00',
      restrictions: [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }],
      userIds: [exampleId],
    },
  ],
}
