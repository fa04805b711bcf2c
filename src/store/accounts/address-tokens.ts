// Tokens that are part of an address: check-ins, ping keys and calendars. Reading a stored token requires the key.
import type { SealedToken, TokenOwner } from '../../domain/address-token.ts'
import type { Organization } from '../../domain/caller.ts'
import { fingerprint } from '../../domain/secret.ts'
import type { Database } from '../database/database.ts'
import { type Statement, every, sql } from '../database/sql.ts'
import { findOrganizationById } from './organizations.ts'

const is = (column: Statement, value: string | number | null | undefined): Statement =>
  value === undefined || value === null ? sql`${column} is null` : sql`${column} = ${value}`

const owned = ({ organizationId, monitorId, scheduleId, userId }: TokenOwner): Statement =>
  every([
    sql`organization_id = ${organizationId}`,
    is(sql`user_id`, userId),
    is(sql`schedule_id`, scheduleId),
    is(sql`monitor_id`, monitorId),
  ])

/** Stores the first token of an owner; an existing one stays. */
export async function addToken(db: Database, owner: TokenOwner, { hash, sealed }: SealedToken): Promise<void> {
  await db.run(sql`
    insert into address_tokens (hash, organization_id, monitor_id, schedule_id, user_id, sealed)
    values (
      ${hash}, ${owner.organizationId}, ${owner.monitorId ?? null}, ${owner.scheduleId ?? null},
      ${owner.userId ?? null},
      ${sealed}
    )
    on conflict (organization_id, user_id, schedule_id, monitor_id) do nothing`)
}

/** The old token stops working. */
export async function replaceToken(db: Database, owner: TokenOwner, token: SealedToken): Promise<void> {
  await db.run(sql`delete from address_tokens where ${owned(owner)}`)
  await addToken(db, owner, token)
}

export async function sealedTokenOf(db: Database, owner: TokenOwner): Promise<Buffer | undefined> {
  const row = await db.row<{ sealed: Buffer }>(sql`select sealed from address_tokens where ${owned(owner)}`)
  return row?.sealed
}

const ownerColumns = sql`
  organization_id as "organizationId", monitor_id as "monitorId", schedule_id as "scheduleId", user_id as "userId"`

export async function ownerOfToken(db: Database, token: string): Promise<TokenOwner | undefined> {
  return db.row(sql`select ${ownerColumns} from address_tokens where hash = ${fingerprint(token)}`)
}

export async function organizationOfPingKey(db: Database, key: string): Promise<Organization | undefined> {
  const owner = await ownerOfToken(db, key)
  const isPingKey = owner && owner.monitorId === null && owner.scheduleId === null && owner.userId === null
  return isPingKey ? findOrganizationById(db, owner.organizationId) : undefined
}

/** A sealed token in the common shape of secrets; its id is its hash in hex. */
export interface StoredToken extends TokenOwner {
  readonly id: string
  readonly secrets: Buffer
}

/** Locks a batch of sealed tokens in a fixed order until the transaction ends. */
export function lockTokens(db: Database, { after, limit }: { after: string; limit: number }): Promise<StoredToken[]> {
  return db.rows(sql`
    select encode(hash, 'hex') as id, sealed as secrets, ${ownerColumns}
    from address_tokens
    where sealed is not null and hash > decode(${after}, 'hex')
    order by hash
    limit ${limit}
    for update`)
}

export async function saveToken(db: Database, { id, secrets }: Pick<StoredToken, 'id' | 'secrets'>): Promise<void> {
  await db.run(sql`
    update address_tokens
    set sealed = ${secrets}, plain = null
    where hash = decode(${id}, 'hex')`)
}

/** Locks tokens that an earlier version stored in plain text until the transaction ends. */
export function lockPlainTokens(db: Database, limit: number): Promise<(TokenOwner & { id: string; plain: string })[]> {
  return db.rows(sql`
    select encode(hash, 'hex') as id, plain, ${ownerColumns}
    from address_tokens
    where plain is not null
    order by hash
    limit ${limit}
    for update`)
}
