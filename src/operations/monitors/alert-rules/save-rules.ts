// Rules that are saved together with their monitors, in their transaction.
import type { z } from 'zod'
import { Fault } from '../../../domain/fault.ts'
import { type AlertRule, type RuleDraft, rulesOfMonitors } from '../../../store/monitors/alert-rules.ts'
import { changesBetween } from '../../registry/changes.ts'
import type { CallerContext } from '../../registry/define.ts'
import { asDraft } from '../rules.ts'
import { rules } from './alert-rules.ts'
import { changedRule, newRule, refuseDefault } from './rule-drafts.ts'
import { type ruleSave, createBody, ruleChanges, ruleFacts } from './schema.ts'
import { writeRules } from './write-rules.ts'

type RuleSave = z.output<typeof ruleSave>

interface SavedMonitor {
  readonly id: string
  readonly type: string
}

interface RuleSaves {
  readonly monitor: SavedMonitor
  readonly saves: readonly RuleSave[]
}

/** Adds, changes and deletes rules of a monitor that the caller has locked. Problems name the item they are in. */
export const saveRules = (context: CallerContext, monitor: SavedMonitor, saves: readonly RuleSave[]): Promise<void> =>
  saveRulesOf(context, [{ monitor, saves }], (error) => {
    throw error
  })

/** The same for several monitors. */
export async function saveRulesOf(
  context: CallerContext,
  all: readonly RuleSaves[],
  /** If it returns, the rules of this monitor stay. */
  onRefused: (error: unknown, index: number) => void,
): Promise<void> {
  const ids = all.flatMap(({ monitor, saves }) => (saves.length > 0 ? [monitor.id] : []))
  if (ids.length === 0) return
  const present = await rulesOfMonitors(context.db, context.caller.organization.id, ids)
  const steps: SavedRule[] = []
  for (const [index, { monitor, saves }] of all.entries())
    try {
      steps.push(...(await stepsOf(context, { monitor, saves }, present.get(monitor.id) ?? [])))
    } catch (error) {
      onRefused(error, index)
    }
  const isSame = ({ before, after }: SavedRule): boolean =>
    before !== null && after !== null && Object.keys(ruleChanges(before, after)).length === 0
  await write(
    context,
    steps.filter((step) => !isSame(step)),
  )
}

/** A rule before and after; null if there is none. */
interface SavedRule {
  readonly monitorId: string
  readonly before: AlertRule | null
  after: RuleDraft | null
}

async function stepsOf(
  context: CallerContext,
  { monitor, saves }: RuleSaves,
  present: readonly AlertRule[],
): Promise<SavedRule[]> {
  const steps: SavedRule[] = present.map((before) => ({ monitorId: monitor.id, before, after: asDraft(before) }))
  for (const [index, save] of saves.entries())
    try {
      await addStep(context, { monitor, save }, steps)
    } catch (error) {
      if (!(error instanceof Fault) || !['invalid_request', 'conflict'].includes(error.code)) throw error
      const problem = /^\w+: /.test(error.message) ? `.${error.message}` : `: ${error.message}`
      throw new Fault(error.code, `alertRules[${index}]${problem}`)
    }
  return steps
}

async function addStep(
  context: CallerContext,
  { monitor, save }: { readonly monitor: SavedMonitor; readonly save: RuleSave },
  steps: SavedRule[],
): Promise<void> {
  const { id, defaultRule, deleted, ...body } = save
  const { type } = monitor
  const presentBeside = (step?: SavedRule): RuleDraft[] =>
    steps.flatMap((one) => (one === step || one.after === null ? [] : [one.after]))
  if (id === undefined && defaultRule === undefined) {
    const { enabled = true, ...values } = body
    const after = await newRule(context, { type, present: presentBeside() }, { ...createBody.parse(values), enabled })
    return void steps.push({ monitorId: monitor.id, before: null, after })
  }
  const step = steps.find(
    ({ before, after }) => before && after && (id === undefined ? before.systemName === defaultRule : before.id === id),
  )
  if (!step)
    throw new Fault(
      'invalid_request',
      id === undefined ? 'defaultRule: no default rule of this monitor' : 'id: no rule of this monitor',
    )
  if (deleted) {
    refuseDefault(step.before!)
    step.after = null
  } else step.after = await changedRule(context, { type, present: presentBeside(step), before: step.after! }, body)
}

async function write(context: CallerContext, steps: readonly SavedRule[]): Promise<void> {
  const added = steps.flatMap(({ monitorId, before, after }) => (!before && after ? [{ monitorId, draft: after }] : []))
  const changed = steps.flatMap(({ before, after }) => (before && after ? [{ before, after }] : []))
  const removed = steps.flatMap(({ before, after }) => (before && !after ? [before] : []))
  const ids = await writeRules(context, { added, changed, removed })
  for (const [index, { draft }] of added.entries()) {
    const rule = { id: ids[index]!, name: draft.name }
    rules.record(context, 'alert_rule.created', rule, changesBetween({}, ruleFacts(draft)))
  }
  for (const rule of removed) rules.record(context, 'alert_rule.deleted', rule)
  for (const { before, after } of changed) {
    rules.record(context, 'alert_rule.updated', { id: before.id, name: after.name }, ruleChanges(before, after))
  }
}
