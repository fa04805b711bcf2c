import type { PushIdentity } from '../../channels/define.ts'
import type { Vault } from '../../domain/vault.ts'
import { pushKeys } from '../../store/accounts/installation.ts'
import type { Database } from '../../store/database/database.ts'

interface PushIdentityParts {
  readonly store: Database
  readonly vault: Vault
  readonly origin: () => string | null
}

/** Push services want to know whom to ask about messages: the address of this installation. */
export function createPushIdentity({ store, vault, origin }: PushIdentityParts): () => Promise<PushIdentity> {
  return async () => ({ ...(await pushKeys(store, vault)), contact: contactOf(origin()) })
}

function contactOf(origin: string | null): string {
  const url = origin === null ? null : new URL(origin)
  return url?.protocol === 'https:' ? url.origin : `mailto:admin@${url?.hostname ?? 'localhost'}`
}
