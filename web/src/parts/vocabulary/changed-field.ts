import type { Language } from '../../preferences.ts'
import { changedFieldMessages } from './change-messages.ts'
import { textsIn } from '../../i18n.ts'

/** The name of a changed field; an unknown one is shown as its key in words. */
export function changedFieldName(key: string, language: Language): string {
  const known: Readonly<Record<string, string>> = textsIn(changedFieldMessages, language)
  const name = known[key] ?? key.replaceAll('_', ' ')
  return name.charAt(0).toUpperCase() + name.slice(1)
}
