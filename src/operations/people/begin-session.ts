import { Fault } from '../../domain/fault.ts'
import { newToken } from '../../domain/secret.ts'
import { addActivityOfPerson } from '../../store/accounts/activity.ts'
import { addSession, endSessions } from '../../store/accounts/sessions.ts'
import { noteSignInHost } from '../../store/accounts/sign-in-hosts.ts'
import { localMembershipsOf, membershipsOf } from '../../store/accounts/users.ts'
import { sessionEnd } from '../registry/authenticate-session.ts'
import type { CookieChanges, VisitorContext } from '../registry/define.ts'

export interface SessionRequest {
  readonly userId: string
  readonly email: string
  /** How the user signed in. */
  readonly by:
    | 'password'
    | 'passkey'
    | 'two_factor'
    | 'recovery_code'
    | 'invitation'
    | 'setup'
    | 'reset'
    | 'single_sign_on'
  readonly organizationId?: string
}

/** Always starts a new session, so that a session cookie planted by someone else is worthless. */
export async function beginSession(context: VisitorContext, wanted: SessionRequest): Promise<CookieChanges> {
  const { db, now, visit, caller } = context
  const { userId, email, by } = wanted
  const singleSignOnOf = by === 'single_sign_on' ? wanted.organizationId! : null
  if (singleSignOnOf === null) await refuseWithoutOrganization(context, userId)
  const token = newToken()
  if (visit.host !== null) await noteSignInHost(db, { host: visit.host, isSetup: by === 'setup' }, now)
  if (caller?.user) await endSessions(db, { userId: caller.user.id, only: caller.credential.id })
  await addSession(
    db,
    {
      userId,
      token,
      expiresAt: sessionEnd(now, now, singleSignOnOf !== null),
      ip: visit.ip,
      userAgent: visit.userAgent,
      organizationId: wanted.organizationId ?? null,
      singleSignOnOf,
    },
    now,
  )
  const changes = { by, via: 'dashboard', ip: visit.ip }
  await addActivityOfPerson(db, { email, action: 'user.login', changes, only: singleSignOnOf }, now)
  return { session: token, secondFactor: null }
}

async function refuseWithoutOrganization({ db }: VisitorContext, userId: string): Promise<void> {
  if ((await localMembershipsOf(db, userId)).length > 0) return
  const [required] = await membershipsOf(db, userId)
  throw new Fault(
    'forbidden',
    required
      ? `${required.name} requires single sign-on. Choose “Continue with single sign-on”.`
      : 'You no longer belong to an organization. Ask an admin to invite you.',
  )
}
