import { z } from 'zod'
import type { CheckType } from '../../checks/define.ts'
import { actorOf } from '../../domain/caller.ts'
import { Fault } from '../../domain/fault.ts'
import { type Severity, severities } from '../../domain/metric.ts'
import { allows } from '../../domain/plan.ts'
import { validateRule } from '../../domain/rule.ts'
import {
  type AlertRule,
  type RuleDraft,
  addRules,
  changeRule,
  deleteRules,
  findRule,
  listRules,
} from '../../store/monitors/alert-rules.ts'
import { changeSeverity, forgetStreak, retireRules } from '../../store/incidents/closing.ts'
import { unknownGroups } from '../../store/notifications/contact-groups.ts'
import { holdMonitor, knownMonitors } from '../../store/monitors/monitors.ts'
import { touchMonitor } from '../../store/checking/turns.ts'
import { changesBetween } from '../registry/changes.ts'
import { type CallerContext, created, defineOperation, noContent, ok } from '../registry/define.ts'
import { checkOf } from '../monitors/validate.ts'
import { noSuchMonitor } from '../monitors/read.ts'
import { asDraft } from '../monitors/rules.ts'
import { list, listOf, pageByItem, pageQuery } from '../registry/page.ts'

const alertRule = z
  .object({
    object: z.literal('alert_rule'),
    id: z.uuid(),
    monitor_id: z.uuid(),
    name: z.string(),
    metric: z.string(),
    operator: z.string(),
    value: z.string(),
    severity: z.enum(severities),
    failure_threshold: z.int(),
    min_failed_probes: z.int(),
    duration_window_seconds: z.int(),
    enabled: z.boolean(),
    is_system: z
      .boolean()
      .meta({ description: 'A default rule of the type: it can be edited and disabled, not deleted' }),
    rule_id: z.int().meta({ description: 'What webhooks call this rule' }),
    rule_version: z.int().meta({ description: 'Rises with each change' }),
    contact_group: z.object({ id: z.uuid(), name: z.string() }).nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'AlertRule' })

export const ruleFields = {
  name: z.string().trim().min(1).max(200),
  metric: z.string().min(1).max(200).meta({ description: "One of the monitor's `available_metrics`" }),
  operator: z.string().min(1).max(20),
  value: z
    .string()
    .min(1)
    .max(1000)
    .meta({ description: 'Always a string: a number, true or false, or a JSON array of statuses' }),
  severity: z.enum(severities),
  failureThreshold: z.int().min(1).max(100).meta({ description: 'Violating checks in a row' }),
  minFailedProbes: z.int().min(1).max(100).meta({ description: 'Locations that must see it' }),
  durationWindow: z.int().min(0).max(604_800).meta({ description: 'Seconds it must last' }),
  contactGroupId: z.uuid().nullable().meta({ description: "Who is told; the monitor's groups when null" }),
}

const createBody = z
  .strictObject({
    ...ruleFields,
    severity: ruleFields.severity.default('critical'),
    failureThreshold: ruleFields.failureThreshold.default(1),
    minFailedProbes: ruleFields.minFailedProbes.default(1),
    durationWindow: ruleFields.durationWindow.default(0),
    contactGroupId: ruleFields.contactGroupId.default(null),
  })
  .meta({ id: 'AlertRuleCreate' })

const updateBody = z
  .strictObject({ ...ruleFields, enabled: z.boolean() })
  .partial()
  .meta({ id: 'AlertRuleUpdate' })

const ofMonitor = z.object({ id: z.uuid() })
const ofRule = z.object({ id: z.uuid(), ruleId: z.uuid() })

const example = {
  object: 'alert_rule',
  id: '0198c5a2-a0c1-7b7e-9d10-6e5f4a3b2c1d',
  monitor_id: '0198c5a2-9b10-7d21-8c44-2b6f0e9d7a31',
  name: 'Slow answers',
  metric: 'response_time',
  operator: '>',
  value: '2000',
  severity: 'warning',
  failure_threshold: 3,
  min_failed_probes: 1,
  duration_window_seconds: 0,
  enabled: true,
  is_system: false,
  rule_id: 4711,
  rule_version: 1,
  contact_group: null,
  created_at: '2026-02-10T09:00:00.000Z',
  updated_at: '2026-02-10T09:00:00.000Z',
}

