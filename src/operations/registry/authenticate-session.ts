// Finds the session of a cookie. Nothing is cached between requests, so a session that ends is over at once.
import type { Caller } from '../../domain/caller.ts'
import { Fault } from '../../domain/fault.ts'
import { callerOfSession, noteSessionUse } from '../../store/accounts/sessions.ts'
import { noteSignInHost } from '../../store/accounts/sign-in-hosts.ts'
import type { Services } from './services.ts'

/** `host`: the hostname that the request was sent to. */
export type AuthenticateSession = (token: string | null, host: string | null) => Promise<Caller>

const hour = 3_600_000
const day = 24 * hour
/** A session expires this long after its last use, and this long after its start at the latest. */
const idleMs = 30 * day
export const maxSessionMs = 90 * day
/** The provider is asked again every day, so that people who may no longer sign in there lose access here. */
const maxSingleSignOnMs = day

export const sessionEnd = (begun: Date, now: Date, isSingleSignOn = false): Date =>
  new Date(Math.min(now.getTime() + idleMs, begun.getTime() + (isSingleSignOn ? maxSingleSignOnMs : maxSessionMs)))

export function createAuthenticateSession({ store, clock }: Pick<Services, 'store' | 'clock'>): AuthenticateSession {
  return async (token, host) => {
    if (token === null) throw new Fault('unauthorized', 'Sign in first')
    const now = clock.now()
    const caller = await callerOfSession(store, { token, now })
    if (!caller) throw new Fault('unauthorized', 'You are signed out; sign in again')
    const { id, createdAt, lastUsedAt, isSingleSignOn } = caller.credential
    if (now.getTime() - lastUsedAt!.getTime() > hour) {
      const expiresAt = sessionEnd(createdAt, now, isSingleSignOn)
      await noteSessionUse(store, { id, userId: caller.user!.id, now, expiresAt })
      if (host !== null) await noteSignInHost(store, { host }, now)
    }
    return caller
  }
}
