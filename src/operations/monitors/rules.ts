// The default rules of a monitor, and their updates when its config changes.
import type { CheckType, DefaultRule } from '../../checks/define.ts'
import { actorOf } from '../../domain/caller.ts'
import type { MonitorConfig, Monitor } from '../../domain/monitor.ts'
import { validateRule } from '../../domain/rule.ts'
import {
  type AlertRule,
  type ChangedRuleRow,
  type RuleDraft,
  addRulesOf,
  changeRules,
  deleteRules,
  rulesOfMonitors,
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

interface WatchedChange {
  readonly id: string
  readonly check: CheckType
  readonly before: RuleMonitor
  readonly after: RuleMonitor
}

/**
 * Updates the default rules after changes of monitors: creates those that now apply, deletes those that no longer do,
 * and replaces thresholds that still have the old default. Edited values stay.
 */
export async function followChanges(
  { db, caller, now, services }: CallerContext,
  changes: readonly WatchedChange[],
): Promise<void> {
  const organizationId = caller.organization.id
  const ids = changes.map(({ id }) => id)
  const present = await rulesOfMonitors(db, organizationId, ids)
  const steps = changes.map((change) => followChange(change, present.get(change.id) ?? []))
  const outdated = steps.flatMap((step) => step.outdated)
  if (outdated.length > 0) {
    const ruleIds = outdated.map(({ ruleId }) => ruleId)
    await retireRules(db, ruleIds, { reason: 'rule deleted', by: actorOf(caller), now, log: services.log })
    await deleteRules(db, organizationId, outdated)
  }
  const added = steps.map((step, index) => ({ monitorId: ids[index]!, drafts: step.added }))
  if (added.some(({ drafts }) => drafts.length > 0)) await addRulesOf(db, organizationId, added, now)
  const renewed = steps.flatMap((step) => step.renewed)
  if (renewed.length > 0) await changeRules(db, organizationId, renewed, now)
}

function followChange({ check, before, after }: WatchedChange, present: readonly AlertRule[]) {
  const [was, is] = [defaultRules(check, before), defaultRules(check, after)]
  return {
    outdated: present.filter((rule) => rule.systemName !== null && !is.some(named(rule.systemName))),
    added: is.filter((draft) => !present.some((rule) => rule.systemName === draft.name || clashes(rule, draft))),
    renewed: present.flatMap((rule): ChangedRuleRow[] => {
      const [old, next] = [was.find(named(rule.systemName)), is.find(named(rule.systemName))]
      const draft = old && next && renewed(rule, old, next)
      return draft ? [{ id: rule.id, monitorId: rule.monitorId, draft }] : []
    }),
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