const shared = {
  tag: 'Alert rules',
  responses: { 200: { description: 'The rule', schema: alertRule, example } },
} as const

export const listAlertRules = defineOperation({
  id: 'listAlertRules',
  method: 'GET',
  path: '/monitors/{id}/alert-rules',
  access: 'read',
  tag: shared.tag,
  summary: 'The alert rules of a monitor, oldest first',
  params: ofMonitor,
  query: pageQuery,
  responses: {
    200: {
      description: 'A page of rules',
      schema: listOf(alertRule),
      example: { object: 'list', data: [example], has_more: false, next_cursor: null },
    },
  },
  async handle({ params, query }, context) {
    const of = { organizationId: context.caller.organization.id, monitorId: params.id }
    if ((await knownMonitors(context.db, of.organizationId, [params.id])).length === 0) throw noSuchMonitor()
    const page = await pageByItem(query, context, {
      list: `alert-rules ${params.id}`,
      id: (rule: AlertRule) => rule.id,
      positionOf: async (id) => (await findRule(context.db, of, id))?.rule_id,
      rows: (after, limit) => listRules(context.db, of, { after, limit }),
    })
    return list(page, show)
  },
})

export const createAlertRule = defineOperation({
  id: 'createAlertRule',
  method: 'POST',
  path: '/monitors/{id}/alert-rules',
  access: 'write',
  creating: true,
  tag: shared.tag,
  summary: 'Add an alert rule',
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
  responses: { 201: { description: 'The rule', schema: alertRule, example } },
  async handle({ params, body }, context) {
    const { db, caller, now, record } = context
    const { of, check } = await watched(context, params.id)
    const metricKey = validateRule(check.type, check.metrics, body).key
    const draft: RuleDraft = { ...body, metricKey, clearAfter: 1, enabled: true, systemName: null }
    await refuseUnknownGroup(context, draft)
    const present = await listRules(db, of)
    refuseTwin(present, draft)
    const { plan, limits } = caller.organization
    if (!allows(limits.alert_rules_per_monitor, present.filter((rule) => rule.system_name === null).length))
      throw new Fault(
        'forbidden',
        `The ${plan} plan's limit alert_rules_per_monitor is ${limits.alert_rules_per_monitor}`,
      )
    const [id = ''] = await addRules(db, of, [draft], now)
    await touchMonitor(db, of.organizationId, of.monitorId)
    const rule = await found(context, of, id)
    record({ ...entity(rule), action: 'alert_rule.created', changes: changesBetween({}, show(rule)) })
    return created(show(rule))
  },
})

export const getAlertRule = defineOperation({
  id: 'getAlertRule',
  method: 'GET',
  path: '/monitors/{id}/alert-rules/{ruleId}',
  access: 'read',
  ...shared,
  summary: 'One alert rule',
  params: ofRule,
  async handle({ params }, context) {
    return ok(
      show(
        await found(context, { organizationId: context.caller.organization.id, monitorId: params.id }, params.ruleId),
      ),
    )
  },
})

export const updateAlertRule = defineOperation({
  id: 'updateAlertRule',
  method: 'PATCH',
  path: '/monitors/{id}/alert-rules/{ruleId}',
  access: 'write',
  ...shared,
  summary: 'Change, enable or disable an alert rule',
  params: ofRule,
  body: updateBody,
  bodyExample: { value: '3000', enabled: true },
  faults: ['conflict'],
  async handle({ params, body }, context) {
    const { db, now, record } = context
    const { of, check } = await watched(context, params.id)
    const before = await found(context, of, params.ruleId)
    const merged = { ...asDraft(before), ...body }
    const draft = { ...merged, metricKey: validateRule(check.type, check.metrics, merged).key }
    if (body.contactGroupId) await refuseUnknownGroup(context, draft)
    refuseTwin(
      (await listRules(db, of)).filter((rule) => rule.id !== before.id),
      draft,
    )
    const changes = changesBetween(asDraft(before), draft)
    if (Object.keys(changes).length > 0) {
      await changeRule(db, of, { id: before.id, draft, now })
      await syncAlerting(context, before, draft)
      await touchMonitor(db, of.organizationId, of.monitorId)
      record({ ...entity(before), entityName: draft.name, action: 'alert_rule.updated', changes })
    }
    return ok(show(await found(context, of, before.id)))
  },
})

