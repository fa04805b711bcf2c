// The default rules of a monitor, and their updates when its config changes.
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
  // One location alone never confirms an outage.
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
 * Updates the default rules after a change of the monitor: creates those that now apply, deletes those that no longer
 * do, and replaces thresholds that still have the old default. Edited values stay.
 */
export async function followChange(
  { db, caller, now, services }: CallerContext,
  check: CheckType,
  { id, before, after }: { id: string; before: RuleMonitor; after: RuleMonitor },
): Promise<void> {
  const of = { organizationId: caller.organization.id, monitorId: id }
  const present = await listRules(db, of)
  const [was, is] = [defaultRules(check, before), defaultRules(check, after)]
  const outdated = present.filter((rule) => rule.systemName !== null && !is.some(named(rule.systemName)))
  if (outdated.length > 0) {
    await retireRules(
      db,
      outdated.map((rule) => rule.ruleId),
      { reason: 'rule deleted', by: actorOf(caller), now, log: services.log },
    )
    await deleteRules(
      db,
      of,
      outdated.map((rule) => rule.id),
    )
  }
  const added = is.filter((draft) => !present.some((rule) => rule.systemName === draft.name || clashes(rule, draft)))
  if (added.length > 0) await addRules(db, of, added, now)
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
  usual: _usual,
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
