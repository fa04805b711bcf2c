// Parses the documents of other tools, with messages for the people who sent them.
import type * as Yaml from 'yaml'
import { maxYamlAliases, refuseCostlyYaml } from '../codecs/yaml-limits.ts'
import { Fault } from '../domain/fault.ts'
import { refuseExcess } from '../domain/limits/json-limits.ts'
import { onFirstUse } from '../domain/limits/on-first-use.ts'
import { type DocumentFields, fieldsIn, isFields, listIn, textIn } from './drafting.ts'
import type { ImportCredentials } from './source.ts'

const yaml = onFirstUse<typeof Yaml>('yaml')

/** A database with its log has 800,000 values. */
const maxDepth = 64
const maxValues = 1_000_000
/** Items of one list: monitors, contacts, lines of a table. */
const maxItems = 10_000
const maxColumns = 200

export const refused = (expected: string): Fault => new Fault('invalid_request', `document: must be ${expected}`)

/** An object, or the list under this key of an object. */
export function parseJsonList(document: string, key: string, expected: string): DocumentFields[] {
  const parsed = parseJson(document, expected)
  const list = Array.isArray(parsed) ? parsed : fieldsIn(parsed)[key]
  if (!Array.isArray(list)) throw refused(expected)
  return itemsOf(list).filter(isFields)
}

/** The list under this key of an object; empty if there is none. */
export const parseNamedList = (document: string, key: string, expected: string): DocumentFields[] =>
  itemsOf(listIn(fieldsIn(parseJson(document, expected))[key])).map(fieldsIn)

export function itemsOf<Item>(list: readonly Item[]): readonly Item[] {
  if (list.length > maxItems) throw tooManyItems()
  return list
}

const tooManyItems = (): Fault =>
  new Fault('payload_too_large', `document: has more than ${maxItems.toLocaleString('en')} items; import them in parts`)

export function parseJson(document: string, expected: string): unknown {
  refuseExcess(Buffer.from(document), { maxValues, maxDepth }, 'document')
  try {
    return JSON.parse(document)
  } catch {
    throw refused(expected)
  }
}

/** All documents of a YAML file. Aliases are limited, so that a small file cannot become a huge one. */
export function parseYamlDocuments(
  document: string,
  expected: string,
  /** The key under which a document that is a list is returned. */
  { lists }: { readonly lists?: string } = {},
): DocumentFields[] {
  refuseCostlyYaml(document, 'document')
  try {
    const documents = yaml().parseAllDocuments(document)
    if (!Array.isArray(documents)) return []
    const [mistake] = documents.flatMap(({ errors }) => errors)
    if (mistake) throw new Error(mistake.message)
    return documents.map((one) => {
      const value: unknown = one.toJS({ maxAliasCount: maxYamlAliases })
      return lists !== undefined && Array.isArray(value) ? { [lists]: value } : fieldsIn(value)
    })
  } catch (error) {
    throw refused(`${expected}: ${(error as Error).message.split('\n')[0]!.slice(0, 200)}`)
  }
}

/** The first document; the others belong to other programs. */
export const parseYamlDocument = (document: string, expected: string): DocumentFields =>
  parseYamlDocuments(document, expected)[0] ?? {}

const units: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 }

/** Seconds of a duration such as `1h30m` or `500ms`; null for anything else. */
export function durationSeconds(text: unknown): number | null {
  if (typeof text === 'number') return text
  if (typeof text !== 'string' || !/^(\d+(\.\d+)?(ms|s|m|h|d|w))+$/.test(text)) return null
  return [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d|w)/g)].reduce(
    (sum, [, n, unit]) => sum + Number(n) * units[unit!]!,
    0,
  )
}

/** Rows of a CSV file by the names in its first line, in lower case. */
export function parseCsv(document: string): Record<string, string>[] {
  const [head = [], ...rows] = csvRows(document.replace(/^\ufeff/, ''))
  const names = head.map((name) => name.trim().toLowerCase())
  return rows
    .filter((row) => row.some(Boolean))
    .map((row) => Object.fromEntries(names.map((name, n) => [name, (row[n] ?? '').trim()])))
}

function csvRows(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    const row = rows.at(-1)!
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (row.length > maxColumns) throw new Fault('payload_too_large', `document: has more than ${maxColumns} columns`)
    if (end === '') break
    if (end === ',') continue
    if (rows.length > maxItems) throw tooManyItems()
    rows.push([])
  }
  return rows
}

/** Headers of objects, lists of pairs and lists of named values. */
export function headerList(value: unknown): { key: string; value: string }[] {
  if (!Array.isArray(value)) return Object.entries(fieldsIn(value)).map(([key, text]) => ({ key, value: textIn(text) }))
  return listIn(value).map((one) => {
    const { key, name, value: text } = fieldsIn(one)
    return { key: textIn(key) || textIn(name), value: textIn(text) }
  })
}

/** The address of a tool's API. People who host the tool themselves name theirs. */
export const addressOf = ({ url }: ImportCredentials, usual: string): string => (url ?? usual).replace(/\/+$/, '')

/** All pages of a list, up to a limit that no account of a person reaches. */
export async function allPages<Page>(
  first: string,
  { get, next }: { get: (url: string) => Promise<Page>; next: (page: Page) => string | null },
): Promise<Page[]> {
  const pages: Page[] = []
  for (let url: string | null = first; url !== null && pages.length < maxPages; url = next(pages.at(-1)!))
    pages.push(await get(url))
  return pages
}

const maxPages = 100

/** The time of an ISO text or of seconds since 1970; null if there is none. */
export function timeIn(value: unknown): Date | null {
  const at = new Date(typeof value === 'number' ? value * 1000 : textIn(value))
  return textIn(value) === '' || Number.isNaN(at.getTime()) ? null : at
}
