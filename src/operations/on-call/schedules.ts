import { Fault } from '../../domain/fault.ts'
import { newId } from '../../domain/id.ts'
import type { Layer } from '../../domain/on-call/schedule.ts'
import { offsetAt } from '../../domain/schedule/zone.ts'
import { policiesPaging } from '../../store/on-call/escalation-policies.ts'
import {
  type ScheduleDraft,
  addSchedule,
  changeSchedule,
  listSchedules,
  deleteSchedule as removeSchedule,
  renewScheduleCalendar,
} from '../../store/on-call/schedules.ts'
import { holdOrganization, usageOf } from '../../store/accounts/organizations.ts'
import { changesBetween } from '../registry/changes.ts'
import { type CallerContext, created, defineOperation, ok } from '../registry/define.ts'
import { deleted, deletionOf } from '../registry/deletion.ts'
import { pageOfNewest } from '../registry/newest.ts'
import { list, listOf, pageQuery } from '../registry/page.ts'
import { refuseBeyondLimit } from '../registry/plan-limit.ts'
import {
  type LayerBody,
  bodyExample,
  createBody,
  entity,
  example,
  found,
  held,
  listedExample,
  params,
  refuseStrangers,
  schedule,
  scheduleInFull,
  updateBody,
  usualLength,
} from './schema.ts'
import { ahead, facts, rosterFor, show, showInFull } from './show.ts'

const tag = 'On-call'
const one = { tag, responses: { 200: { description: 'The schedule', schema: scheduleInFull, example } } } as const

export const listOnCallSchedules = defineOperation({
  id: 'listOnCallSchedules',
  method: 'GET',
  path: '/on-call-schedules',
  access: 'read',
  tag,
  summary: 'On-call schedules, newest first, with who is on call now',
  query: pageQuery,
  responses: {
    200: {
      description: 'A page of schedules, without their layers',
      schema: listOf(schedule),
      example: { object: 'list', data: [listedExample], has_more: false, next_cursor: null },
    },
  },
  async handle({ query }, context) {
    const { db, caller, now } = context
    const page = await pageOfNewest(query, context, {
      list: 'on-call schedules',
      rows: (after, limit) => listSchedules(db, caller.organization.id, { after, limit }),
    })
    const roster = await rosterFor(context, page.rows, ahead(now, 1))
    return list(page, (kept) => show(kept, roster, now))
  },
})

export const createOnCallSchedule = defineOperation({
  id: 'createOnCallSchedule',
  method: 'POST',
  path: '/on-call-schedules',
  access: 'write',
  creating: true,
  tag,
  summary: 'Add an on-call schedule',
  body: createBody,
  bodyExample,
  responses: { 201: { description: 'The schedule', schema: scheduleInFull, example } },
  async handle({ body }, context) {
    const { db, caller, now, record } = context
    const draft = { ...body, layers: layersOf(body.layers, { timezone: body.timezone, known: [], now }) }
    await holdOrganization(db, caller.organization.id)
    await refuseStrangersIn(context, draft.layers)
    refuseBeyondLimit(context, 'on_call_schedules', (await usageOf(db, caller.organization.id)).on_call_schedules)
    const made = await addSchedule(db, caller.organization.id, draft, now)
    record({ ...entity(made), action: 'on_call_schedule.created', changes: changesBetween({}, facts(made)) })
    return created(await showInFull(context, made))
  },
})

export const getOnCallSchedule = defineOperation({
  id: 'getOnCallSchedule',
  method: 'GET',
  path: '/on-call-schedules/{id}',
  access: 'read',
  ...one,
  summary: 'One on-call schedule with its layers',
  params,
  async handle({ params }, context) {
    return ok(await showInFull(context, await found(context, params.id)))
  },
})

