import { Fault } from '../../domain/fault.ts'
import { policiesPaging } from '../../store/on-call/escalation-policies.ts'
import {
  type KeptSchedule,
  type ScheduleDraft,
  addSchedule,
  changeSchedule,
  listSchedules,
  deleteSchedule as removeSchedule,
} from '../../store/on-call/schedules.ts'
import { lockOrganization } from '../../store/accounts/organizations.ts'
import { renewToken } from '../registry/address-token.ts'
import { changesBetween } from '../registry/changes.ts'
import { defineOperation, ok } from '../registry/define.ts'
import { newestOfOrganization } from '../registry/page.ts'
import { refuseBeyondLimit } from '../registry/plan-limit.ts'
import { layersOf, refuseStrangersIn } from './layers.ts'
import { scheduleAnswer, schedules } from './schedule.ts'
import { bodyExample, createBody, params, schedule, updateBody } from './schema.ts'
import { ahead, facts, rosterFor, show, showInFull } from './show.ts'

const listOnCallSchedules = schedules.list({
  id: 'listOnCallSchedules',
  summary: 'List on-call schedules, newest first, with who is on call now',
  page: { description: 'A page of schedules, without their layers', schema: schedule },
  rows: newestOfOrganization<KeptSchedule>('on-call schedules', listSchedules),
  async show(rows, context) {
    const roster = await rosterFor(context, rows, ahead(context.now, 1))
    return rows.map((row) => show(row, roster, context.now))
  },
})

export const createOnCallSchedule = schedules.create({
  id: 'createOnCallSchedule',
  summary: 'Create an on-call schedule',
  body: createBody,
  bodyExample,
  facts,
  async create(body, context) {
    const { db, caller, now } = context
    const draft = { ...body, layers: layersOf(body.layers, { timezone: body.timezone, known: [], now }) }
    await lockOrganization(db, caller.organization.id)
    await refuseStrangersIn(context, draft.layers)
    await refuseBeyondLimit(context, 'on_call_schedules')
    return addSchedule(db, caller.organization.id, draft, now)
  },
})

const getOnCallSchedule = schedules.read({
  id: 'getOnCallSchedule',
  summary: 'Get an on-call schedule with its layers',
})

export const updateOnCallSchedule = schedules.update({
  id: 'updateOnCallSchedule',
  summary: 'Update, enable or disable an on-call schedule',
  description:
    'Omitted fields keep their values. `layers` replaces all layers; a layer with an existing `id` is updated.',
  body: updateBody,
  bodyExample: { name: 'First line', enabled: true },
  async change(before, { layers, ...changed }, context) {
    const { db, caller, now } = context
    const timezone = changed.timezone ?? before.timezone
    const sent = layers && { layers: layersOf(layers, { timezone, known: before.layers, now }) }
    const draft: ScheduleDraft = { ...before, ...changed, ...sent }
    // A schedule can be sent back unchanged, even if one of its users has left.
    await refuseStrangersIn(context, draft.layers, before.layers)
    return {
      changes: changesBetween(facts(before), facts(draft)),
      write: () => changeSchedule(db, caller.organization.id, { id: before.id, draft, now }),
    }
  },
})

export const deleteOnCallSchedule = schedules.delete({
  id: 'deleteOnCallSchedule',
  summary: 'Delete an on-call schedule with its overrides',
  description: 'A schedule that an escalation policy uses cannot be deleted.',
  faults: ['conflict'],
  async remove({ id, name }, { db, caller }) {
    const policies = await policiesPaging(db, caller.organization.id, { type: 'schedule', id })
    if (policies.length > 0)
      throw new Fault('conflict', `${name} is used by ${policies.join(', ')}; remove it there first`)
    await removeSchedule(db, caller.organization.id, id)
  },
})

const renewOnCallCalendar = defineOperation({
  id: 'renewOnCallCalendar',
  method: 'POST',
  path: '/on-call-schedules/{id}/renew-calendar',
  tag: 'On-call',
  summary: 'Replace the address of the calendar of a schedule',
  description: 'The old address stops working.',
  params,
  responses: { 200: scheduleAnswer },
  async handle({ params }, context) {
    const schedule = await schedules.lock(context, params)
    await renewToken(context, { organizationId: context.caller.organization.id, scheduleId: schedule.id })
    schedules.record(context, 'on_call_schedule.calendar_renewed', schedule)
    return ok(await showInFull(context, schedule))
  },
})

export const scheduleOperations = [
  listOnCallSchedules,
  createOnCallSchedule,
  getOnCallSchedule,
  updateOnCallSchedule,
  deleteOnCallSchedule,
  renewOnCallCalendar,
]
