// Every text of the dashboard in English and German, side by side. Parameters are shown as ⟨name⟩, counts as 1 and 3.
import { globSync } from 'node:fs'
import { join } from 'node:path'

export interface ScreenText {
  readonly file: string
  readonly key: string
  readonly en: string
  readonly de: string
}

type Text = readonly [en: string, de: string]
type Message = Text | ((...values: never[]) => Text) | { readonly [key: string]: Message }

const folder = join(import.meta.dirname, '../../web/src')

/** The texts below a value, such as all those of a status page in one language. */
export function textsBelow(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'function') {
    const message = value as (...values: never[]) => Text
    return [variantsOf(message).flat().join('')]
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsBelow) : []
}

export async function screenTexts(): Promise<ScreenText[]> {
  const files = globSync('**/*messages.ts', { cwd: folder }).toSorted()
  const texts = await Promise.all(files.map(async (file) => textsIn(file, await import(join(folder, file)))))
  return texts.flat()
}

function textsIn(file: string, exported: Readonly<Record<string, unknown>>): ScreenText[] {
  return Object.values(exported)
    .map((defined) => (typeof defined === 'function' && 'messages' in defined ? defined.messages : defined))
    .filter((messages): messages is Message => typeof messages === 'object' && messages !== null)
    .flatMap((messages) => [...flatten(messages)].map(([key, [en, de]]) => ({ file, key, en, de })))
}

function flatten(message: Message, path = ''): Map<string, Text> {
  if (isText(message)) return new Map([[path, message]])
  if (typeof message === 'function')
    return new Map(variantsOf(message).map((text, index) => [`${path}${'′'.repeat(index)}`, text]))
  return new Map(Object.entries(message).flatMap(([key, inner]) => [...flatten(inner, path ? `${path}.${key}` : key)]))
}

const isText = (message: unknown): message is Text => Array.isArray(message)

const counted =
  /^(acknowledged|all|arrived|at|bad|changed|checks|chosen|code|count|days|degraded|done|down|failed|figures|firing|firings|good|groups|id|incident|incidents|least|left|limit|line|locations|most|ms|now|number|of|people|row|rules|same|seen|sent|status|steps|streak|tests|threshold|times|total|tried|trouble|unread|up|used|version|ways)$/

/** One text, or two if a count of one reads differently. */
function variantsOf(message: (...values: never[]) => Text): Text[] {
  const names = parametersOf(message)
  const [one, many] = [1, 3].map((count) => fill(message, names, count))
  return String(one) === String(many) ? [many!] : [many!, one!]
}

const parametersOf = (message: object): string[] => {
  const [, list = ''] = /^(?:async\s*)?(?:\w+\s*)?\(([^)]*)\)/.exec(String(message)) ?? []
  return list
    .split(',')
    .map((name) =>
      name
        .trim()
        .replace(/[:=].*$/, '')
        .trim(),
    )
    .filter((name) => name !== '')
}

function fill(message: (...values: never[]) => Text, names: readonly string[], count: number): Text {
  const texts = names.map((name) => (counted.test(name) ? count : `⟨${name}⟩`))
  const lists = names.map((name) => (counted.test(name) ? count : [`⟨${name}⟩`]))
  const allLists = names.map((name) => [`⟨${name}⟩`])
  const attempts = [texts, lists, allLists].map((values) => attempt(message, values))
  // Text split into letters means that the message expects a list.
  return attempts.find((text) => text !== null && !/⟨, /.test(String(text))) ?? ['', '']
}

function attempt(message: (...values: never[]) => Text, values: readonly unknown[]): Text | null {
  try {
    return message(...(values as never[]))
  } catch {
    return null
  }
}

export function screensPage(texts: readonly ScreenText[]): string {
  const byFile = Map.groupBy(texts, ({ file }) => file)
  return [...byFile]
    .flatMap(([file, lines]) => [
      '',
      file,
      ...lines.map(({ key, en, de }) => `  ${key.padEnd(24)} ${en.padEnd(72)} │ ${de}`),
    ])
    .join('\n')
}