export const updateOnCallSchedule = defineOperation({
  id: 'updateOnCallSchedule',
  method: 'PATCH',
  path: '/on-call-schedules/{id}',
  access: 'write',
  ...one,
  summary: 'Change an on-call schedule, or switch it on or off',
  description:
    'What is left out stays. `layers` replaces all layers; those with an `id` that the schedule has stay the same layer.',
  params,
  body: updateBody,
  bodyExample: { name: 'First line', enabled: true },
  async handle({ params, body: { layers, ...changed } }, context) {
    const { db, caller, now, record } = context
    const before = await held(context, params.id)
    const timezone = changed.timezone ?? before.timezone
    const sent = layers && { layers: layersOf(layers, { timezone, known: before.layers, now }) }
    const draft: ScheduleDraft = { ...before, ...changed, ...sent }
    // A schedule can be sent again as it was, also when somebody has left.
    await refuseStrangersIn(context, draft.layers, before.layers)
    const changes = changesBetween(facts(before), facts(draft))
    if (Object.keys(changes).length === 0) return ok(await showInFull(context, before))
    const after = await changeSchedule(db, caller.organization.id, { id: before.id, draft, now })
    record({ ...entity(after), action: 'on_call_schedule.updated', changes })
    return ok(await showInFull(context, after))
  },
})

export const deleteOnCallSchedule = defineOperation({
  id: 'deleteOnCallSchedule',
  method: 'DELETE',
  path: '/on-call-schedules/{id}',
  access: 'write',
  tag,
  summary: 'Delete an on-call schedule with its overrides',
  description: 'One that an escalation policy pages stays until it is taken out of the policy.',
  params,
  faults: ['conflict'],
  responses: deletionOf('3'),
  async handle({ params }, context) {
    const { db, caller, record } = context
    const before = await held(context, params.id)
    const policies = await policiesPaging(db, caller.organization.id, { type: 'schedule', id: before.id })
    if (policies.length > 0)
      throw new Fault('conflict', `${before.name} is paged by ${policies.join(', ')}; take it out of there first`)
    await removeSchedule(db, caller.organization.id, before.id)
    record({ ...entity(before), action: 'on_call_schedule.deleted', changes: {} })
    return deleted(String(before.id))
  },
})

export const renewOnCallCalendar = defineOperation({
  id: 'renewOnCallCalendar',
  method: 'POST',
  path: '/on-call-schedules/{id}/renew-calendar',
  access: 'write',
  ...one,
  summary: 'Give the calendar of a schedule a new address',
  description: 'The old one answers nobody any more.',
  params,
  async handle({ params }, context) {
    const { db, caller, record } = context
    const before = await held(context, params.id)
    const after = await renewScheduleCalendar(db, caller.organization.id, before.id)
    record({ ...entity(after), action: 'on_call_schedule.calendar_renewed', changes: {} })
    return ok(await showInFull(context, after))
  },
})

interface Setting {
  timezone: string
  known: readonly Layer[]
  now: Date
}

function layersOf(bodies: readonly LayerBody[], { timezone, known, now }: Setting): Layer[] {
  const ids = bodies.flatMap(({ id }) => id ?? [])
  return bodies.map(({ id = newId(now), shiftLengthSeconds, handoffAt, startsAt, ...body }, index) => {
    const isKnown = known.some((layer) => layer.id === id)
    if (ids.includes(id) && (!isKnown || ids.indexOf(id) !== ids.lastIndexOf(id)))
      throw new Fault(
        'invalid_request',
        `layers[${index}].id: must be a layer that the schedule has, once; leave it out for a new one`,
      )
    // A moment that is left out of a layer that is there stays what it was.
    const starts = startsAt ?? known.find((layer) => layer.id === id)?.startsAt ?? now
    if (body.endsAt && body.endsAt <= starts)
      throw new Fault('invalid_request', `layers[${index}].endsAt: must be after startsAt`)
    const length = shiftLengthSeconds ?? usualLength(body.rotation)
    return {
      ...body,
      id,
      shiftLengthSeconds: length,
      handoffAt: handoffAt ?? clockTimeOf(starts, timezone),
      startsAt: starts,
    }
  })
}

function clockTimeOf(at: Date, timezone: string): string {
  return new Date(at.getTime() + offsetAt(at.getTime(), timezone)).toISOString().slice(11, 16)
}

async function refuseStrangersIn(
  context: CallerContext,
  layers: readonly Layer[],
  known: readonly Layer[] = [],
): Promise<void> {
  const there = new Set(known.flatMap(({ userIds }) => userIds))
  const added = layers.flatMap(({ userIds }) => userIds).filter((id) => !there.has(id))
  await refuseStrangers(context, 'userIds', added)
}
