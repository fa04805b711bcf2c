import { useTranslation } from '../../../catalog/use-translation.ts'
import type { Rule } from '../monitor-data.ts'
import { useRuleMessages } from './messages.ts'
import { useRuleActions } from './rule-actions.ts'

export function RuleSwitch({ rule }: { rule: Rule }) {
  const t = useRuleMessages()
  const words = useTranslation()
  const { toggle } = useRuleActions()
  return (
    <button
      type="button"
      role="switch"
      className={rule.enabled ? 'switch on' : 'switch'}
      aria-checked={rule.enabled}
      aria-label={t.isOn(words.text(rule.name))}
      onClick={() => void toggle(rule)}
    />
  )
}
