// On-call overrides: a user takes over for a while.
import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import {
  type KeptOverride,
  addOverride,
  listOverrides,
  overridesIn,
  deleteOverride as removeOverride,
} from '../../store/on-call/overrides.ts'
import { reviseSchedule } from '../../store/on-call/schedules.ts'
import { type CallerContext, created, defineOperation } from '../registry/define.ts'
import { deleted, deletionResponse } from '../registry/deletion.ts'
import { plannedInstant } from '../registry/fields/instant.ts'
import { list, listOf, pageNewestFirst, pageQuery } from '../registry/page.ts'
import { refuseStrangers, schedules } from './schedule.ts'
import { params, person } from './schema.ts'
import { exampleId } from '../registry/fields/example.ts'
import { ahead } from './show.ts'

const override = z
  .object({
    object: z.literal('oncall_override'),
    id: z.uuid(),
    schedule_id: z.int(),
    user: person,
    starts_at: z.iso.datetime().meta({ example: '2026-02-14T08:00:00.000Z' }),
    ends_at: z.iso.datetime().meta({ example: '2026-02-15T08:00:00.000Z' }),
    reason: z.string().nullable().meta({ example: 'Ben is at a wedding' }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'OnCallOverride' })

const maxDays = 366
const body = z
  .strictObject({
    userId: z.uuid().toLowerCase().meta({ description: 'An id from `GET /users`' }),
    startsAt: plannedInstant,
    endsAt: plannedInstant,
    reason: z.string().trim().max(500).nullable().default(null),
  })
  .check(({ value: { startsAt, endsAt }, issues }) => {
    const refuse = (message: string): void =>
      void issues.push({ code: 'custom', path: ['endsAt'], message, input: undefined })
    if (endsAt <= startsAt) refuse('must be after startsAt')
    if (endsAt > ahead(startsAt, maxDays).to) refuse(`must be at most ${maxDays} days after startsAt`)
  })
  .meta({ id: 'OnCallOverrideCreate' })

const tag = 'On-call'

const listOnCallOverrides = defineOperation({
  id: 'listOnCallOverrides',
  method: 'GET',
  path: '/on-call-schedules/{id}/overrides',
  tag,
  summary: 'List the overrides of a schedule, newest first',
  params,
  query: pageQuery,
  responses: { 200: { description: 'A page of overrides', schema: listOf(override) } },
  async handle({ params, query }, context) {
    const { db, caller } = context
    const schedule = await schedules.find(context, params)
    const page = await pageNewestFirst(query, context, {
      list: `overrides of on-call schedule ${schedule.id}`,
      rows: (after, limit) =>
        listOverrides(db, { organizationId: caller.organization.id, scheduleId: schedule.id }, { after, limit }),
    })
    return list(page, show)
  },
})

const createOnCallOverride = defineOperation({
  id: 'createOnCallOverride',
  method: 'POST',
  path: '/on-call-schedules/{id}/overrides',
  creating: true,
  tag,
  summary: 'Create an override: a user takes over for a while',
  description: 'It replaces all layers during its time. Overrides of one schedule must not overlap.',
  params,
  body,
  bodyExample: {
    userId: exampleId,
    startsAt: '2026-02-14T09:00:00+01:00',
    endsAt: '2026-02-15T09:00:00+01:00',
    reason: 'Ben is at a wedding',
  },
  faults: ['conflict'],
  responses: { 201: { description: 'The override', schema: override } },
  async handle({ params, body }, context) {
    const { db, caller, now } = context
    const schedule = await schedules.lock(context, params)
    const of = { organizationId: caller.organization.id, scheduleId: schedule.id }
    await refuseStrangers(context, 'userId', [body.userId])
    await refuseOverlap(context, schedule.id, body)
    const override = await addOverride(db, of, { draft: body, now })
    await reviseSchedule(db, { organizationId: of.organizationId, id: schedule.id, now })
    const json = show(override)
    const { user, starts_at, ends_at, reason } = json
    const changes = { override: { id: override.id, user, starts_at, ends_at, reason } }
    schedules.record(context, 'on_call.override_created', schedule, changes)
    return created(json)
  },
})

const deleteOnCallOverride = defineOperation({
  id: 'deleteOnCallOverride',
  method: 'DELETE',
  path: '/on-call-schedules/{id}/overrides/{overrideId}',
  tag,
  summary: 'Delete an override',
  params: params.extend({ overrideId: z.uuid() }),
  responses: deletionResponse,
  async handle({ params }, context) {
    const { db, caller, now } = context
    const schedule = await schedules.lock(context, params)
    const deletedOverride = await removeOverride(
      db,
      { organizationId: caller.organization.id, scheduleId: schedule.id },
      params.overrideId,
    )
    if (!deletedOverride) throw new Fault('not_found', 'Override not found')
    await reviseSchedule(db, { organizationId: caller.organization.id, id: schedule.id, now })
    const { id, startsAt, endsAt } = deletedOverride
    const changes = { override: { id, starts_at: startsAt, ends_at: endsAt } }
    schedules.record(context, 'on_call.override_deleted', schedule, changes)
    return deleted(id)
  },
})

async function refuseOverlap(
  { db, caller }: CallerContext,
  scheduleId: number,
  draft: z.output<typeof body>,
): Promise<void> {
  const span = { from: draft.startsAt, to: draft.endsAt }
  const [other] = await overridesIn(db, caller.organization.id, { scheduleIds: [scheduleId], span })
  if (!other) return
  const [from, to] = [other.startsAt.toISOString(), other.endsAt.toISOString()]
  throw new Fault('conflict', `The override overlaps with override ${other.id} from ${from} to ${to}`)
}

function show({ id, scheduleId, user, startsAt, endsAt, reason, created_at }: KeptOverride) {
  return {
    object: 'oncall_override',
    id,
    schedule_id: scheduleId,
    user,
    starts_at: startsAt,
    ends_at: endsAt,
    reason,
    created_at,
  }
}

export const overrideOperations = [listOnCallOverrides, createOnCallOverride, deleteOnCallOverride]
