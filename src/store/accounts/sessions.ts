// Sessions of users. Rows hold only the hash of the token, so a copy of the database cannot be used to sign in.
import type { Caller, Role } from '../../domain/caller.ts'
import { newId } from '../../domain/id.ts'
import { fingerprint } from '../../domain/secret.ts'
import type { Database } from '../database/database.ts'
import { every, sql } from '../database/sql.ts'
import { type OrganizationRow, toOrganization } from './organizations.ts'
import { isLocal, noteSeen } from './users.ts'

const hashed = (token: string): string => fingerprint(token).toString('hex')

export interface SessionDraft {
  readonly userId: string
  readonly token: string
  readonly expiresAt: Date
  readonly ip: string
  readonly userAgent: string | null
  readonly organizationId: string | null
  /** The session reaches only this organization, whose single sign-on began it. */
  readonly singleSignOnOf?: string | null
}

export async function addSession(db: Database, draft: SessionDraft, now: Date): Promise<string> {
  const id = newId(now)
  await db.run(sql`
    insert into sessions (id, user_id, token, expires_at, ip_address, user_agent, active_organization_id,
      single_sign_on_organization_id, created_at, updated_at)
    values (${id}, ${draft.userId}, ${hashed(draft.token)}, ${draft.expiresAt}, ${draft.ip}, ${draft.userAgent},
      ${draft.organizationId}, ${draft.singleSignOnOf ?? null}, ${now}, ${now})`)
  await noteSeen(db, draft.userId, now)
  return id
}

interface SessionRow {
  id: string
  created_at: Date
  updated_at: Date
  expires_at: Date
  user_id: string
  name: string
  email: string
  role: Role
  is_single_sign_on: boolean
  organization: Omit<OrganizationRow, 'created_at'> & { created_at: string }
}

/**
 * Where a session `s` is: in the organization chosen last, or in the first that the user joined if they left that one.
 */
const currentOrganization = sql`(
  select m.organization_id
  from members m
  where m.user_id = s.user_id
    and case
      when s.single_sign_on_organization_id is null then ${isLocal}
      else m.organization_id = s.single_sign_on_organization_id
    end
  order by (m.organization_id = s.active_organization_id) desc nulls last, m.created_at, m.organization_id
  limit 1)`

/** Undefined if the session is unknown or over, or if it reaches no organization of the user. */
export async function callerOfSession(
  db: Database,
  { token, now }: { token: string; now: Date },
): Promise<Caller | undefined> {
  const row = await db.row<SessionRow>(sql`
    select s.id, s.created_at, s.updated_at, s.expires_at, u.id as user_id, u.name, u.email, m.role,
      s.single_sign_on_organization_id is not null as is_single_sign_on, to_jsonb(o) as organization
    from sessions s
    join users u on u.id = s.user_id
    join members m on m.user_id = s.user_id and m.organization_id = ${currentOrganization}
    join organizations o on o.id = m.organization_id
    where s.token = ${hashed(token)} and s.expires_at > ${now}`)
  return row && toCaller(row)
}

function toCaller(row: SessionRow): Caller {
  return {
    credential: {
      type: 'session',
      id: row.id,
      name: row.name,
      prefix: '',
      scope: row.role === 'viewer' ? 'read' : 'write',
      createdAt: row.created_at,
      lastUsedAt: row.updated_at,
      expiresAt: row.expires_at,
      clientId: null,
      isSingleSignOn: row.is_single_sign_on,
    },
    user: { id: row.user_id, name: row.name, email: row.email, role: row.role },
    organization: toOrganization({ ...row.organization, created_at: new Date(row.organization.created_at) }),
  }
}

export async function noteSessionUse(
  db: Database,
  { id, userId, now, expiresAt }: { id: string; userId: string; now: Date; expiresAt: Date },
): Promise<void> {
  await db.run(sql`update sessions set updated_at = ${now}, expires_at = ${expiresAt} where id = ${id}`)
  await noteSeen(db, userId, now)
}

export async function chooseOrganization(
  db: Database,
  { sessionId, organizationId }: { sessionId: string; organizationId: string },
): Promise<void> {
  const session = await db.row<{ userId: string }>(sql`
    update sessions
    set active_organization_id = ${organizationId}
    where id = ${sessionId}
    returning user_id as "userId"`)
  if (session) db.publish({ people: [session.userId] })
}

interface EndedSessions {
  readonly userId: string
  readonly only?: string
  readonly except?: string
  /** Ends only those that are in this organization now. Others of the person may be in another one. */
  readonly within?: string
  /** Ends only those that the single sign-on of this organization began. */
  readonly singleSignOnOf?: string | undefined
}

/** Ends one, all, or all but one of a user's sessions; returns how many. */
export async function endSessions(
  db: Database,
  { userId, only, except, within, singleSignOnOf }: EndedSessions,
): Promise<number> {
  const ended = await db.run(sql`
    delete from sessions s
    where ${every([
      sql`user_id = ${userId}`,
      only !== undefined && sql`id = ${only}`,
      except !== undefined && sql`id <> ${except}`,
      within !== undefined && sql`${within} = ${currentOrganization}`,
      singleSignOnOf !== undefined && sql`single_sign_on_organization_id = ${singleSignOnOf}`,
    ])}`)
  if (ended > 0) db.publish({ people: [userId] })
  return ended
}

/** Ends all sessions that the single sign-on of an organization began. */
export async function endSingleSignOnSessions(db: Database, organizationId: string): Promise<void> {
  const ended = await db.rows<{ userId: string }>(sql`
    delete from sessions
    where single_sign_on_organization_id = ${organizationId}
    returning user_id as "userId"`)
  if (ended.length > 0) db.publish({ people: [...new Set(ended.map(({ userId }) => userId))] })
}

export async function isOpenSession(db: Database, id: string): Promise<boolean> {
  return (await db.row(sql`select from sessions where id = ${id}`)) !== undefined
}

export interface SessionShown {
  readonly id: string
  readonly ip_address: string | null
  readonly user_agent: string | null
  readonly created_at: Date
  readonly last_seen_at: Date
  readonly expires_at: Date
}

export async function listSessions(
  db: Database,
  { userId, now, singleSignOnOf }: { userId: string; now: Date; singleSignOnOf?: string | undefined },
): Promise<SessionShown[]> {
  return db.rows(sql`
    select id, ip_address, user_agent, created_at, updated_at as last_seen_at, expires_at
    from sessions
    where ${every([
      sql`user_id = ${userId}`,
      sql`expires_at > ${now}`,
      singleSignOnOf !== undefined && sql`single_sign_on_organization_id = ${singleSignOnOf}`,
    ])}
    order by updated_at desc, id desc`)
}

export async function dropExpiredSessions(db: Database, now: Date): Promise<void> {
  await db.run(sql`delete from sessions where expires_at <= ${now}`)
}
