import type { Language } from '../../preferences.ts'
import { useChangedFieldMessages } from './change-messages.ts'
import { useMonitorFieldMessages } from './monitor-field-messages.ts'

/** The name of a changed field; an unknown one is shown as its key in words. */
export function changedFieldName(key: string, language: Language): string {
  const known: Readonly<Record<string, unknown>> = useChangedFieldMessages.in(language)
  const ofMonitors: Readonly<Record<string, unknown>> = useMonitorFieldMessages.in(language).names
  const property = key.replace(/_[a-z]/g, (part) => part.charAt(1).toUpperCase())
  const text = known[key] ?? known[key.replace(/[A-Z]/g, '_$&').toLowerCase()] ?? ofMonitors[property]
  const name = typeof text === 'string' ? text : fieldName(key)
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** `startsAt` is “Starts at”. */
export function fieldName(key: string): string {
  const words = key
    .replaceAll('_', ' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
