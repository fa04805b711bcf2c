// People who have signed in, with the cookie their browser would keep.
import type { Role, User } from '../../../src/domain/caller.ts'
import { fingerprint, newToken } from '../../../src/domain/secret.ts'
import { sessionEnd } from '../../../src/operations/registry/authenticate-session.ts'
import { callerOfKey } from '../../../src/store/accounts/api-keys.ts'
import type { Store } from '../../../src/store/database/database.ts'
import { addSession } from '../../../src/store/accounts/sessions.ts'
import { membersOfOrganization, putMember, putUser } from '../../../src/store/accounts/users.ts'
import { type Answered, type TestLapwing, keys } from '../lapwing/lapwing.ts'

export interface Visiting {
  readonly body?: unknown
  readonly headers?: Record<string, string>
  readonly cookie?: string | null
}

export interface Person {
  readonly user: User
  /** The Cookie header. */
  readonly cookie: string
  /** Sends a request with the session, below /app. */
  ask(method: string, path: string, visiting?: Visiting): Promise<Answered>
}

interface Wanted {
  readonly role?: Role
  /** Of the organization. */
  readonly key?: string
  /** Somebody who is there already. */
  readonly user?: User
  /** The provider of the organization began the session. */
  readonly singleSignOn?: boolean
}

let made = 0

/** The organization's owner, or somebody new in another role, with a session of their own. */
export async function signedIn(
  app: TestLapwing,
  { role = 'owner', key = keys.write, user, singleSignOn = false }: Wanted = {},
): Promise<Person> {
  const { store, clock } = app
  const now = clock.now()
  const { organization } = (await callerOfKey(store, { hash: fingerprint(key), now }))!
  const who = user ?? (await personIn(store, { organizationId: organization.id, role, now }))
  const token = newToken()
  const { id: organizationId } = organization
  const singleSignOnOf = singleSignOn ? organizationId : null
  const draft = { userId: who.id, token, ip: '127.0.0.1', userAgent: null, organizationId, singleSignOnOf }
  await addSession(store, { ...draft, expiresAt: sessionEnd(now, now) }, now)
  // The second name is the one behind https.
  const cookie = `lapwing_session=${token}; __Host-lapwing_session=${token}`
  return { user: who, cookie, ask: (method, path, options) => visit(app, method, path, { cookie, ...options }) }
}

async function personIn(
  store: Store,
  { organizationId, role, now }: { organizationId: string; role: Role; now: Date },
): Promise<User> {
  const members = await membersOfOrganization(store, organizationId)
  const known = members.find((member) => member.role === role)
  if (role === 'owner' && known) return known
  const name = `${role[0]!.toUpperCase()}${role.slice(1)} ${++made}`
  const email = `${role}-${made}@example.com`
  const { id } = await putUser(store, { name, email }, now)
  await putMember(store, { organizationId, userId: id, role }, now)
  return { id, name, email, role }
}

/** Sends a request with the session, as the dashboard does, with whatever cookie there is. */
export async function visit(
  { origin }: TestLapwing,
  method: string,
  path: string,
  { body, headers = {}, cookie = null }: Visiting = {},
): Promise<Answered> {
  const response = await fetch(`${origin}/app${path}`, {
    method,
    headers: {
      ...(cookie === null ? {} : { cookie }),
      ...(method === 'GET' ? {} : { 'x-lapwing-csrf': '1' }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  const { status, headers: answered } = response
  return { status, headers: answered, text, body: isJson && text ? JSON.parse(text) : undefined }
}

/** The Cookie header of a browser that took these answers. */
export function cookieOf({ headers }: Answered): string {
  const kept = headers.getSetCookie().map((line) => line.split(';', 1)[0]!)
  return kept.filter((pair) => !pair.endsWith('=')).join('; ')
}
