import type { Role } from '../../domain/caller.ts'
import { newId } from '../../domain/id.ts'
import { fingerprint } from '../../domain/secret.ts'
import type { Database } from '../database/database.ts'
import { type Statement, sql } from '../database/sql.ts'

export interface Invitation {
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly invited_by: string | null
  readonly created_at: Date
  readonly expires_at: Date
}

const columns = sql`i.id, i.email, i.role, u.name as invited_by, i.created_at, i.expires_at`
const rows = (chosen: Statement): Statement => sql`
  select ${columns}
  from invitations i
  left join users u on u.id = i.invited_by
  where ${chosen}`

export interface InvitationDraft {
  readonly organizationId: string
  readonly email: string
  readonly role: Role
  readonly token: string
  /** The token of the emailed link, if one is sent. */
  readonly mailedToken: string | null
  readonly invitedBy: string
  readonly expiresAt: Date
}

/** Invalidates an earlier link for this address. */
export async function putInvitation(db: Database, draft: InvitationDraft, now: Date): Promise<Invitation> {
  const row = await db.row<{ id: string }>(sql`
    insert into invitations (id, organization_id, email, role, hash, mailed_hash, invited_by, created_at, expires_at)
    values (${newId(now)}, ${draft.organizationId}, ${draft.email}, ${draft.role}, ${fingerprint(draft.token)},
      ${draft.mailedToken && fingerprint(draft.mailedToken)}, ${draft.invitedBy}, ${now}, ${draft.expiresAt})
    on conflict (organization_id, email) do update
    set role = excluded.role, hash = excluded.hash, mailed_hash = excluded.mailed_hash,
      invited_by = excluded.invited_by, created_at = excluded.created_at, expires_at = excluded.expires_at
    returning id`)
  return (await db.row<Invitation>(rows(sql`i.id = ${row!.id}`)))!
}

/** Valid invitations, newest first. */
export async function listInvitations(
  db: Database,
  { organizationId, now }: { organizationId: string; now: Date },
): Promise<Invitation[]> {
  return db.rows(sql`
    ${rows(sql`i.organization_id = ${organizationId} and i.expires_at > ${now}`)}
    order by i.created_at desc, i.id desc`)
}

export async function deleteInvitation(
  db: Database,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<{ email: string } | undefined> {
  return db.row(sql`delete from invitations where organization_id = ${organizationId} and id = ${id} returning email`)
}

export interface OpenInvitation extends Invitation {
  readonly organizationId: string
  readonly organization: string
  /** Whether the link was sent by email only. */
  readonly isMailed: boolean
}

/** Locks the invitation of a link until the transaction ends; undefined if it is used, revoked or expired. */
export async function openInvitation(
  db: Database,
  { token, now }: { token: string; now: Date },
): Promise<OpenInvitation | undefined> {
  return db.row(sql`
    select ${columns}, o.id as "organizationId", o.name as organization, i.hash <> ${fingerprint(token)} as "isMailed"
    from invitations i
    join organizations o on o.id = i.organization_id
    left join users u on u.id = i.invited_by
    where (i.hash = ${fingerprint(token)} or i.mailed_hash = ${fingerprint(token)}) and i.expires_at > ${now}
    for update of i`)
}

export async function dropExpiredInvitations(db: Database, now: Date): Promise<void> {
  await db.run(sql`delete from invitations where expires_at <= ${now}`)
}
