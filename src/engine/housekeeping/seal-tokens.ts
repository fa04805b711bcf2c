// Encrypts tokens that are stored in clear. A migration cannot do it, because it has no key.
import { tokenContext } from '../../domain/address-token.ts'
import type { Vault } from '../../domain/vault.ts'
import { lockPlainTokens, saveToken } from '../../store/accounts/address-tokens.ts'
import type { Database } from '../../store/database/database.ts'

const usualBatch = 500

/** Returns how many there were. Replicas that start together wait for each other. */
export async function sealTokens(db: Database, vault: Vault, batch = usualBatch): Promise<number> {
  for (let sealed = 0; ;) {
    const held = await db.transaction(async (tx) => {
      const rows = await lockPlainTokens(tx, batch)
      for (const row of rows) await saveToken(tx, { id: row.id, secrets: vault.seal(row.plain, tokenContext(row)) })
      return rows.length
    })
    sealed += held
    if (held === 0) return sealed
  }
}
