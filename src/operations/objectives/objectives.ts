import { z } from 'zod'
import { closeIncidents } from '../../alerting/close-incidents.ts'
import { standingOf } from '../../alerting/objectives.ts'
import { actorOf } from '../../domain/caller.ts'
import { Fault } from '../../domain/fault.ts'
import { newId } from '../../domain/id.ts'
import { knownMonitors } from '../../store/monitors/monitors.ts'
import { unknownGroups } from '../../store/notifications/contact-groups.ts'
import { lockOrganization } from '../../store/accounts/organizations.ts'
import {
  type Objective,
  type ObjectiveDraft,
  addObjective,
  changeObjective,
  countObjectives,
  deleteObjective,
  findObjective,
  lockObjective,
  listObjectives,
} from '../../store/objectives/objectives.ts'
import { changesBetween } from '../registry/changes.ts'
import type { CallerContext } from '../registry/define.ts'
import { newestOfOrganization } from '../registry/page.ts'
import { defineResource } from '../registry/resource.ts'
import { refuseUnknownIds } from '../registry/unknown-ids.ts'
import { createBody, facts, showObjective, slo, updateBody } from './schema.ts'

/** Each is evaluated every minute. */
const maxObjectives = 200

export const slos = defineResource({
  object: 'slo',
  noun: 'objective',
  tag: 'Objectives',
  path: '/slos',
  section: 'objectives',
  params: z.object({ id: z.uuid() }),
  one: { description: 'The objective', schema: slo },
  find: ({ db, caller }, { id }) => findObjective(db, caller.organization.id, id),
  lock: ({ db, caller }, { id }) => lockObjective(db, caller.organization.id, id),
  async show(objective: Objective, { db, caller: { organization }, now }) {
    const { id: organizationId, timezone } = organization
    return showObjective(objective, await standingOf(db, objective, { organizationId, timezone, now }))
  },
})

export const listSlos = slos.list({
  id: 'listSlos',
  summary: 'List objectives, newest first, with their remaining error budgets',
  page: { description: 'A page of objectives' },
  rows: newestOfOrganization('slos', listObjectives),
  // One after the other, because a page at once would take every database connection.
  show: (rows: readonly Objective[], context) => Array.fromAsync(rows, (row) => slos.show(row, context)),
})

export const createSlo = slos.create({
  id: 'createSlo',
  summary: 'Create an objective',
  description:
    'A target uptime over a window, for monitors by id or tag. If its budget burns too fast, an incident opens and ' +
    'sends alerts like any other.',
  body: createBody,
  bodyExample: {
    name: 'Shop availability',
    monitorTags: ['team:shop'],
    target: 99.9,
    window: '30d',
    burnRateAlerts: { fast: 'critical', slow: 'warning' },
  },
  facts,
  async create({ burnRateAlerts: alerts, ...body }, context) {
    const { db, caller, now } = context
    const draft = withoutRepeats({ ...body, alerts, id: newId(now), created_at: now, updatedAt: now })
    // Locked before its groups, in the same order everywhere.
    await lockOrganization(db, caller.organization.id)
    await refuseWrong(context, draft)
    await refuseTooMany(context)
    return addObjective(db, caller.organization.id, draft)
  },
})

const getSlo = slos.read({ id: 'getSlo', summary: 'Get an objective with its current budget' })

export const updateSlo = slos.update({
  id: 'updateSlo',
  summary: 'Update an objective',
  body: updateBody,
  bodyExample: { target: 99.5 },
  async change(before: Objective, { burnRateAlerts: alerts = before.alerts, ...body }, context) {
    const after = withoutRepeats({ ...before, ...body, alerts, updatedAt: context.now })
    await refuseWrong(context, after)
    return {
      changes: changesBetween(facts(before), facts(after)),
      write: () => changeObjective(context.db, context.caller.organization.id, after),
    }
  },
})

export const deleteSlo = slos.delete({
  id: 'deleteSlo',
  summary: 'Delete an objective',
  description: 'Its open incident is resolved.',
  async remove(before: Objective, { db, caller, now, services }) {
    const closing = { reason: 'rule deleted', by: actorOf(caller), now, log: services.log } as const
    await closeIncidents(db, { ruleIds: [before.ruleId] }, closing)
    await deleteObjective(db, caller.organization.id, before.id)
  },
})

const unique = <Item>(items: readonly Item[]): Item[] => [...new Set(items)]

function withoutRepeats<Draft extends ObjectiveDraft>(draft: Draft): Draft {
  return {
    ...draft,
    monitorIds: unique(draft.monitorIds),
    monitorTags: unique(draft.monitorTags),
    contactGroupIds: unique(draft.contactGroupIds),
  }
}

async function refuseWrong({ db, caller }: CallerContext, draft: ObjectiveDraft): Promise<void> {
  const { monitorIds, monitorTags, contactGroupIds } = draft
  if (monitorIds.length === 0 && monitorTags.length === 0)
    throw new Fault('invalid_request', 'monitorIds: Required; list monitors here or tags in monitorTags')
  const known = new Set(await knownMonitors(db, caller.organization.id, monitorIds))
  refuseUnknownIds(
    'monitorIds',
    'monitor',
    monitorIds.filter((id) => !known.has(id)),
  )
  refuseUnknownIds('contactGroupIds', 'contact group', await unknownGroups(db, caller.organization.id, contactGroupIds))
}

async function refuseTooMany({ db, caller }: CallerContext): Promise<void> {
  if ((await countObjectives(db, caller.organization.id)) < maxObjectives) return
  throw new Fault('forbidden', `An organization can have at most ${maxObjectives} objectives; delete one first`)
}

export const sloOperations = [listSlos, createSlo, getSlo, updateSlo, deleteSlo]
