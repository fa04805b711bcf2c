// Tokens that are addresses: kept as a hash to be found by, and sealed to be shown again.
import { fingerprint } from './secret.ts'
import { type Vault, openReadable } from './vault.ts'

/** A heartbeat, a schedule or a member; the organization itself, whose ping key it is, when it is none of them. */
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

/** Null when no key that is here opens it. */
export function openToken(vault: Vault, owner: TokenOwner, sealed: Buffer): string | null {
  return openReadable(vault, sealed, tokenContext(owner))
}

/** What a token is sealed for: it opens for nobody else. */
export function tokenContext({ organizationId, monitorId, scheduleId, userId }: TokenOwner): string {
  return ['address token', organizationId, monitorId ?? '-', scheduleId ?? '-', userId ?? '-'].join(' ')
}
