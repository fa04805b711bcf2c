// The rules of a monitor, by name, so that each is compared with its own.
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { CheckType } from '../../../checks/define.ts'
import type { Monitor } from '../../../domain/monitor.ts'
import { findMetric } from '../../../domain/metric.ts'
import type { AlertRule, RuleDraft } from '../../../store/monitors/alert-rules.ts'
import { createBody } from '../../monitors/alert-rules/schema.ts'
import { defaultRules } from '../../monitors/rules.ts'
import { brief } from '../document/brief.ts'
import { omit } from './kind.ts'
import type { ConfigBody } from '../document/sections.ts'

type WatchedMonitor = Pick<Monitor, 'config' | 'locationIds'>

/** A rule as it is compared. `defaultRule` is the name of the default rule that it is. */
type RuleBody = ConfigBody & { readonly defaultRule: string | null; readonly name: string }

/** Rules by their names in a document. */
export type RulesByName = Readonly<Record<string, RuleBody>>

const ruleFields = [
  'name',
  'metric',
  'operator',
  'value',
  'severity',
  'failureThreshold',
  'minFailedProbes',
  'durationWindow',
  'enabled',
  'contactGroupId',
] as const

function bodyOfRule(rule: RuleDraft): RuleBody {
  const fields = Object.fromEntries(ruleFields.map((key) => [key, rule[key]]))
  return { ...fields, name: rule.name, defaultRule: rule.systemName }
}

/** A default rule is identified by its own name, any other by the name that people gave it. */
function byName(rules: readonly RuleBody[]): RulesByName {
  const named = new Map<string, RuleBody>()
  for (const rule of rules) {
    const name = rule.defaultRule ?? rule.name
    named.set(named.has(name) ? `${name} (${String(rule.metric)}, ${String(rule.severity)})` : name, rule)
  }
  return Object.fromEntries(named)
}

/** People may name a rule like a property of every object. */
const ruleNamed = (rules: RulesByName, name: string): RuleBody | undefined =>
  Object.hasOwn(rules, name) ? rules[name] : undefined

const defaultsFirst = (rules: readonly RuleBody[]): RuleBody[] => [
  ...rules.filter(({ defaultRule }) => defaultRule !== null),
  ...rules
    .filter(({ defaultRule }) => defaultRule === null)
    .sort((one, other) => (textOf(one) < textOf(other) ? -1 : 1)),
]

const textOf = ({ name, metric, severity }: RuleBody): string => `${name} ${String(metric)} ${String(severity)}`

export const rulesOf = (rules: readonly RuleDraft[]): RulesByName => byName(defaultsFirst(rules.map(bodyOfRule)))

const ruleSchema = createBody.extend({ enabled: z.boolean().default(true) })

/** The rules of an export: default rules only as far as they were changed. */
export function documentedRules(check: CheckType, monitor: WatchedMonitor, rules: readonly AlertRule[]): ConfigBody[] {
  const usual = rulesOf(defaultRules(check, monitor))
  return Object.values(rulesOf(rules)).flatMap((rule): ConfigBody[] => {
    const { defaultRule, ...fields } = rule
    if (defaultRule === null) return [brief(ruleSchema, fields)]
    const base: ConfigBody = ruleNamed(usual, defaultRule) ?? {}
    const changed = Object.entries(fields).filter(([key, value]) => !isDeepStrictEqual(value, base[key]))
    return changed.length > 0 ? [{ defaultRule, ...Object.fromEntries(changed) }] : []
  })
}

interface RulesUpdate {
  readonly before: { readonly monitor: Monitor; readonly rules: readonly AlertRule[] } | undefined
  readonly after: WatchedMonitor
}

/** The rules that a monitor has once a document is applied. */
export function comparedRules(check: CheckType, body: ConfigBody, { before, after }: RulesUpdate): RulesByName {
  const sent = (body.alertRules ?? []) as ConfigBody[]
  const added = sent.filter(({ defaultRule }) => defaultRule === undefined).map(ownRule)
  const keys = new Set(
    added.map((rule) => `${findMetric(check.metrics, String(rule.metric))?.key} ${String(rule.severity)}`),
  )
  const present = new Set(before?.rules.flatMap(({ systemName }) => systemName ?? []))
  const [was, is] = [before ? defaultRules(check, before.monitor) : [], defaultRules(check, after)]
  const kept = is
    .filter(({ metricKey, severity }) => !keys.has(`${metricKey} ${severity}`))
    // A default rule that a later version brought is added with the next change of the monitor's config.
    .filter(({ name }) => !before || present.has(name) || !was.some((rule) => rule.name === name))
    .map(bodyOfRule)
  const overridden = kept.map((rule) => {
    const override = sent.find(({ defaultRule }) => defaultRule === rule.defaultRule)
    return override ? { ...rule, ...omit(override, ['defaultRule']) } : rule
  })
  return byName(defaultsFirst([...overridden, ...added]))
}

const ownRule = (rule: ConfigBody): RuleBody => ({ ...ruleSchema.parse(rule), defaultRule: null })

/** The rules to send with an update; deletions come first, because a metric has one rule per severity. */
export function ruleSaves(rules: readonly AlertRule[], before: ConfigBody, after: ConfigBody): object[] {
  const [was, is] = [before.alertRules as RulesByName, after.alertRules as RulesByName]
  const ids = new Map(Object.entries(was).map(([name, body]) => [name, idOf(rules, body)]))
  const removed = Object.entries(was)
    .filter(([name, { defaultRule }]) => !ruleNamed(is, name) && defaultRule === null)
    .map(([name]) => ({ id: ids.get(name), deleted: true }))
  const saved = Object.entries(is)
    .filter(([name, rule]) => !isDeepStrictEqual(ruleNamed(was, name), rule))
    .map(([name, { defaultRule, ...fields }]) => {
      if (defaultRule !== null) return { defaultRule, ...fields }
      return ids.has(name) ? { id: ids.get(name), ...fields } : fields
    })
  return [...removed, ...saved]
}

function idOf(rules: readonly AlertRule[], body: RuleBody): string | undefined {
  return rules.find((rule) => isDeepStrictEqual(bodyOfRule(rule), body))?.id
}
