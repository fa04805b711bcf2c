// Writes rules of monitors that the caller has locked, and adjusts what is being evaluated.
import { retireRules } from '../../../alerting/close-incidents.ts'
import { changeSeverity } from '../../../alerting/monitor-state.ts'
import { actorOf } from '../../../domain/caller.ts'
import { unusual } from '../../../domain/metric.ts'
import { forgetStreaks } from '../../../store/incidents/rule-states.ts'
import {
  type AlertRule,
  type RuleDraft,
  addRulesOf,
  changeRules,
  deleteRules,
} from '../../../store/monitors/alert-rules.ts'
import { monitorNumberOf, touchMonitors } from '../../../store/monitors/monitors.ts'
import { computeUsualRanges } from '../../../store/results/usual-ranges.ts'
import type { CallerContext } from '../../registry/define.ts'

export interface ChangedRule {
  readonly before: AlertRule
  readonly after: RuleDraft
}

export interface RuleWrites {
  readonly added?: readonly { readonly monitorId: string; readonly draft: RuleDraft }[]
  readonly changed?: readonly ChangedRule[]
  readonly removed?: readonly AlertRule[]
}

/** Returns the ids of the added rules. */
export async function writeRules(
  context: CallerContext,
  { added = [], changed = [], removed = [] }: RuleWrites,
): Promise<string[]> {
  const { db, caller, now } = context
  const organizationId = caller.organization.id
  if (removed.length > 0) {
    await retire(context, removed, 'rule deleted')
    await deleteRules(db, organizationId, removed)
  }
  await change(context, changed)
  const drafts = added.map(({ monitorId, draft }) => ({ monitorId, drafts: [draft] }))
  const ids = added.length > 0 ? await addRulesOf(db, organizationId, drafts, now) : []
  const written = [...added, ...changed.map(({ before, after }) => ({ monitorId: before.monitorId, draft: after }))]
  for (const { monitorId, draft } of written) await learnUsual(context, monitorId, draft)
  const touched = new Set([...written, ...removed].map(({ monitorId }) => monitorId))
  if (touched.size > 0) await touchMonitors(db, organizationId, [...touched])
  return ids
}

async function change(context: CallerContext, changed: readonly ChangedRule[]): Promise<void> {
  const { db, caller, now } = context
  const write = (some: readonly ChangedRule[]): Promise<void> =>
    changeRules(
      db,
      caller.organization.id,
      some.map(({ before: { id, monitorId }, after: draft }) => ({ id, monitorId, draft })),
      now,
    )
  const inPlace = changed.filter(({ before, after }) => identityOf(before) === identityOf(after))
  if (inPlace.length > 0) await write(inPlace)
  // One may take the metric and the severity that another one had.
  for (const one of changed) if (!inPlace.includes(one)) await write([one])
  const silenced = changed.filter(({ before, after }) => stopsAlerting(before, after))
  if (silenced.length > 0)
    await retire(
      context,
      silenced.map(({ before }) => before),
      'rule disabled',
    )
  const alerting = changed.filter((one) => !silenced.includes(one))
  const redefined = alerting.filter(({ before, after }) => conditionOf(before) !== conditionOf(after))
  if (redefined.length > 0)
    await forgetStreaks(
      db,
      redefined.map(({ before }) => before.ruleId),
    )
  for (const { before, after } of alerting)
    if (before.severity !== after.severity) await changeSeverity(db, before.ruleId, { severity: after.severity, now })
}

/** A monitor has one rule of each. */
const identityOf = ({ metricKey, severity }: RuleDraft): string => `${metricKey} ${severity}`
const conditionOf = ({ metric, operator, value }: RuleDraft): string => `${metric} ${operator} ${value}`

/** Info rules have no incidents, and a rule that starts to alert has no violations yet. */
const stopsAlerting = (before: RuleDraft, after: RuleDraft): boolean =>
  (before.enabled && !after.enabled) || (before.severity === 'info') !== (after.severity === 'info')

async function retire(
  { db, caller, now, services }: CallerContext,
  rules: readonly AlertRule[],
  reason: 'rule disabled' | 'rule deleted',
): Promise<void> {
  const ruleIds = rules.map(({ ruleId }) => ruleId)
  await retireRules(db, ruleIds, { reason, by: actorOf(caller), now, log: services.log })
}

/** A new rule on unusual values does not wait for the daily round. */
async function learnUsual({ db, caller, now }: CallerContext, monitorId: string, draft: RuleDraft): Promise<void> {
  if (draft.operator !== unusual || !draft.enabled) return
  const { id: organizationId, timezone } = caller.organization
  const monitor = await monitorNumberOf(db, organizationId, monitorId)
  if (monitor) await computeUsualRanges(db, { monitorNumber: monitor.monitorNumber, timezone }, now)
}
