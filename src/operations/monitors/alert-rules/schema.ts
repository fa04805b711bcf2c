// The schemas of alert rules.
import { z } from 'zod'
import { severities } from '../../../domain/metric.ts'
import type { AlertRule, RuleDraft } from '../../../store/monitors/alert-rules.ts'
import { nameOf } from '../../../domain/fields/name.ts'
import { changesBetween } from '../../registry/changes.ts'

export const alertRule = z
  .object({
    object: z.literal('alert_rule'),
    id: z.uuid(),
    monitor_id: z.uuid(),
    name: z.string().meta({ example: 'Slow answers' }),
    metric: z.string().meta({ example: 'response_time' }),
    operator: z.string().meta({ example: '>' }),
    value: z.string().meta({ example: '2000' }),
    severity: z.enum(severities).meta({ example: 'warning' }),
    failure_threshold: z.int(),
    min_failed_probes: z.int(),
    duration_window_seconds: z.int(),
    enabled: z.boolean().meta({ example: true }),
    is_system: z
      .boolean()
      .meta({ description: 'A default rule of the type, which can be edited and disabled but not deleted' }),
    rule_id: z.int().meta({ description: 'The id of this rule in webhooks', example: 4711 }),
    rule_version: z.int().meta({ description: 'Increases with each change' }),
    contact_group: z.object({ id: z.uuid(), name: z.string() }).nullable(),
    unusual: z
      .object({
        state: z.enum(['waiting', 'ready']).meta({
          description: 'While it waits for two weeks of data, the rule does not fire',
        }),
        ready_at: z.iso.datetime().nullable().meta({ description: 'When two weeks are stored; null before any check' }),
      })
      .optional()
      .meta({ description: 'Only for a rule with the operator `unusual`' }),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'AlertRule' })

export const ruleFields = {
  name: nameOf(200),
  metric: z.string().min(1).max(200).meta({ description: "One of the monitor's `available_metrics`" }),
  operator: z.string().min(1).max(20),
  value: z
    .string()
    .min(1)
    .max(1000)
    .meta({
      description:
        'Always a string: a number, true or false, or a JSON array of statuses. For `unusual`: above, below or ' +
        'either, such as `above sensitivity=high floor=50`',
    }),
  severity: z.enum(severities),
  failureThreshold: z.int().min(1).max(100).meta({ description: 'Violating checks in a row' }),
  minFailedProbes: z.int().min(1).max(100).meta({ description: 'Locations that must see the violation' }),
  durationWindow: z.int().min(0).max(604_800).meta({ description: 'Seconds the violation must last' }),
  contactGroupId: z.uuid().nullable().meta({ description: "Group to notify; null for the monitor's groups" }),
}

export const createBody = z
  .strictObject({
    ...ruleFields,
    severity: ruleFields.severity.default('critical'),
    failureThreshold: ruleFields.failureThreshold.default(1),
    minFailedProbes: ruleFields.minFailedProbes.default(1),
    durationWindow: ruleFields.durationWindow.default(0),
    contactGroupId: ruleFields.contactGroupId.default(null),
  })
  .meta({ id: 'AlertRuleCreate' })

export const updateBody = z
  .strictObject({ ...ruleFields, enabled: z.boolean() })
  .partial()
  .meta({ id: 'AlertRuleUpdate' })

const needed = ['name', 'metric', 'operator', 'value'] as const

/** A rule that is saved with its monitor: added, or changed if it is named by its id or as a default rule. */
export const ruleSave = z
  .strictObject({
    id: z.uuid().toLowerCase().optional().meta({ description: 'A rule of the monitor, to change or delete it' }),
    defaultRule: z.string().max(200).optional().meta({ description: 'The name of a default rule, to change it' }),
    deleted: z.boolean().optional().meta({ description: 'Deletes the rule; default rules can only be disabled' }),
    ...updateBody.shape,
  })
  .check(({ value, issues }) => {
    if (value.id !== undefined || value.defaultRule !== undefined) return
    for (const key of needed)
      if (value[key] === undefined)
        issues.push({ code: 'custom', message: 'Required', path: [key], input: value, continue: true })
  })
  .meta({ id: 'AlertRuleSave' })

export function showRule(rule: AlertRule) {
  return {
    object: 'alert_rule',
    id: rule.id,
    monitor_id: rule.monitorId,
    ...ruleFacts(rule),
    is_system: rule.systemName !== null,
    rule_id: rule.ruleId,
    rule_version: rule.version,
    contact_group: rule.contactGroup,
    ...(rule.usual && { unusual: showUsual(rule.usual) }),
    created_at: rule.createdAt,
    updated_at: rule.updatedAt,
  }
}

function showUsual({ isKnown, readyAtMs }: NonNullable<AlertRule['usual']>) {
  return { state: isKnown ? 'ready' : 'waiting', ready_at: readyAtMs === null ? null : new Date(readyAtMs) }
}

/** What the activity log shows of a change. A threshold comes with its metric, which gives it a unit. */
export function ruleChanges(before: RuleDraft, after: RuleDraft): Record<string, unknown> {
  const changes = changesBetween(ruleFacts(before), ruleFacts(after))
  return changes['value'] && !changes['metric'] ? { ...changes, of_metric: after.metric } : changes
}

/** The fields of a rule that the activity log shows. */
export function ruleFacts(rule: RuleDraft) {
  return {
    name: rule.name,
    metric: rule.metric,
    operator: rule.operator,
    value: rule.value,
    severity: rule.severity,
    failure_threshold: rule.failureThreshold,
    min_failed_probes: rule.minFailedProbes,
    duration_window_seconds: rule.durationWindow,
    enabled: rule.enabled,
    contact_group: rule.contactGroupId,
  }
}
