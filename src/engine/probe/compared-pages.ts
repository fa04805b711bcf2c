// The accepted version and the last snapshot of pages, for types that compare them.
import { findCheck } from '../../checks/index.ts'
import type { CheckMemory } from '../../domain/outcome.ts'
import { limitsOf } from '../../domain/plan.ts'
import { type PageInspection, comparedPages, forgetPages, saveInspections } from '../../store/checking/integrity.ts'
import type { Turn } from '../../store/checking/turns.ts'
import type { Database } from '../../store/database/database.ts'

export function comparesPages(type: string | undefined): boolean {
  return Boolean(findCheck(type ?? '')?.watchedPages)
}

/** By turn: what was accepted, and what the same location saw last. */
export async function pagesKnownFor(
  db: Database,
  { turns, plans }: { turns: readonly Turn[]; plans: ReadonlyMap<number, { readonly type: string }> },
): Promise<ReadonlyMap<Turn, CheckMemory>> {
  const theirs = turns.filter(({ monitorNumber }) => comparesPages(plans.get(monitorNumber)?.type))
  if (theirs.length === 0) return new Map()
  const known = new Map(
    (await comparedPages(db, theirs)).map(({ monitorNumber, location, plan, limits, pages }) => {
      const scripts = limitsOf(plan, limits).integrity_script_content === 0 ? 'off' : 'on'
      return [`${monitorNumber} ${location}`, { pages, scripts }]
    }),
  )
  return new Map(theirs.map((turn) => [turn, known.get(`${turn.monitorNumber} ${turn.location}`) ?? {}]))
}

export async function saveComparedPages(
  db: Database,
  { monitorNumber, location }: Turn,
  { memory, now }: { memory: CheckMemory; now: Date },
): Promise<void> {
  const looks = JSON.parse(memory['updates'] ?? '[]') as PageInspection[]
  const gone = JSON.parse(memory['forget'] ?? '[]') as string[]
  await db.transaction(async (tx) => {
    if (gone.length > 0) await forgetPages(tx, monitorNumber, gone)
    if (looks.length > 0) await saveInspections(tx, { monitorNumber, location, looks }, now)
  })
}
