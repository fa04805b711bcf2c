import { onTestFinished } from 'vitest'
import type { Store } from '../../../src/store/database/database.ts'
import { sql } from '../../../src/store/database/sql.ts'

/** A document with so many contacts. */
export const contactsOf = (source: string, count: number) => ({
  source,
  contacts: Array.from({ length: count }, (_, n) => ({
    key: `${source}-${n}`,
    name: `${source} ${n}`,
    email: `${source}-${n}@example.com`,
  })),
})

/** Keeps plans that create a contact with this key from being applied, until the returned function is called. */
export async function holdPlansWith(store: Store, key: string): Promise<() => Promise<void>> {
  const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const rolledBack = store
    .transaction(async (tx) => {
      // A busy machine may take longer than PostgreSQL lets a transaction idle.
      await tx.run(sql`set local idle_in_transaction_session_timeout = 0`)
      await tx.run(sql`
        insert into managed_objects (organization_id, section, key, object_id, source, applied, applied_at)
        select id, 'contacts', ${key}, id, 'nobody', '', created_at from organizations`)
      held.resolve()
      await release.promise
      throw new Error('rolled back')
    })
    .catch(held.reject)
  await held.promise
  const end = async (): Promise<void> => {
    release.resolve()
    await rolledBack
  }
  onTestFinished(end)
  return end
}

/** As if the process that applies the plan had been silent for longer than it may. */
export const endLeaseOf = (store: Store, id: string) =>
  store.run(sql`update config_plans set applying_until = applying_until - interval '1 hour' where id = ${id}`)
