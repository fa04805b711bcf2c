// Brings the values of other tools into our limits, and notes what changes.
import type { ImportChange, ImportedMonitor, SkippedItem, SourceItem } from './setup.ts'

const maxName = 50
const maxTags = 10
const maxInterval = 86_400

/** What is left out is what a new monitor has. */
export type MonitorInTheirWords = Pick<ImportedMonitor, keyof SourceItem | 'type' | 'intervalSeconds'> &
  Partial<ImportedMonitor>

export function draftMonitor(theirs: MonitorInTheirWords): ImportedMonitor {
  const changes = [...(theirs.changes ?? [])]
  return {
    key: theirs.key,
    sourceType: theirs.sourceType,
    name: nameWithin(theirs, changes),
    type: theirs.type,
    target: theirs.target ?? null,
    intervalSeconds: intervalWithin(theirs.intervalSeconds, changes),
    tags: tagsWithin(theirs.tags ?? [], changes),
    description: textWithin(theirs.description, ['description', 2000], changes),
    isPaused: theirs.isPaused ?? false,
    config: withoutUndefined(theirs.config ?? {}),
    rules: theirs.rules ?? [],
    token: theirs.token ?? null,
    channels: theirs.channels ?? [],
    changes,
  }
}

export function skipMonitor(item: SourceItem, reason: string, nearest: string | null = null): SkippedItem {
  return { kind: 'monitor', key: item.key, name: item.name, sourceType: item.sourceType, reason, nearest }
}

function nameWithin({ name, target, key }: MonitorInTheirWords, changes: ImportChange[]): string {
  const short = lineWithin(lineWithin(name, 2000) || target || key, maxName)
  if (short !== name.trim())
    changes.push({ field: 'name', from: name, to: short, reason: 'names have 1 to 50 characters' })
  return short
}

/** A text of at most so many characters, or null if it is empty. */
export function textWithin(
  text: string | null | undefined,
  [field, maxLength]: readonly [field: string, maxLength: number],
  changes: ImportChange[],
): string | null {
  if (!text) return null
  if (text.length > maxLength)
    changes.push({
      field,
      from: `${text.length} characters`,
      to: `${maxLength} characters`,
      reason: 'it is longer than texts may be',
    })
  return text.slice(0, maxLength).toWellFormed()
}

/** One line of at most so many characters. */
export const lineWithin = (text: string, maxLength: number): string =>
  [
    ...text
      .toWellFormed()
      .replace(/[\x00-\x1f\x7f]+/g, ' ')
      .trim(),
  ]
    .slice(0, maxLength)
    .join('')
    .slice(0, maxLength)
    .toWellFormed()
    .trim()

function intervalWithin(seconds: number, changes: ImportChange[]): number {
  const whole = Math.round(Number.isFinite(seconds) ? seconds : 60)
  const within = Math.min(Math.max(whole, 1), maxInterval)
  if (within !== seconds)
    changes.push({ field: 'interval', from: `${seconds} s`, to: `${within} s`, reason: 'intervals have 1 s to 1 day' })
  return within
}

/** Tags have up to 32 of a-z, 0-9, - and :. */
function tagOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9:]+/g, '-')
    .slice(0, 32)
    .replace(/^[-:]+|[-:]+$/g, '')
}

function tagsWithin(texts: readonly string[], changes: ImportChange[]): string[] {
  const named = texts.map((text) => [text, tagOf(text)] as const)
  for (const [from, to] of named)
    if (from !== to) changes.push({ field: 'tags', from, to, reason: 'tags have 1 to 32 of a-z, 0-9, - and :' })
  const tags = [...new Set(named.map(([, tag]) => tag).filter(Boolean))]
  for (const from of tags.slice(maxTags))
    changes.push({ field: 'tags', from, to: '', reason: `a monitor has up to ${maxTags} tags` })
  return tags.slice(0, maxTags)
}

export function withoutUndefined(config: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined && value !== null))
}

/** A timeout that checks accept. */
export function timeoutWithin(seconds: number, changes: ImportChange[], max = 60): number | undefined {
  if (!(seconds > 0)) return undefined
  const within = Math.min(Math.max(Math.round(seconds), 1), max)
  if (Math.abs(within - seconds) >= 1)
    changes.push({ field: 'timeout', from: `${seconds} s`, to: `${within} s`, reason: `timeouts have 1 to ${max} s` })
  return within
}

/** `example.com:22`, `[2001:db8::1]:22`. */
export function hostPort(host: string, port: number | null): string {
  const named = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
  return port === null ? named : `${named}:${port}`
}

/** A period that a job may have; the interval of a heartbeat has at most a day. */
export function heartbeatSchedule(
  { periodSeconds, graceSeconds }: { periodSeconds: number; graceSeconds: number },
  changes: ImportChange[],
): { intervalSeconds: number; config: Record<string, unknown> } {
  const period = Math.min(Math.max(Math.round(periodSeconds), 30), 31_536_000)
  if (period !== periodSeconds)
    changes.push({
      field: 'period',
      from: `${periodSeconds} s`,
      to: `${period} s`,
      reason: 'periods have 30 s to 1 year',
    })
  const grace = Math.min(Math.max(Math.round(graceSeconds), 0), 31_536_000)
  return {
    intervalSeconds: Math.min(period, maxInterval),
    config: { scheduleType: 'simple', periodSeconds: period, graceSeconds: grace },
  }
}

const tokenForm = /^[\w-]{8,64}$/

/** The token of a check-in address; without it the job has to be changed, which the report says. */
export function tokenOf(text: unknown, changes: ImportChange[]): string | null {
  if (typeof text === 'string' && tokenForm.test(text)) return text
  changes.push({
    field: 'token',
    from: 'the old check-in address',
    to: 'a new one',
    reason: 'the old token is missing, or not 8 to 64 letters, digits, - and _; change the address in the job',
  })
  return null
}

export type DocumentFields = Readonly<Record<string, unknown>>

/** A monitor of ours that an item of the other tool becomes, without what all its items have. */
export type MatchedMonitor = Pick<ImportedMonitor, 'type' | 'config'> & Partial<ImportedMonitor>

/** Reads the items of one type of the other tool. */
export type ReadSourceType<Result = MatchedMonitor> = (item: DocumentFields, changes: ImportChange[]) => Result

/** Other tools check from places that we do not have. */
export function noteLocations(from: readonly string[], changes: ImportChange[]): void {
  if (from.length === 0) return
  const reason = 'checks run from the locations of this Lapwing'
  changes.push({ field: 'locations', from: from.join(', '), to: 'your locations', reason })
}

export const isFields = (value: unknown): value is DocumentFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const fieldsIn = (value: unknown): DocumentFields => (isFields(value) ? value : {})
export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const textIn = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

/** Also numbers that are written as text. */
export function numberIn(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : null
}

/** SQLite and some interfaces write booleans as 0 and 1. */
export const isTrue = (value: unknown): boolean => value === true || value === 1 || value === '1' || value === 'true'

/** The own entry of a table; names from documents may be those of inherited members. */
export const entryOf = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
