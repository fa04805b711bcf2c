// Rules that are saved together with their monitor, in its transaction.
import type { z } from 'zod'
import { Fault } from '../../../domain/fault.ts'
import { type AlertRule, listRules } from '../../../store/monitors/alert-rules.ts'
import { changesBetween } from '../../registry/changes.ts'
import type { CallerContext } from '../../registry/define.ts'
import { addRule, changeOf, removeRule, rules } from './alert-rules.ts'
import { type ruleSave, createBody, ruleFacts } from './schema.ts'

type RuleSave = z.output<typeof ruleSave>

interface SavedMonitor {
  readonly id: string
  readonly type: string
}

/** Adds, changes and deletes rules of a monitor that the caller has locked. Problems name the item they are in. */
export async function saveRules(
  context: CallerContext,
  monitor: SavedMonitor,
  saves: readonly RuleSave[],
): Promise<void> {
  for (const [index, save] of saves.entries())
    try {
      await saveRule(context, monitor, save)
    } catch (error) {
      if (!(error instanceof Fault) || !['invalid_request', 'conflict'].includes(error.code)) throw error
      const problem = /^\w+: /.test(error.message) ? `.${error.message}` : `: ${error.message}`
      throw new Fault(error.code, `alertRules[${index}]${problem}`)
    }
}

async function saveRule(context: CallerContext, monitor: SavedMonitor, save: RuleSave): Promise<void> {
  const { id, defaultRule, deleted, ...body } = save
  if (id === undefined && defaultRule === undefined) {
    const made = await addRule(context, monitor, {
      ...createBody.parse(withoutEnabled(body)),
      enabled: body.enabled ?? true,
    })
    return rules.record(context, 'alert_rule.created', made, changesBetween({}, ruleFacts(made)))
  }
  const rule = await ruleOf(context, monitor, save)
  if (deleted) {
    await removeRule(rule, context)
    return rules.record(context, 'alert_rule.deleted', rule)
  }
  const { changes, write } = await changeOf({ ...rule, monitorType: monitor.type }, body, context)
  if (Object.keys(changes).length === 0) return
  rules.record(context, 'alert_rule.updated', await write(), changes)
}

const withoutEnabled = ({ enabled: _, ...body }: Omit<RuleSave, 'id' | 'defaultRule' | 'deleted'>) => body

async function ruleOf(
  { db, caller }: CallerContext,
  monitor: SavedMonitor,
  { id, defaultRule }: RuleSave,
): Promise<AlertRule> {
  const present = await listRules(db, { organizationId: caller.organization.id, monitorId: monitor.id })
  const rule = present.find((one) => (id === undefined ? one.systemName === defaultRule : one.id === id))
  if (rule) return rule
  throw new Fault(
    'invalid_request',
    id === undefined ? 'defaultRule: no default rule of this monitor' : 'id: no rule of this monitor',
  )
}
