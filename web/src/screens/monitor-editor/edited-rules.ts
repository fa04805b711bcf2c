// Changes to alert rules in the editor, as they are sent with the monitor.
import type { MonitorCreate } from '../../api-types.ts'
import { type RuleDraft, conditionOf } from '../monitor/rules/rule-draft.ts'
import { writtenValue } from '../monitor/rules/condition.ts'

export type RuleSave = NonNullable<MonitorCreate['alertRules']>[number]

/** A rule that exists, or that a new monitor starts with. */
export interface BaseRule {
  readonly id?: string
  readonly defaultRule?: string
  readonly draft: RuleDraft
  readonly enabled: boolean
  readonly isDefault: boolean
}

export interface ShownRule extends Pick<BaseRule, 'draft' | 'enabled' | 'isDefault'> {
  readonly key: string
  /** Undefined for a rule that was added here. */
  readonly base?: BaseRule
}

const isOf = (save: RuleSave, { id, defaultRule }: Pick<BaseRule, 'id' | 'defaultRule'>): boolean =>
  id === undefined ? save.id === undefined && save.defaultRule === defaultRule : save.id === id

const isNew = (save: RuleSave): boolean => save.id === undefined && save.defaultRule === undefined

/** The rules with their changes, without deleted ones; added ones last. */
export function shownRules(base: readonly BaseRule[], saves: readonly RuleSave[]): ShownRule[] {
  const present = base.flatMap((rule): ShownRule[] => {
    const save = saves.find((one) => isOf(one, rule))
    if (save?.deleted) return []
    const { id, defaultRule, isDefault } = rule
    const draft = save ? { ...rule.draft, ...draftFrom(save) } : rule.draft
    return [{ key: id ?? defaultRule ?? '', draft, enabled: save?.enabled ?? rule.enabled, isDefault, base: rule }]
  })
  const added = saves.filter(isNew).map((save, index): ShownRule => ({
    key: newKey(index),
    draft: { ...emptyRule, ...draftFrom(save) },
    enabled: save.enabled ?? true,
    isDefault: false,
  }))
  return [...present, ...added]
}

const newKey = (index: number): string => `new:${index}`

const emptyRule: RuleDraft = {
  name: '',
  severity: 'critical',
  metric: '',
  operator: '',
  value: '',
  checks: 1,
  locations: 1,
  lasting: 0,
  group: '',
}

/** Only what the item says. */
function draftFrom(save: RuleSave): Partial<RuleDraft> {
  const { name, severity, metric, operator, value, failureThreshold, minFailedProbes, durationWindow } = save
  const fields = {
    name,
    severity,
    metric,
    operator,
    value: value === undefined ? undefined : writtenValue(operator ?? '', value),
    checks: failureThreshold,
    locations: minFailedProbes,
    lasting: durationWindow,
    group: save.contactGroupId === undefined ? undefined : (save.contactGroupId ?? ''),
  }
  return Object.fromEntries(Object.entries(fields).filter(([, part]) => part !== undefined))
}

export function addedRule(saves: readonly RuleSave[], draft: RuleDraft): RuleSave[] {
  return [...saves, saveFrom(draft)]
}

export function changedRule(
  saves: readonly RuleSave[],
  { key, base, enabled }: ShownRule,
  draft: RuleDraft,
): RuleSave[] {
  return put(saves, { key, base }, { ...saveFrom(draft), enabled })
}

export function switchedRule(saves: readonly RuleSave[], { key, base, draft, enabled }: ShownRule): RuleSave[] {
  const isEdited = !base || saves.some((save) => isOf(save, base) && save.metric !== undefined)
  return put(saves, { key, base }, { ...(isEdited && saveFrom(draft)), enabled: !enabled })
}

/** Default rules cannot be deleted, but turned off. */
export function deletedRule(saves: readonly RuleSave[], { key, base }: ShownRule): RuleSave[] {
  return put(saves, { key, base }, base ? { deleted: true } : null)
}

function put(saves: readonly RuleSave[], { key, base }: Pick<ShownRule, 'key' | 'base'>, save: RuleSave | null) {
  if (base) {
    const { id, defaultRule } = base
    const reference = id === undefined ? { defaultRule } : { id }
    return [...saves.filter((one) => !isOf(one, base)), { ...reference, ...save }]
  }
  const added = saves.filter(isNew)
  const next = added.flatMap((one, index) => (newKey(index) === key ? (save ? [save] : []) : [one]))
  return [...saves.filter((one) => !isNew(one)), ...next]
}

const saveFrom = (draft: RuleDraft): RuleSave => ({
  name: draft.name,
  ...conditionOf(draft),
  contactGroupId: draft.group || null,
})
