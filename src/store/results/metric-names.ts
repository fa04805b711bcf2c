// Numbers of metric names. A stored metric has six bytes: the number of its name and a 32-bit float.
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

type NamedMetrics = Readonly<Record<string, number>>

export interface MetricNames {
  /** The names without a known number. */
  unknown(keys: readonly string[]): string[]
  /** Assigns numbers. Not for use in a transaction: a rollback would leave numbers that only this process knows. */
  learn(keys: readonly string[]): Promise<void>
  /** Skips names without a number. */
  pack(metrics: NamedMetrics): Buffer | null
}

export function createMetricNames(db: Database): MetricNames {
  const numbers = new Map<string, number>()
  // No number was left for these.
  const nameless = new Set<string>()
  const unknown = (keys: readonly string[]): string[] => keys.filter((key) => !numbers.has(key) && !nameless.has(key))
  return {
    unknown,
    async learn(keys) {
      const missing = unknown(keys)
      if (missing.length === 0) return
      const numbered = await numberMetrics(db, [...new Set(missing)])
      for (const key of missing) {
        const number = numbered.get(key)
        if (number === undefined) nameless.add(key)
        else numbers.set(key, number)
      }
    },
    pack(metrics) {
      const entries = Object.entries(metrics).filter(([key]) => numbers.has(key))
      if (entries.length === 0) return null
      const packed = Buffer.allocUnsafe(entries.length * 6)
      entries.forEach(([key, value], index) => {
        packed.writeUInt16LE(numbers.get(key)!, index * 6)
        packed.writeFloatLE(value, index * 6 + 2)
      })
      return packed
    },
  }
}

// Two bytes hold 65,535 numbers, and users name metrics too. When they run out, new names still work in rules; only
// their history is not stored.
const maxNames = 60_000

async function numberMetrics(db: Database, keys: readonly string[]): Promise<Map<string, number>> {
  await db.run(sql`
    insert into metric_names (key)
    select key
    from unnest(${keys}::text[]) as wanted (key)
    where not exists (select from metric_names known where known.key = wanted.key)
      and (select count(*) from metric_names) < ${maxNames}
    order by key
    on conflict do nothing`)
  return numbersOfMetrics(db, keys)
}

/** Metrics that were never measured are missing. */
export async function numbersOfMetrics(db: Database, keys: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.rows<{ key: string; number: number }>(sql`
    select key, number from metric_names where key = any (${keys}::text[])`)
  return new Map(rows.map(({ key, number }) => [key, number]))
}

/** All packed values, by metric key. */
export async function unpackedAll(db: Database, packed: Buffer | null): Promise<Record<string, number>> {
  if (!packed) return {}
  const numbers = Array.from({ length: packed.length / 6 }, (_, place) => packed.readUInt16LE(place * 6))
  const names = await db.rows<{ key: string; number: number }>(sql`
    select key, number from metric_names where number = any (${numbers}::int[])`)
  return Object.fromEntries(names.map(({ key, number }) => [key, unpacked(packed, number)!]))
}

/** The packed value of a number. */
export function unpacked(packed: Buffer, number: number): number | undefined {
  for (let place = 0; place < packed.length; place += 6)
    if (packed.readUInt16LE(place) === number) return asMeasured(packed.readFloatLE(place + 2))
  return undefined
}

/** A 32-bit float turns 0.1 into 0.10000000149; the shortest number with the same float is the measured value. */
function asMeasured(float: number): number {
  if (Number.isInteger(float)) return float
  for (let digits = 6; digits < 9; digits++) {
    const shorter = Number(float.toPrecision(digits))
    if (Math.fround(shorter) === float) return shorter
  }
  return float
}
