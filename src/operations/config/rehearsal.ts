// What the new and changed rules of a plan would have done, from stored checks.
import { firingMs } from '../../domain/alerting/replay.ts'
import { Fault } from '../../domain/fault.ts'
import { unusual } from '../../domain/metric.ts'
import { replayedMonitor } from '../../store/results/replays.ts'
import { replayRule } from '../monitors/alert-rules/preview.ts'
import { historyFor } from '../monitors/alert-rules/unusual-preview.ts'
import type { CallerContext } from '../registry/define.ts'
import type { DesiredObject } from './desired.ts'
import type { RulesByName } from './kinds/monitor-rules.ts'
import type { ConfigPlan, PlannedObjectChange } from './plan.ts'
import type { ConfigBody } from './document/sections.ts'
import { objectPath } from './problems.ts'

const days = 30
const dayMs = 86_400_000
/** Replaying a month of checks takes a while; the rules that are left out are counted. */
const maxRules = 50
const maxMs = 10_000

export interface Rehearsed {
  readonly monitor: string
  readonly rule: string
  readonly severity: string
  readonly days: number
  readonly checks: number
  readonly incidents: number
  readonly firingSeconds: number
  /** Such as `would have opened 3 incidents in the last 30 days`. */
  readonly message: string
}

interface Rehearsal {
  readonly rules: readonly Rehearsed[]
  readonly leftOut: number
}

interface RuleToRehearse {
  readonly key: string
  readonly monitorId: string
  readonly name: string
  readonly rule: ConfigBody
}

export async function rehearse(context: CallerContext, plan: ConfigPlan): Promise<Rehearsal> {
  const { clock } = context.services
  const desired = new Map(plan.desired.map((object) => [objectPath(object), object]))
  const wanted = plan.changes.flatMap((change) => changedRules(change, desired.get(objectPath(change))))
  const started = clock.monotonicMs()
  const rules: Rehearsed[] = []
  for (const [index, one] of wanted.entries()) {
    if (index >= maxRules || clock.monotonicMs() - started > maxMs) return { rules, leftOut: wanted.length - index }
    const rehearsed = await rehearseOne(context, one)
    if (rehearsed) rules.push(rehearsed)
  }
  return { rules, leftOut: 0 }
}

/** Enabled rules that are new or differ in more than their name and their group. */
function changedRules(change: PlannedObjectChange, object: DesiredObject | undefined): RuleToRehearse[] {
  if (change.section !== 'monitors' || change.id === null) return []
  const rules = Object.entries((object?.compared.alertRules ?? {}) as RulesByName)
  const touched = (name: string): boolean =>
    change.fields.some(
      ({ field }) => field.startsWith(`alertRules.${name}.`) && !/\.(name|contactGroupId|defaultRule)$/.test(field),
    )
  return rules
    .filter(([name, { enabled, severity }]) => enabled === true && severity !== 'info' && touched(name))
    .map(([name, rule]) => ({ key: change.key, monitorId: String(change.id), name, rule }))
}

async function rehearseOne(
  context: CallerContext,
  { key, monitorId, name, rule }: RuleToRehearse,
): Promise<Rehearsed | null> {
  const { db, caller, now } = context
  const monitor = await replayedMonitor(db, caller.organization.id, monitorId)
  if (!monitor) return null
  const span = { from: new Date(now.getTime() - days * dayMs), to: now }
  const replayed = await replayRule(context, monitor, {
    rule: rule as unknown as Parameters<typeof replayRule>[2]['rule'],
    history: await historyFor(context, { monitor, operator: String(rule.operator), ...span }),
    ...span,
  }).catch(withoutFault)
  if (!replayed) return null
  const incidents = replayed.firings.length
  return {
    monitor: key,
    rule: name,
    severity: String(rule.severity),
    days,
    checks: replayed.checks,
    incidents,
    firingSeconds: Math.round(firingMs(replayed, now.getTime()) / 1000),
    message:
      replayed.checks === 0
        ? nothingMeasured(rule)
        : `would have opened ${incidents} ${incidents === 1 ? 'incident' : 'incidents'} in the last ${days} days`,
  }
}

const nothingMeasured = ({ metric, operator }: ConfigBody): string =>
  operator === unusual
    ? 'waits for two weeks of data, and does not fire before'
    : `no check of the last ${days} days measured ${String(metric)}`

/** A rule that is invalid is reported by the plan itself. */
function withoutFault(error: unknown): null {
  if (error instanceof Fault) return null
  throw error
}
