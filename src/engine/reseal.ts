// Encrypts every stored secret anew with the present key.
import type { Vault } from '../domain/vault.ts'
import type { Database } from '../store/database.ts'
import { holdSecrets, keepSecrets } from '../store/monitors.ts'

const usualBatch = 500
const beforeAll = '00000000-0000-0000-0000-000000000000'

/** All or nothing; answers how many were encrypted with another key. */
export async function reseal(db: Database, vault: Vault, batch = usualBatch): Promise<number> {
  return db.transaction(async (tx) => {
    let changed = 0
    for (let after = beforeAll; ; ) {
      const rows = await holdSecrets(tx, { after, limit: batch })
      for (const row of rows.filter(({ secrets }) => !vault.isCurrent(secrets))) {
        await keepSecrets(tx, { ...row, secrets: vault.seal(vault.open(row.secrets, row.id), row.id) })
        changed += 1
      }
      const last = rows.at(-1)
      if (!last || rows.length < batch) return changed
      after = last.id
    }
  })
}
