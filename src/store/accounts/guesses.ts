import type { GuessLimit } from '../../domain/people/guessing.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/**
 * Counts an attempt as failed before it is made, so that concurrent attempts count too. Returns the seconds to wait, at
 * most the maximum wait even if the clock was set back.
 */
export async function takeGuess(db: Database, limit: GuessLimit, now: Date): Promise<number> {
  const taken = await db.run(sql`
    insert into guesses as g (key, failures, open_at, updated_at)
    values (${limit.key}, 1, ${now}, ${now})
    on conflict (key) do update
    set (failures, open_at, updated_at) = (
      select failures, ${now}::timestamptz + make_interval(secs => case
          when failures < ${limit.free}::int then 0
          else least(
            ${limit.firstWaitSeconds}::int * 2 ^ least(failures - ${limit.free}::int, 20), ${limit.maxWaitSeconds}::int
          )
        end), ${now}::timestamptz
      from (
        select case
          when g.updated_at < ${now}::timestamptz - make_interval(secs => ${limit.forgetSeconds}::int) then 1
          else g.failures + 1
        end as failures
      ) counted
    )
    where g.open_at <= ${now} or g.open_at > ${now}::timestamptz + make_interval(secs => ${limit.maxWaitSeconds}::int)`)
  if (taken > 0) return 0
  const known = await db.row<{ wait: number }>(sql`
    select ceil(extract(epoch from open_at - ${now}::timestamptz))::int as wait from guesses where key = ${limit.key}`)
  return Math.max(known?.wait ?? 1, 1)
}

export async function forgetGuesses(db: Database, { key }: GuessLimit): Promise<void> {
  await db.run(sql`delete from guesses where key = ${key}`)
}

/** Refunds an attempt that was correct. */
export async function refundGuess(db: Database, { key }: GuessLimit, now: Date): Promise<void> {
  await db.run(sql`update guesses set failures = greatest(failures - 1, 0), open_at = ${now} where key = ${key}`)
}

export async function dropOldGuesses(db: Database, before: Date): Promise<void> {
  await db.run(sql`delete from guesses where updated_at < ${before} and open_at < ${before}`)
}
