// Texts in every language. The type check fails if a language lacks a message.
import { type Language, usePreferences } from './preferences.ts'

type Translated<T> = {
  [K in keyof T]: T[K] extends (...values: infer V) => unknown
    ? (...values: V) => string
    : T[K] extends string
      ? string
      : Translated<T[K]>
}

export type Messages<T> = Readonly<Record<Language, Translated<T>>>

export function defineMessages<T extends object>(messages: { en: T; de: Translated<NoInfer<T>> }): Messages<T> {
  return messages as unknown as Messages<T>
}

export function useMessages<T>(messages: Messages<T>): Translated<T> {
  return messages[usePreferences().language]
}

const rules: Partial<Record<Language, Intl.PluralRules>> = {}

/** `plural('en', n, { one: '1 monitor', other: `${n} monitors` })` */
export function plural(language: Language, count: number, forms: { one: string; other: string }): string {
  const rule = (rules[language] ??= new Intl.PluralRules(language))
  return rule.select(count) === 'one' ? forms.one : forms.other
}

/** Formats whole numbers: “10,001”, “10.001”. */
export function numberIn(language: Language): (value: number) => string {
  const format = new Intl.NumberFormat(language)
  return (value) => format.format(value)
}

export function listOf(language: Language, items: readonly string[]): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(items)
}
