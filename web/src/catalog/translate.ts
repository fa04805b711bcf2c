// Translates every text of a catalog entry; keys and values stay the same.
import type { ChannelKind, FormField, MonitorType } from '../../../sdk/api.ts'
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
  fields: field.fields?.map((part) => ({ ...part, label: say(part.label) })) ?? null,
})
