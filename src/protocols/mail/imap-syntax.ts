// Parses IMAP responses: named data, lists of numbers, dates, sizes, quotas, names of mailboxes.
import { quoted } from './account.ts'

/** The words after the name in a response: `IMAP4rev1 IDLE` for `CAPABILITY IMAP4rev1 IDLE`. */
export function valueOf(name: string, data: readonly string[]): string | undefined {
  return valuesOf(name, data)[0]
}

export function valuesOf(name: string, data: readonly string[]): string[] {
  const start = `${name} `
  return data
    .filter((line) => line.slice(0, start.length).toUpperCase() === start)
    .map((line) => line.slice(start.length))
}

/** The named numbers of a list at the end: both of `INBOX (MESSAGES 5 UNSEEN 2)`. */
export function countsIn(value: string): ReadonlyMap<string, number> {
  const words = wordsInList(value)
  const pairs = words.flatMap((word, index) => (index % 2 === 0 ? [[word, Number(words[index + 1])] as const] : []))
  return new Map(pairs.filter(([, count]) => Number.isSafeInteger(count)))
}

export interface QuotaResource {
  readonly resource: string
  readonly used: number
  readonly limit: number
}

/** The resources of a quota, with usage and limit: one in `"User quota" (STORAGE 10 512)`. */
export function quotaResourcesIn(value: string): QuotaResource[] {
  const words = wordsInList(value)
  const resources: QuotaResource[] = []
  for (let index = 0; index + 2 < words.length; index += 3)
    resources.push({ resource: words[index] ?? '', used: Number(words[index + 1]), limit: Number(words[index + 2]) })
  return resources.filter(({ used, limit }) => Number.isSafeInteger(used) && Number.isSafeInteger(limit))
}

function wordsInList(value: string): string[] {
  const inside = /\(([^()]*)\)\s*$/.exec(value)?.[1] ?? ''
  return inside.toUpperCase().split(' ').filter(Boolean)
}

/** The number of `5 EXISTS`; undefined without such a line. */
export function messagesIn(data: readonly string[]): number | undefined {
  const resources = data.map((line) => /^(\d{1,10}) EXISTS\b/i.exec(line)?.[1]).find((count) => count !== undefined)
  return resources === undefined ? undefined : Number(resources)
}

/** The time of `5 FETCH (INTERNALDATE "15-Nov-2026 04:00:00 +0000")`, as milliseconds since 1970. */
export function arrivalIn(line: string): number | null {
  const date = /^\d+ FETCH .*\bINTERNALDATE "([^"]+)"/i.exec(line)?.[1] ?? ''
  const time = Date.parse(date.trim().replace(/^(\d+)-(\w+)-(\d+)/, '$1 $2 $3'))
  return Number.isNaN(time) ? null : time
}

/** The bytes of `5 FETCH (RFC822.SIZE 1022)`. */
export function sizeIn(line: string): number | null {
  const size = /^\d+ FETCH .*\bRFC822\.SIZE (\d{1,15})/i.exec(line)?.[1]
  return size === undefined ? null : Number(size)
}

/** A mailbox name in modified UTF-7. */
export function mailboxName(name: string): string {
  const coded = (part: string): string =>
    `&${Buffer.from(part, 'utf16le').swap16().toString('base64').replace(/=+$/, '').replaceAll('/', ',')}-`
  return quoted(name.replaceAll('&', '&-').replace(/[^\x20-\x7e]+/g, coded))
}
