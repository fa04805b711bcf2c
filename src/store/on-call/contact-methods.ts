// Contact methods: personal channels through which a user is paged.
import type { MonitorConfig } from '../../domain/monitor.ts'
import type { Database } from '../database/database.ts'
import { type Channel, addChannel, channelColumns, channelSeverities } from '../notifications/channels.ts'
import { iso, sql } from '../database/sql.ts'
import { withProvider } from '../notifications/channel-providers.ts'
import type { NotificationStatus } from '../notifications/log.ts'

export interface ContactMethod {
  id: number
  name: string
  type: string
  /** False once its receiver is gone. */
  enabled: boolean
  /** Secret keys hold the mask. */
  config: MonitorConfig
  created_at: Date
  provider: { id: number; name: string } | null
  /** The latest message through it that was tried. */
  last: { status: NotificationStatus; error: string | null; created_at: string } | null
}

interface ContactMethodOwner {
  organizationId: string
  userId: string
}

const methods = sql`
  select c.id, c.name, c.type, c.enabled, c.config, c.created_at, to_json(last) as last,
    case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end as provider
  from notification_channels c
  ${withProvider}
  left join lateral (
    select n.status, n.error, ${iso(sql`n.created_at`)} as created_at
    from notifications n
    where n.organization_id = c.organization_id and n.channel_id = c.id and n.status <> 'silenced'
    order by n.created_at desc, n.id desc
    limit 1
  ) last on true`

/** Oldest first. */
export async function listContactMethods(
  db: Database,
  { organizationId, userId }: ContactMethodOwner,
): Promise<ContactMethod[]> {
  return db.rows(sql`
    ${methods}
    where c.organization_id = ${organizationId} and c.user_id = ${userId}
    order by c.id`)
}

export async function findContactMethod(
  db: Database,
  { organizationId, userId }: ContactMethodOwner,
  id: number,
): Promise<ContactMethod | undefined> {
  return db.row(sql`
    ${methods}
    where c.organization_id = ${organizationId} and c.user_id = ${userId} and c.id = ${id}`)
}

type MethodDraft = Pick<Channel, 'id' | 'name' | 'type' | 'config' | 'secrets'> & { providerId?: number | undefined }

export async function addContactMethod(
  db: Database,
  { organizationId, userId }: ContactMethodOwner,
  { providerId, ...draft }: MethodDraft,
  now: Date,
): Promise<void> {
  const channel = {
    ...draft,
    enabled: true,
    isDefault: false,
    severityFilter: channelSeverities,
    fallbackChannelId: null,
  }
  await addChannel(db, organizationId, { channel, userId, providerId, now })
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

export async function disableMethods(db: Database, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await db.run(sql`
    update notification_channels
    set enabled = false, updated_at = ${now}
    where id = any (${ids}::bigint[]) and user_id is not null and enabled`)
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
    select c.user_id as "userId", c.id, c.type, c.name
    from notification_channels c
    ${withProvider}
    where c.organization_id = ${organizationId} and c.user_id = any (${userIds}::uuid[]) and c.enabled
      and coalesce(p.enabled, true)
    order by c.id`)
}
