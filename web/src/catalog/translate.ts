// Translates every text of a catalog entry; keys and values stay the same.
import type { ChannelKind, FormField, MonitorType } from '../api-types.ts'
import type { Translation } from './translation.ts'

type Translate = (text: string) => string
type TranslateText = Translation['text']

export function translateType(text: TranslateText, entry: MonitorType): MonitorType {
  const say: Translate = (english) => text(english, entry.type)
  return {
    ...entry,
    name: say(entry.name),
    summary: say(entry.summary),
    target: { ...entry.target, description: say(entry.target.description) },
    config: entry.config.map((field) => fieldIn(say, field)),
    metrics: entry.metrics.map((metric) => ({
      ...metric,
      label: say(metric.label),
      description: say(metric.description),
      words: wordsIn(say, metric.words),
    })),
    default_rules: entry.default_rules.map((rule) => ({
      ...rule,
      name: say(rule.name),
      when: rule.when === null ? null : say(rule.when),
    })),
  }
}

export function translateKind(text: TranslateText, entry: ChannelKind): ChannelKind {
  const say: Translate = (english) => text(english, entry.type)
  return {
    ...entry,
    name: say(entry.name),
    summary: say(entry.summary),
    config: entry.config.map((field) => fieldIn(say, field)),
  }
}

const fieldIn = (say: Translate, field: FormField): FormField => ({
  ...field,
  label: say(field.label),
  description: say(field.description),
  choices: choicesIn(say, field.choices),
  fields:
    field.fields?.map((part) => ({
      ...leafIn(say, part),
      fields: part.fields?.map((inner) => leafIn(say, inner)) ?? null,
      item: itemIn(say, part.item),
    })) ?? null,
  item: itemIn(say, field.item),
})

const choicesIn = (say: Translate, choices: FormField['choices']): FormField['choices'] =>
  choices?.map(({ value, label }) => ({ value, label: /[a-z]/.test(label) ? say(label) : label })) ?? null

const wordsIn = (say: Translate, words: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(words).map(([value, word]) => [value, /[a-z]/.test(word) ? say(word) : word]))

const leafIn = <L extends Pick<FormField, 'label' | 'choices'>>(say: Translate, leaf: L): L => ({
  ...leaf,
  label: say(leaf.label),
  choices: choicesIn(say, leaf.choices),
})

const itemIn = (say: Translate, item: FormField['item']): FormField['item'] => item && { ...item, add: say(item.add) }
