// Contact methods: personal channels through which a user is paged.
import type { MonitorConfig } from '../../domain/monitor.ts'
import type { Database } from '../database/database.ts'
import { type Channel, addChannel, channelColumns, channelSeverities } from '../notifications/channels.ts'
import { sql } from '../database/sql.ts'

export interface ContactMethod {
  id: number
  name: string
  type: string
  /** Secret keys hold the mask. */
  config: MonitorConfig
  created_at: Date
}

interface ContactMethodOwner {
  organizationId: string
  userId: string
}

/** Oldest first. */
export async function listContactMethods(
  db: Database,
  { organizationId, userId }: ContactMethodOwner,
): Promise<ContactMethod[]> {
  return db.rows(sql`
    select id, name, type, config, created_at
    from notification_channels
    where organization_id = ${organizationId} and user_id = ${userId}
    order by id`)
}

export async function findContactMethod(
  db: Database,
  { organizationId, userId }: ContactMethodOwner,
  id: number,
): Promise<ContactMethod | undefined> {
  return db.row(sql`
    select id, name, type, config, created_at
    from notification_channels
    where organization_id = ${organizationId} and user_id = ${userId} and id = ${id}`)
}

type MethodDraft = Pick<Channel, 'id' | 'name' | 'type' | 'config' | 'secrets'>

export async function addContactMethod(
  db: Database,
  { organizationId, userId }: ContactMethodOwner,
  draft: MethodDraft,
  now: Date,
): Promise<void> {
  const channel = {
    ...draft,
    enabled: true,
    isDefault: false,
    severityFilter: channelSeverities,
    fallbackChannelId: null,
  }
  await addChannel(db, organizationId, { channel, userId, now })
}

export async function deleteContactMethod(
  db: Database,
  { organizationId, userId }: ContactMethodOwner,
  id: number,
): Promise<void> {
  await db.run(sql`
    delete from notification_channels
    where organization_id = ${organizationId} and user_id = ${userId} and id = ${id}`)
}

/** The provisioned method with this name. */
export async function lockProvisionedMethod(
  db: Database,
  { organizationId, userId }: ContactMethodOwner,
  name: string,
): Promise<Channel | undefined> {
  return db.row(sql`
    select ${channelColumns}
    from notification_channels
    where organization_id = ${organizationId} and user_id = ${userId} and provisioned and lower(name) = lower(${name})
    order by id
    limit 1
    for update`)
}

export async function deleteOtherProvisionedMethods(
  db: Database,
  { organizationId, userId }: ContactMethodOwner,
  keep: readonly number[],
): Promise<number> {
  return db.run(sql`
    delete from notification_channels
    where organization_id = ${organizationId} and user_id = ${userId} and provisioned
      and id <> all (${keep}::bigint[])`)
}

export interface PagedMethod {
  userId: string
  id: number
  type: string
  name: string
}

/** The contact methods of these users. */
export async function contactMethodsOf(
  db: Database,
  organizationId: string,
  userIds: readonly string[],
): Promise<PagedMethod[]> {
  return db.rows(sql`
    select user_id as "userId", id, type, name
    from notification_channels
    where organization_id = ${organizationId} and user_id = any (${userIds}::uuid[]) and enabled
    order by id`)
}
