import type { Language } from '../../preferences.ts'
import { useChangedFieldMessages } from './change-messages.ts'

/** The name of a changed field; an unknown one is shown as its key in words. */
export function changedFieldName(key: string, language: Language): string {
  const known: Readonly<Record<string, unknown>> = useChangedFieldMessages.in(language)
  const text = known[key]
  const name = typeof text === 'string' ? text : key.replaceAll('_', ' ')
  return name.charAt(0).toUpperCase() + name.slice(1)
}
