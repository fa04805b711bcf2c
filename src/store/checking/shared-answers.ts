// Cached lookups that one check makes for all monitors, and leases on the sources.
import type { CachedValue, SharedFinding, SharedQuestion } from '../../domain/checking/shared-answer.ts'
import type { Database } from '../database/database.ts'
import { json, sql } from '../database/sql.ts'

const day = 86_400_000
/** No value stays fresh and no pause lasts longer; later times were written before the clock was set back. */
const maxMs = 8 * day

export async function cachedAnswers(
  db: Database,
  { answer, source }: SharedQuestion,
  now: Date,
): Promise<{ answer: CachedValue | null; source: CachedValue | null }> {
  const rows = await db.rows<CachedValue & { key: string }>(sql`
    select key, value,
      fresh_until > ${now} and fresh_until <= ${new Date(now.getTime() + maxMs)} as "isFresh"
    from shared_answers
    where key = any (${[answer, source]}) and value is not null`)
  const find = (name: string): CachedValue | null => {
    const row = rows.find(({ key }) => key === name)
    return row ? { value: row.value, isFresh: row.isFresh } : null
  }
  return { answer: find(answer), source: find(source) }
}

/** Returns null if the caller may query the source until its lease ends; otherwise when to try again. */
export async function takeSource(
  db: Database,
  source: string,
  { leaseMs, now }: { leaseMs: number; now: Date },
): Promise<Date | null> {
  const taken = await db.run(sql`
    insert into shared_answers as s (key, leased_until, asked_at)
    values (${source}, ${new Date(now.getTime() + leaseMs)}, ${now})
    on conflict (key) do update
    set leased_until = excluded.leased_until, asked_at = excluded.asked_at
    where s.leased_until <= ${now} or s.leased_until > ${new Date(now.getTime() + maxMs)}`)
  if (taken === 1) return null
  const row = await db.row<{ leasedUntil: Date }>(
    sql`select leased_until as "leasedUntil" from shared_answers where key = ${source}`,
  )
  return row?.leasedUntil ?? now
}

/** Stores what was learned, and releases the source after the pause. */
export async function leaveSource(
  db: Database,
  { answer, source }: SharedQuestion,
  { learned, pauseMs, now }: { learned: SharedFinding | undefined; pauseMs: number; now: Date },
): Promise<void> {
  const later = (ms: number): Date => new Date(now.getTime() + Math.min(ms, maxMs))
  for (const [key, kept] of [[answer, learned?.answer] as const, [source, learned?.source] as const]) {
    if (!kept) continue
    await db.run(sql`
      insert into shared_answers (key, value, fresh_until, asked_at)
      values (${key}, ${json(kept.value)}::jsonb, ${later(kept.freshForMs)}, ${now})
      on conflict (key) do update
      set value = excluded.value, fresh_until = excluded.fresh_until, asked_at = excluded.asked_at`)
  }
  await db.run(sql`update shared_answers set leased_until = ${later(pauseMs)} where key = ${source}`)
}

/** Deletes values that were not used for a long time. */
export async function dropSharedAnswers(db: Database, before: Date): Promise<void> {
  await db.run(sql`delete from shared_answers where asked_at < ${before}`)
}
