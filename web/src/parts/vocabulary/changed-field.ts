import type { Language } from '../../preferences.ts'
import { useChangedFieldMessages } from './change-messages.ts'
import { useMonitorFieldMessages } from './monitor-field-messages.ts'

/** The name of a changed field; an unknown one is shown as its key in words. */
export function changedFieldName(key: string, language: Language): string {
  const known: Readonly<Record<string, unknown>> = useChangedFieldMessages.in(language)
  const ofMonitors: Readonly<Record<string, unknown>> = useMonitorFieldMessages.in(language).names
  const property = key.replace(/_[a-z]/g, (part) => part.charAt(1).toUpperCase())
  const text = known[key] ?? ofMonitors[property]
  const name = typeof text === 'string' ? text : key.replaceAll('_', ' ')
  return name.charAt(0).toUpperCase() + name.slice(1)
}
