import { z } from 'zod'
import { actorOf } from '../../../domain/caller.ts'
import { Fault } from '../../../domain/fault.ts'
import { type Severity, unusual } from '../../../domain/metric.ts'
import { validateRule } from '../../../domain/rule.ts'
import {
  type AlertRule,
  type RuleDraft,
  addRules,
  changeRule,
  deleteRules,
  findRule,
  listRules,
} from '../../../store/monitors/alert-rules.ts'
import { retireRules } from '../../../alerting/close-incidents.ts'
import { changeSeverity } from '../../../alerting/monitor-state.ts'
import { forgetStreak } from '../../../store/incidents/rule-states.ts'
import { computeUsualRanges } from '../../../store/results/usual-ranges.ts'
import { unknownGroups } from '../../../store/notifications/contact-groups.ts'
import { knownMonitors, monitorNumberOf, touchMonitor } from '../../../store/monitors/monitors.ts'
import type { CallerContext } from '../../registry/define.ts'
import { checkOf } from '../validate.ts'
import { monitors } from '../monitor.ts'
import { asDraft } from '../rules.ts'
import { pageByItem } from '../../registry/page.ts'
import { refuseMoreThan } from '../../registry/plan-limit.ts'
import { defineResource } from '../../registry/resource.ts'
import { alertRule, createBody, ruleChanges, ruleFacts, showRule, updateBody } from './schema.ts'

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
  create: async (body, context, { id }) => addRule(context, await monitors.lock(context, { id }), body),
})

/** Adds a rule to a monitor that the caller has locked. */
export async function addRule(
  context: CallerContext,
  { id: monitorId, type }: { id: string; type: string },
  body: z.output<typeof createBody> & { enabled?: boolean },
): Promise<AlertRule> {
  const { db, now } = context
  const of = monitorOf(context, monitorId)
  const check = checkOf(type)
  const metricKey = validateRule(check.type, check.metrics, body).key
  const draft: RuleDraft = { enabled: true, ...body, metricKey, clearAfter: 1, systemName: null }
  await refuseUnknownGroup(context, draft)
  const present = await listRules(db, of)
  refuseTwin(present, draft)
  const own = present.filter((rule) => rule.systemName === null)
  refuseMoreThan(context, 'alert_rules_per_monitor', own.length)
  const [ruleId = ''] = await addRules(db, of, [draft], now)
  await learnUsual(context, monitorId, draft)
  await touchMonitor(db, of.organizationId, monitorId)
  return rules.find(context, { id: monitorId, ruleId })
}

export const getAlertRule = rules.read({ id: 'getAlertRule', summary: 'Get an alert rule' })

export const updateAlertRule = rules.update({
  id: 'updateAlertRule',
  summary: 'Update, enable or disable an alert rule',
  body: updateBody,
  bodyExample: { value: '3000', enabled: true },
  faults: ['conflict'],
  change: changeOf,
})

type RuleOfMonitor = AlertRule & { readonly monitorType: string }

/** A change of a rule whose monitor the caller has locked, and how it is written. */
export async function changeOf(before: RuleOfMonitor, body: z.output<typeof updateBody>, context: CallerContext) {
  const { db, now } = context
  const of = monitorOf(context, before.monitorId)
  const check = checkOf(before.monitorType)
  const merged = { ...asDraft(before), ...body }
  const draft = { ...merged, metricKey: validateRule(check.type, check.metrics, merged).key }
  if (body.contactGroupId) await refuseUnknownGroup(context, draft)
  const others = (await listRules(db, of)).filter((rule) => rule.id !== before.id)
  refuseTwin(others, draft)
  return {
    changes: ruleChanges(before, draft),
    async write() {
      await changeRule(db, of, { id: before.id, draft, now })
      await syncAlerting(context, before, draft)
      await learnUsual(context, of.monitorId, draft)
      await touchMonitor(db, of.organizationId, of.monitorId)
      return rules.find(context, { id: of.monitorId, ruleId: before.id })
    },
  }
}

export const deleteAlertRule = rules.delete({
  id: 'deleteAlertRule',
  summary: 'Delete an alert rule',
  description: 'A default rule cannot be deleted; disable it instead.',
  faults: ['conflict'],
  responses: { 204: { description: 'Deleted' } },
  remove: removeRule,
})

export async function removeRule(rule: AlertRule, context: CallerContext): Promise<void> {
  const of = monitorOf(context, rule.monitorId)
  if (rule.systemName !== null)
    throw new Fault('conflict', `${rule.name} is a default rule, which can be disabled but not deleted`)
  await retire(context, rule, 'rule deleted')
  await deleteRules(context.db, of, [rule.id])
  await touchMonitor(context.db, of.organizationId, of.monitorId)
}

function monitorOf({ caller }: CallerContext, monitorId: string): { organizationId: string; monitorId: string } {
  return { organizationId: caller.organization.id, monitorId }
}

/** A new rule on unusual values does not wait for the daily round. */
async function learnUsual({ db, caller, now }: CallerContext, monitorId: string, draft: RuleDraft): Promise<void> {
  if (draft.operator !== unusual || !draft.enabled) return
  const { id: organizationId, timezone } = caller.organization
  const monitor = await monitorNumberOf(db, organizationId, monitorId)
  if (monitor) await computeUsualRanges(db, { monitorNumber: monitor.monitorNumber, timezone }, now)
}

/** Adjusts the evaluation state of the rule to its new condition. */
async function syncAlerting(context: CallerContext, before: AlertRule, after: RuleDraft): Promise<void> {
  const { db, now } = context
  const informs = (severity: Severity): boolean => severity === 'info'
  // Info rules have no incidents, and a rule that starts to alert has no violations yet.
  if ((before.enabled && !after.enabled) || informs(before.severity) !== informs(after.severity))
    return retire(context, before, 'rule disabled')
  const means = ({ metric, operator, value }: Pick<RuleDraft, 'metric' | 'operator' | 'value'>): string =>
    `${metric} ${operator} ${value}`
  if (means(before) !== means(after)) await forgetStreak(db, before.ruleId)
  if (before.severity !== after.severity) await changeSeverity(db, before.ruleId, { severity: after.severity, now })
}

async function retire(
  { db, caller, now, services }: CallerContext,
  rule: AlertRule,
  reason: 'rule disabled' | 'rule deleted',
): Promise<void> {
  await retireRules(db, [rule.ruleId], { reason, by: actorOf(caller), now, log: services.log })
}

async function refuseUnknownGroup({ db, caller }: CallerContext, { contactGroupId }: RuleDraft): Promise<void> {
  if (contactGroupId && (await unknownGroups(db, caller.organization.id, [contactGroupId])).length > 0)
    throw new Fault(
      'invalid_request',
      `contactGroupId: unknown contact group id in this organization: ${contactGroupId}`,
    )
}

function refuseTwin(others: AlertRule[], { metricKey, metric, severity }: RuleDraft): void {
  const twin = others.find((rule) => rule.metricKey === metricKey && rule.severity === severity)
  if (twin)
    throw new Fault(
      'conflict',
      `${twin.name} is already ${severity === 'info' ? 'an' : 'a'} ${severity} rule on ${metric}; a metric can ` +
        'have one rule per severity',
    )
}
