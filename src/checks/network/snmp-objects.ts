// The objects that an SNMP check reads: their config, and what it reports of them, with rates since the last check.
import { z } from 'zod'
import { item, part, ruled, word } from '../../domain/field.ts'
import type { CheckMemory } from '../../domain/outcome.ts'
import type { SnmpValue } from '../../protocols/snmp/values.ts'
import { regexpProblem } from '../fields.ts'
import type { Masker } from '../masking.ts'
import { Matcher } from '../regexp.ts'
import type { Observations } from '../run.ts'
import { slugOf } from '../slugs.ts'

function oidProblem(text: string): string | null {
  const [root = 0, second = 0, ...rest] = text.split('.').map(Number)
  const isForm = /^[0-2](\.(0|[1-9]\d{0,9})){1,60}$/.test(text) && (root === 2 || second < 40)
  const isValid = isForm && [second, ...rest].every((arc) => arc < 2 ** 32)
  return isValid ? null : 'must be an object identifier such as 1.3.6.1.2.1.1.3.0'
}

export const watchedObject = item(
  z.strictObject({
    name: part(word(64), { example: 'Traffic in' }),
    oid: part(ruled(word(500), oidProblem), {
      label: 'OID',
      example: '1.3.6.1.2.1.2.2.1.10.1',
    }),
    rate: part(z.boolean(), { label: 'Measure its change per second' }).optional(),
    pattern: part(ruled(word(1000), regexpProblem), { label: 'Text must match', example: '^OK' }).optional(),
  }),
  { add: 'Add value' },
)

type WatchedObject = z.infer<typeof watchedObject>

const objectSlug = (name: string, index: number): string => slugOf(name, `value_${index + 1}`)
export const objectSlugs = (objects: readonly WatchedObject[]): string[] =>
  objects.map(({ name }, index) => objectSlug(name, index))

interface ObjectReading {
  /** The first is the uptime of the agent. */
  readonly values: readonly SnmpValue[]
  readonly objects: readonly WatchedObject[]
  readonly known: CheckMemory | undefined
  /** The device that rates belong to. */
  readonly subject: string
  readonly now: Date
  readonly masker: Masker
}

const maxShownLength = 200

export function observeObjects(reading: ObjectReading, observed: Observations): void {
  const { values, objects, masker } = reading
  const { metrics, evidence } = observed
  const upTime = values[0]?.number ?? null
  if (upTime !== null) metrics['snmp.uptime_s'] = upTime / 100
  const matcher = new Matcher()
  const [table, missing, counters] = [[] as object[], [] as string[], [] as ReadCounter[]]
  let mismatches = 0
  for (const [index, { name, oid, rate, pattern }] of objects.entries()) {
    const slug = objectSlug(name, index)
    const { text, number, wrapsAt } = values.find((value) => value.oid === oid)!
    table.push({ name, oid, value: text === null ? null : masker.beginning(text, maxShownLength, false) })
    if (text === null) missing.push(name)
    if (number !== null) metrics[`snmp.value.${slug}`] = number
    if (rate && number !== null) counters.push({ slug, number, wrapsAt })
    if (!pattern || text === null) continue
    const isMatch = matcher.matches(pattern, text)
    metrics[`snmp.match.${slug}`] = isMatch ? 1 : 0
    if (!isMatch) mismatches += 1
  }
  if (counters.length > 0) observeRates(counters, { ...reading, upTime }, observed)
  if (objects.length === 0) return
  metrics['snmp.missing'] = missing.length
  if (objects.some(({ pattern }) => pattern)) metrics['snmp.mismatches'] = mismatches
  evidence.values = table
  if (missing.length > 0) evidence.missing = missing
}

interface ReadCounter {
  readonly slug: string
  readonly number: number
  readonly wrapsAt: number | null
}

interface RateReading extends ObjectReading {
  /** In hundredths of a second; null if the agent does not say. */
  readonly upTime: number | null
}

function observeRates(counters: readonly ReadCounter[], reading: RateReading, observed: Observations): void {
  const { known, subject, now, upTime } = reading
  const before = known?.['subject'] === subject ? known : {}
  const seconds = secondsBetween(before, { now, upTime })
  const last = JSON.parse(before['counters'] ?? '{}') as Record<string, number>
  for (const { slug, number, wrapsAt } of counters) {
    const change = changeOf(last[slug], number, wrapsAt)
    if (seconds !== null && change !== null) observed.metrics[`snmp.rate.${slug}`] = change / seconds
  }
  const numbers = JSON.stringify(Object.fromEntries(counters.map(({ slug, number }) => [slug, number])))
  observed.remember = { subject, at: String(now.getTime()), upTime: String(upTime ?? ''), counters: numbers }
}

/** By the clock of the agent if it has one; null if it has restarted, or for no time at all. */
function secondsBetween(before: CheckMemory, { now, upTime }: Pick<RateReading, 'now' | 'upTime'>): number | null {
  const [earlier, later] =
    upTime !== null && before['upTime']
      ? [Number(before['upTime']) / 100, upTime / 100]
      : [Number(before['at']) / 1000, now.getTime() / 1000]
  return later > earlier ? later - earlier : null
}

/** Null if the counter was reset. 64 bits do not run over. */
function changeOf(before: number | undefined, now: number, wrapsAt: number | null): number | null {
  if (before === undefined) return null
  if (now >= before || wrapsAt === null) return now - before
  return wrapsAt === 2 ** 32 ? now - before + wrapsAt : null
}