export const deleteAlertRule = defineOperation({
  id: 'deleteAlertRule',
  method: 'DELETE',
  path: '/monitors/{id}/alert-rules/{ruleId}',
  access: 'write',
  tag: shared.tag,
  summary: 'Delete an alert rule',
  description: 'A default rule cannot be deleted; disable it instead.',
  params: ofRule,
  faults: ['conflict'],
  responses: { 204: { description: 'Deleted' } },
  async handle({ params }, context) {
    const { of } = await watched(context, params.id)
    const rule = await found(context, of, params.ruleId)
    if (rule.system_name !== null)
      throw new Fault('conflict', `${rule.name} is a default rule: it can be disabled, not deleted`)
    await retire(context, rule, 'rule deleted')
    await deleteRules(context.db, of, [rule.id])
    await touchMonitor(context.db, of.organizationId, of.monitorId)
    context.record({ ...entity(rule), action: 'alert_rule.deleted', changes: {} })
    return noContent
  },
})

/** Rules change under their monitor's lock, so that no two of them can take the same place. */
async function watched(
  { db, caller }: CallerContext,
  monitorId: string,
): Promise<{ of: Parameters<typeof listRules>[1]; check: CheckType }> {
  const organizationId = caller.organization.id
  const monitor = await holdMonitor(db, organizationId, monitorId)
  if (!monitor) throw noSuchMonitor()
  return { of: { organizationId, monitorId }, check: checkOf(monitor.type) }
}

/** What the judge knows of the rule follows its new meaning. */
async function syncAlerting(context: CallerContext, before: AlertRule, after: RuleDraft): Promise<void> {
  const { db, now } = context
  const informs = (severity: Severity): boolean => severity === 'info'
  // A rule that only informs has no incidents, and one that begins to alert has seen nothing yet.
  if ((before.enabled && !after.enabled) || informs(before.severity) !== informs(after.severity))
    return retire(context, before, 'rule disabled')
  const means = ({ metric, operator, value }: Pick<RuleDraft, 'metric' | 'operator' | 'value'>): string =>
    `${metric} ${operator} ${value}`
  if (means(before) !== means(after)) await forgetStreak(db, before.rule_id)
  if (before.severity !== after.severity) await changeSeverity(db, before.rule_id, { severity: after.severity, now })
}

async function retire(
  { db, caller, now }: CallerContext,
  rule: AlertRule,
  reason: 'rule disabled' | 'rule deleted',
): Promise<void> {
  await retireRules(db, [rule.rule_id], { reason, by: actorOf(caller), now })
}

async function found({ db }: CallerContext, of: Parameters<typeof findRule>[1], id: string): Promise<AlertRule> {
  const rule = await findRule(db, of, id)
  if (!rule) throw new Fault('not_found', 'There is no such alert rule')
  return rule
}

async function refuseUnknownGroup({ db, caller }: CallerContext, { contactGroupId }: RuleDraft): Promise<void> {
  if (contactGroupId && (await unknownGroups(db, caller.organization.id, [contactGroupId])).length > 0)
    throw new Fault(
      'invalid_request',
      `contactGroupId: unknown contact group id in this organization: ${contactGroupId}`,
    )
}

function refuseTwin(others: AlertRule[], { metricKey, metric, severity }: RuleDraft): void {
  const twin = others.find((rule) => rule.metric_key === metricKey && rule.severity === severity)
  if (twin)
    throw new Fault(
      'conflict',
      `${twin.name} is a ${severity} rule on ${metric} already: one rule per metric per severity`,
    )
}

function entity({ id, name }: AlertRule) {
  return { entityType: 'alert_rule', entityId: id, entityName: name }
}

function show({ metric_key: _key, clear_after: _clear, system_name, version, ...rule }: AlertRule) {
  return { object: 'alert_rule', ...rule, is_system: system_name !== null, rule_version: version }
}
