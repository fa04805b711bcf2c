// Texts in every language. Each is a pair, so a text without its translation does not compile.
import { type Message, type Messages, type Text, commonMessages } from './common-messages.ts'
import { type Language, languages, usePreferences } from './preferences.ts'

/** The same messages in one language. */
type TextsOf<M> = {
  readonly [K in keyof M]: M[K] extends Text
    ? string
    : M[K] extends (...values: infer V) => Text
      ? (...values: V) => string
      : TextsOf<M[K]>
}

type Texts<M> = TextsOf<M & Omit<typeof commonMessages, keyof M>>

/** Makes a hook that returns the messages, and those of all screens, in the user's language; `in` is for other code. */
export function defineMessages<M extends Messages>(messages: M) {
  const known: Partial<Record<Language, Texts<M>>> = {}
  const inLanguage = (language: Language): Texts<M> =>
    (known[language] ??= translate({ ...commonMessages, ...messages }, languages.indexOf(language)) as Texts<M>)
  return Object.assign(() => inLanguage(usePreferences().language), { messages, in: inLanguage })
}

export const useMessages = <T>(messages: { readonly in: (language: Language) => T }): T =>
  messages.in(usePreferences().language)

const translate = (messages: Messages, index: number): object =>
  Object.fromEntries(Object.entries(messages).map(([key, message]) => [key, textOf(message, index)]))

function textOf(message: Message, index: number): unknown {
  if (Array.isArray(message)) return message[index]
  if (typeof message !== 'function') return translate(message as Messages, index)
  return (...values: never[]) => {
    const text = message(...values)[index]
    return languages[index] === 'de' && typeof text === 'string' ? withDative(text) : text
  }
}

/** Durations come as “2 Tage 3 h”; after these prepositions it is “nach 2 Tagen 3 h”. */
const withDative = (german: string): string =>
  german.replace(/\b(ab|aus|bei|binnen|in|mit|nach|seit|von|vor|zu) ([\d.,]+\s(?:Tage|Punkte))\b/gi, '$1 $2n')

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
