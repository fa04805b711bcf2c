// Tokens that are part of an address. They are looked up by hash, and sealed so that they can be shown again.
import { fingerprint } from './secret.ts'
import { type Vault, openReadable } from './vault.ts'

/** Owner of a token. If no field but the organization is set, the token is the organization's ping key. */
export interface TokenOwner {
  readonly organizationId: string
  readonly monitorId?: string | null
  readonly scheduleId?: number | null
  readonly userId?: string | null
}

export interface SealedToken {
  readonly hash: Buffer
  readonly sealed: Buffer
}

export function sealToken(vault: Vault, owner: TokenOwner, token: string): SealedToken {
  return { hash: fingerprint(token), sealed: vault.seal(token, tokenContext(owner)) }
}

/** Returns null if no available key decrypts it. */
export function openToken(vault: Vault, owner: TokenOwner, sealed: Buffer): string | null {
  return openReadable(vault, sealed, tokenContext(owner))
}

/** The sealing context: a token cannot be opened for another owner. */
export function tokenContext({ organizationId, monitorId, scheduleId, userId }: TokenOwner): string {
  return ['address token', organizationId, monitorId ?? '-', scheduleId ?? '-', userId ?? '-'].join(' ')
}
