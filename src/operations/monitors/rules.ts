// The rules a monitor starts with, and how they follow changes of its config.
import type { CheckType, DefaultRule } from '../../checks/define.ts'
import { actorOf } from '../../domain/caller.ts'
import type { MonitorConfig, Monitor } from '../../domain/monitor.ts'
import { validateRule } from '../../domain/rule.ts'
import {
  type AlertRule,
  type RuleDraft,
  addRules,
  changeRule,
  deleteRules,
  listRules,
} from '../../store/monitors/alert-rules.ts'
import { retireRules } from '../../alerting/close-incidents.ts'
import type { CallerContext } from '../registry/define.ts'

type RuleMonitor = Pick<Monitor, 'config' | 'locationIds'>

export function defaultRules(check: CheckType, watched: RuleMonitor): RuleDraft[] {
  return check.defaultRules
    .filter((rule) => rule.when?.holds(watched.config) ?? true)
    .map((rule) => draftOf(check, rule, watched))
}

function draftOf(check: CheckType, rule: DefaultRule, { config, locationIds }: RuleMonitor): RuleDraft {
  // Nothing goes down on the word of one location.
  const confirmed =
    rule.severity === 'critical' &&
    rule.failureThreshold === undefined &&
    check.confirmation === 'locations' &&
    locationIds.length >= 2
  return {
    name: rule.name,
    metric: rule.metric,
    metricKey: validateRule(check.type, check.metrics, rule).key,
    operator: rule.operator,
    value: rule.value,
    severity: rule.severity,
    failureThreshold: rule.failureThreshold ?? numberIn(config, 'confirmationThreshold') ?? check.confirmationThreshold,
    minFailedProbes: confirmed ? 2 : 1,
    durationWindow: rule.durationWindow ?? numberIn(config, 'durationWindow') ?? 0,
    clearAfter: rule.clearAfter ?? 1,
    enabled: true,
    systemName: rule.name,
    contactGroupId: null,
  }
}

/**
 * Brings the system rules to what the changed monitor starts with: rules that apply now are made, rules that no longer
 * apply go, and a threshold that still carries the old default takes the new one. What people have edited stays.
 */
export async function followChange(
  { db, caller, now, services }: CallerContext,
  check: CheckType,
  { id, before, after }: { id: string; before: RuleMonitor; after: RuleMonitor },
): Promise<void> {
  const of = { organizationId: caller.organization.id, monitorId: id }
  const present = await listRules(db, of)
  const [was, is] = [defaultRules(check, before), defaultRules(check, after)]
  const gone = present.filter((rule) => rule.systemName !== null && !is.some(named(rule.systemName)))
  if (gone.length > 0) {
    await retireRules(
      db,
      gone.map((rule) => rule.ruleId),
      { reason: 'rule deleted', by: actorOf(caller), now, log: services.log },
    )
    await deleteRules(
      db,
      of,
      gone.map((rule) => rule.id),
    )
  }
  const made = is.filter((draft) => !present.some((rule) => rule.systemName === draft.name || clashes(rule, draft)))
  if (made.length > 0) await addRules(db, of, made, now)
  for (const rule of present) {
    const [old, next] = [was.find(named(rule.systemName)), is.find(named(rule.systemName))]
    const draft = old && next && renewed(rule, old, next)
    if (draft) await changeRule(db, of, { id: rule.id, draft, now })
  }
}

const named =
  (name: string | null) =>
  (draft: RuleDraft): boolean =>
    draft.name === name

function clashes(rule: AlertRule, draft: RuleDraft): boolean {
  return rule.metricKey === draft.metricKey && rule.severity === draft.severity
}

function renewed(rule: AlertRule, old: RuleDraft, next: RuleDraft): RuleDraft | null {
  const draft = asDraft(rule)
  const keys = ['failureThreshold', 'minFailedProbes', 'durationWindow'] as const
  const moved = keys.filter((key) => draft[key] === old[key] && old[key] !== next[key])
  return moved.length > 0 ? { ...draft, ...Object.fromEntries(moved.map((key) => [key, next[key]])) } : null
}

export function asDraft({
  id: _id,
  ruleId: _ruleId,
  monitorId: _monitorId,
  contactGroup: _contactGroup,
  version: _version,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  ...draft
}: AlertRule): RuleDraft {
  return draft
}

function numberIn(config: MonitorConfig, key: string): number | undefined {
  const value = config[key]
  return typeof value === 'number' ? value : undefined
}
