// Finds the caller of a credential. Results are cached, so a revoked key works for up to two more seconds.
import { type Caller } from '../../domain/caller.ts'
import { Fault } from '../../domain/fault.ts'
import { fingerprint } from '../../domain/secret.ts'
import { callerOfKey, noteKeyUse } from '../../store/accounts/api-keys.ts'
import type { Services } from './services.ts'

export type Authenticate = (authorization: string | undefined) => Promise<Caller>

const rememberedForMs = 2000
const maxRemembered = 10_000
const useNotedEveryMs = 60_000

export function createAuthenticate({ store, clock }: Pick<Services, 'store' | 'clock'>): Authenticate {
  const remembered = new Map<string, { caller: Caller; until: number }>()

  return async (authorization) => {
    const known = remembered.get(authorization ?? '')
    if (known && known.until > clock.monotonicMs()) return known.caller
    const now = clock.now()
    const hash = fingerprint(bearer(authorization))
    const caller = await callerOfKey(store, { hash, now })
    if (!caller) throw new Fault('unauthorized', 'Unknown, revoked or expired API key')
    if (now.getTime() - (caller.credential.lastUsedAt?.getTime() ?? 0) > useNotedEveryMs)
      await noteKeyUse(store, { id: caller.credential.id, now })
    if (remembered.size >= maxRemembered) remembered.clear()
    const leftMs = (caller.credential.expiresAt?.getTime() ?? Infinity) - now.getTime()
    remembered.set(authorization!, { caller, until: clock.monotonicMs() + Math.min(rememberedForMs, leftMs) })
    return caller
  }
}

function bearer(authorization: string | undefined): string {
  if (authorization === undefined)
    throw new Fault('unauthorized', 'Authorization header missing; send Authorization: Bearer <API_KEY>')
  const [scheme = '', ...rest] = authorization.trim().split(/\s+/)
  if (scheme.toLowerCase() !== 'bearer')
    throw new Fault('unauthorized', `unsupported authorization scheme; send Authorization: Bearer <API_KEY>`)
  if (rest.length === 0) throw new Fault('unauthorized', 'Empty credentials; send Authorization: Bearer <API_KEY>')
  if (rest.length > 1)
    throw new Fault('unauthorized', 'Malformed Authorization header; send Authorization: Bearer <API_KEY>')
  return rest[0]!
}
