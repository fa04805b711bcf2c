import type { FormField } from '../../api-types.ts'

const isCode = (code: string): boolean => /[a-z][A-Z]|_/.test(code)

/** Replaces config keys and codes of choices in a message with their labels. */
export function inWords(text: string, fields: readonly Pick<FormField, 'key' | 'label' | 'choices'>[]): string {
  const names = new Map<string, string>()
  for (const { key, label, choices } of fields) {
    if (isCode(key)) names.set(key, label)
    for (const { value, label: name } of choices ?? []) if (isCode(String(value))) names.set(String(value), name)
  }
  return text.replaceAll(/\w+/g, (word) => (names.has(word) ? `“${names.get(word)}”` : word))
}
