// Entries of the catalog with every text that people read in another language; keys and values stay.
import type { ChannelKind, FormField, MonitorType } from '../../../sdk/api.ts'
import type { Translation } from './translation.ts'

type Say = (text: string) => string
type Text = Translation['text']

export function typeIn(text: Text, entry: MonitorType): MonitorType {
  const say: Say = (english) => text(english, entry.type)
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

export function kindIn(text: Text, entry: ChannelKind): ChannelKind {
  const say: Say = (english) => text(english, entry.type)
  return {
    ...entry,
    name: say(entry.name),
    summary: say(entry.summary),
    config: entry.config.map((field) => fieldIn(say, field)),
  }
}

const fieldIn = (say: Say, field: FormField): FormField => ({
  ...field,
  label: say(field.label),
  description: say(field.description),
  fields: field.fields?.map((part) => ({ ...part, label: say(part.label) })) ?? null,
})
