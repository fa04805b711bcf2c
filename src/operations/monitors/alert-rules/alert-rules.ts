import { z } from 'zod'
import { type AlertRule, findRule, listRules } from '../../../store/monitors/alert-rules.ts'
import { knownMonitors } from '../../../store/monitors/monitors.ts'
import type { CallerContext } from '../../registry/define.ts'
import { monitors } from '../monitor.ts'
import { asDraft } from '../rules.ts'
import { pageByItem } from '../../registry/page.ts'
import { defineResource } from '../../registry/resource.ts'
import { changedRule, newRule, refuseDefault } from './rule-drafts.ts'
import { alertRule, createBody, ruleChanges, ruleFacts, showRule, updateBody } from './schema.ts'
import { writeRules } from './write-rules.ts'

const ofMonitor = z.object({ id: z.uuid() })

/** Rules change under their monitor's lock, so that two cannot get the same metric and severity. */
export const rules = defineResource({
  object: 'alert_rule',
  noun: 'alert rule',
  tag: 'Alert rules',
  path: '/monitors/{id}/alert-rules',
  params: ofMonitor.extend({ ruleId: z.uuid() }),
  one: { description: 'The rule', schema: alertRule },
  find: (context, { id, ruleId }) => findRule(context.db, monitorOf(context, id), ruleId),
  async lock(context, { id, ruleId }) {
    const { type } = await monitors.lock(context, { id })
    const rule = await findRule(context.db, monitorOf(context, id), ruleId)
    return rule && { ...rule, monitorType: type }
  },
  show: showRule,
})

export const listAlertRules = rules.list({
  id: 'listAlertRules',
  summary: 'List the alert rules of a monitor, oldest first',
  params: ofMonitor,
  page: { description: 'A page of rules' },
  async rows(query, context, { id: monitorId }) {
    const of = monitorOf(context, monitorId)
    if ((await knownMonitors(context.db, of.organizationId, [monitorId])).length === 0) throw monitors.notFound()
    return pageByItem(query, context, {
      list: `alert-rules ${monitorId}`,
      id: (rule: AlertRule) => rule.id,
      positionOf: async (id) => (await findRule(context.db, of, id))?.ruleId,
      rows: (after, limit) => listRules(context.db, of, { after, limit }),
    })
  },
})

export const createAlertRule = rules.create({
  id: 'createAlertRule',
  summary: 'Create an alert rule',
  params: ofMonitor,
  body: createBody,
  bodyExample: {
    name: 'Slow answers',
    metric: 'response_time',
    operator: '>',
    value: '2000',
    severity: 'warning',
    failureThreshold: 3,
  },
  facts: ruleFacts,
  async create(body, context, { id }) {
    const { type } = await monitors.lock(context, { id })
    const present = await listRules(context.db, monitorOf(context, id))
    const draft = await newRule(context, { type, present }, body)
    const [ruleId = ''] = await writeRules(context, { added: [{ monitorId: id, draft }] })
    return rules.find(context, { id, ruleId })
  },
})

export const getAlertRule = rules.read({ id: 'getAlertRule', summary: 'Get an alert rule' })

export const updateAlertRule = rules.update({
  id: 'updateAlertRule',
  summary: 'Update, enable or disable an alert rule',
  body: updateBody,
  bodyExample: { value: '3000', enabled: true },
  faults: ['conflict'],
  async change(before, body, context) {
    const { id, monitorId, monitorType: type } = before
    const present = (await listRules(context.db, monitorOf(context, monitorId))).filter((rule) => rule.id !== id)
    const after = await changedRule(context, { type, present, before: asDraft(before) }, body)
    return {
      changes: ruleChanges(before, after),
      async write() {
        await writeRules(context, { changed: [{ before, after }] })
        return rules.find(context, { id: monitorId, ruleId: id })
      },
    }
  },
})

export const deleteAlertRule = rules.delete({
  id: 'deleteAlertRule',
  summary: 'Delete an alert rule',
  description: 'A default rule cannot be deleted; disable it instead.',
  faults: ['conflict'],
  responses: { 204: { description: 'Deleted' } },
  async remove(rule, context) {
    refuseDefault(rule)
    await writeRules(context, { removed: [rule] })
  },
})

function monitorOf({ caller }: CallerContext, monitorId: string): { organizationId: string; monitorId: string } {
  return { organizationId: caller.organization.id, monitorId }
}
