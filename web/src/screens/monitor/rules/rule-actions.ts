// Turns a rule on or off, and deletes it after confirmation.
import { client } from '../../../api.ts'
import { useTranslation } from '../../../catalog/use-translation.ts'
import { runAction } from '../actions/monitor-actions.ts'
import type { Rule } from '../monitor-data.ts'
import { useRuleMessages } from './messages.ts'
import { confirm } from '../../../frame/confirm/confirm.tsx'

export function useRuleActions() {
  const t = useRuleMessages()
  const words = useTranslation()
  const nameOf = ({ name }: Rule): string => words.text(name)
  const turn = (rule: Rule, enabled: boolean): Promise<unknown> =>
    client.patch('/monitors/{id}/alert-rules/{ruleId}', {
      params: { id: rule.monitor_id, ruleId: rule.id },
      body: { enabled },
    })
  return {
    toggle: (rule: Rule): Promise<boolean> =>
      runAction(() => turn(rule, !rule.enabled), {
        text: rule.enabled ? t.turnedOff(nameOf(rule)) : t.turnedOn(nameOf(rule)),
        undo: () => runAction(() => turn(rule, rule.enabled)),
      }),
    remove: async (rule: Rule): Promise<boolean> => {
      const question = { title: t.deleteTitle(nameOf(rule)), text: t.deleteText, verb: t.deleteVerb }
      if (!(await confirm(question))) return false
      return runAction(() =>
        client.delete('/monitors/{id}/alert-rules/{ruleId}', { params: { id: rule.monitor_id, ruleId: rule.id } }),
      )
    },
  }
}
