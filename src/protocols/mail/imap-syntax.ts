// How IMAP writes what is read of it: named data, lists of numbers, dates, sizes, quotas, names of mailboxes.
import { quoted } from './account.ts'

/** What follows the name in the data of an answer: of `CAPABILITY IMAP4rev1 IDLE` the last two words. */
export function valueOf(name: string, data: readonly string[]): string | undefined {
  return valuesOf(name, data)[0]
}

export function valuesOf(name: string, data: readonly string[]): string[] {
  const start = `${name} `
  return data
    .filter((line) => line.slice(0, start.length).toUpperCase() === start)
    .map((line) => line.slice(start.length))
}

/** The numbers of a list at the end: of `INBOX (MESSAGES 5 UNSEEN 2)` those two by their names. */
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

/** The resources of a quota: of `"User quota" (STORAGE 10 512)` the one with what is used and allowed of it. */
export function quotaResourcesIn(value: string): QuotaResource[] {
  const words = wordsInList(value)
  const found: QuotaResource[] = []
  for (let index = 0; index + 2 < words.length; index += 3)
    found.push({ resource: words[index] ?? '', used: Number(words[index + 1]), limit: Number(words[index + 2]) })
  return found.filter(({ used, limit }) => Number.isSafeInteger(used) && Number.isSafeInteger(limit))
}

function wordsInList(value: string): string[] {
  const inside = /\(([^()]*)\)\s*$/.exec(value)?.[1] ?? ''
  return inside.toUpperCase().split(' ').filter(Boolean)
}

/** Of `5 EXISTS` the number; undefined when no line says it. */
export function messagesIn(data: readonly string[]): number | undefined {
  const found = data.map((line) => /^(\d{1,10}) EXISTS\b/i.exec(line)?.[1]).find((count) => count !== undefined)
  return found === undefined ? undefined : Number(found)
}

/** Of `5 FETCH (INTERNALDATE "15-Nov-2026 04:00:00 +0000")` the moment, as milliseconds since 1970. */
export function arrivalIn(line: string): number | null {
  const date = /^\d+ FETCH .*\bINTERNALDATE "([^"]+)"/i.exec(line)?.[1] ?? ''
  const time = Date.parse(date.trim().replace(/^(\d+)-(\w+)-(\d+)/, '$1 $2 $3'))
  return Number.isNaN(time) ? null : time
}

/** Of `5 FETCH (RFC822.SIZE 1022)` the bytes. */
export function sizeIn(line: string): number | null {
  const size = /^\d+ FETCH .*\bRFC822\.SIZE (\d{1,15})/i.exec(line)?.[1]
  return size === undefined ? null : Number(size)
}

/** A mailbox name as IMAP writes it: what is not ASCII in a base64 of its own. */
export function mailboxName(name: string): string {
  const coded = (part: string): string =>
    `&${Buffer.from(part, 'utf16le').swap16().toString('base64').replace(/=+$/, '').replaceAll('/', ',')}-`
  return quoted(name.replaceAll('&', '&-').replace(/[^\x20-\x7e]+/g, coded))
}
