// Excluded time is subtracted when figures are read, while single results are stored. Before a day of results is
// dropped, its figures are recounted once more without excluded time.
import { type Span, mergeSpans } from '../../domain/span.ts'
import type { Database } from '../database/database.ts'
import { allExcludedSpans, multirange } from './exclusions.ts'
import { recountDailyRollups } from './daily-rollups.ts'
import { type Recount, recountRollups } from './rollups.ts'
import { type Statement, sql } from '../database/sql.ts'

const hour = 3_600_000
const batchSize = 500

/** Figures before this time are final: the first day that still has results. */
export const finalBefore: Statement = sql`(
  select coalesce(to_timestamp(right(min(c.relname::text), 8), 'YYYYMMDD'), 'infinity')
  from pg_inherits i
  join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'results'::regclass
)`

const touched = (spans: readonly Span[], ms: number): Span[] =>
  mergeSpans(
    spans.map(({ from, to }) => ({
      from: new Date(Math.floor(from.getTime() / ms) * ms),
      to: new Date(Math.ceil(to.getTime() / ms) * ms),
    })),
  )

/** The whole hours that these spans touch. */
export const touchedHours = (spans: readonly Span[]): Span[] => touched(spans, hour)
export const touchedDays = (spans: readonly Span[]): Span[] => touched(spans, 24 * hour)

/** Recounts a day for the last time. Its results must be complete; repeating it changes nothing. */
export async function finishDay(tx: Database, day: Span): Promise<void> {
  const excluded = [...(await allExcludedSpans(tx, day))]
  for (let done = 0; done < excluded.length; done += batchSize) {
    const recounts = excluded.slice(done, done + batchSize).map(asRecount)
    await recountRollups(tx, day, recounts)
    await recountDailyRollups(
      tx,
      day,
      recounts.map(({ monitorNumber }) => monitorNumber),
    )
  }
}

function asRecount([monitorNumber, spans]: [number, Span[]]): Recount {
  return { monitorNumber, touched: multirange(touchedHours(spans)), excluded: multirange(spans) }
}
