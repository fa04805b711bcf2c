// Texts in every language. Each is a pair, so a text without its translation does not compile.
import { type Language, languages, usePreferences } from './preferences.ts'

export type Text = readonly [en: string, de: string]
type Message = Text | ((...values: never[]) => Text) | Messages

interface Messages {
  readonly [key: string]: Message
}

/** The same messages in one language. */
export type TextsOf<M> = {
  readonly [K in keyof M]: M[K] extends Text
    ? string
    : M[K] extends (...values: infer V) => Text
      ? (...values: V) => string
      : TextsOf<M[K]>
}

export const defineMessages = <M extends Messages>(messages: M): M => messages

const translated: Readonly<Record<Language, WeakMap<Messages, object>>> = { en: new WeakMap(), de: new WeakMap() }

export function textsIn<M extends Messages>(messages: M, language: Language): TextsOf<M> {
  const texts = translated[language].get(messages) ?? translate(messages, languages.indexOf(language))
  translated[language].set(messages, texts)
  return texts as TextsOf<M>
}

const translate = (messages: Messages, index: number): object =>
  Object.fromEntries(Object.entries(messages).map(([key, message]) => [key, textOf(message, index)]))

function textOf(message: Message, index: number): unknown {
  if (Array.isArray(message)) return message[index]
  if (typeof message !== 'function') return translate(message as Messages, index)
  return (...values: never[]) => message(...values)[index]
}

export const useMessages = <M extends Messages>(messages: M): TextsOf<M> => textsIn(messages, usePreferences().language)

/** The form for one or for any other number, which English and German choose alike. */
export const plural = <T>(count: number, one: T, other: T): T => (count === 1 ? one : other)

/** Formats whole numbers: “10,001”, “10.001”. */
export function numberIn(language: Language): (value: number) => string {
  const format = new Intl.NumberFormat(language)
  return (value) => format.format(value)
}

export function listOf(language: Language, items: readonly string[]): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(items)
}
