import type { MonitorConfig } from '../../domain/monitor.ts'
import type { RoutedChannel } from '../../domain/notifying/routing.ts'
import type { Database } from '../database/database.ts'
import { type NewestPage, newestFirst } from '../database/position.ts'
import { type Statement, json, sql } from '../database/sql.ts'

export const channelSeverities = ['critical', 'warning'] as const
export type ChannelSeverity = (typeof channelSeverities)[number]

export interface Channel {
  readonly id: number
  readonly name: string
  readonly type: string
  readonly enabled: boolean
  readonly isDefault: boolean
  readonly severityFilter: readonly ChannelSeverity[]
  /** Secret keys hold the mask. */
  readonly config: MonitorConfig
  readonly secrets: Buffer | null
  readonly fallbackChannelId: number | null
}

export interface ShownChannel {
  id: number
  name: string
  type: string
  enabled: boolean
  is_default: boolean
  severity_filter: ChannelSeverity[]
  config: MonitorConfig
  routes: { contact_group: { id: string; name: string } }[]
  fallback_channel_id: number | null
  created_at: Date
  updated_at: Date
}

const shown = sql`
  select n.id, n.name, n.type, n.enabled, n.is_default, n.severity_filter, n.config, n.fallback_channel_id,
    n.created_at,
    n.updated_at,
    coalesce(
      (
        select json_agg(json_build_object('contact_group', json_build_object('id', g.id, 'name', g.name))
          order by listed.n)
        from jsonb_array_elements_text(n.config -> 'contact_group_ids') with ordinality as listed (id, n)
        join contact_groups g on g.organization_id = n.organization_id and g.id = listed.id::uuid
      ),
      '[]'
    ) as routes
  from notification_channels n`

export async function listChannels(db: Database, organizationId: string, page: NewestPage): Promise<ShownChannel[]> {
  return db.rows(sql`
    ${shown}
    ${newestFirst(sql`n`, page, [sql`n.organization_id = ${organizationId} and n.user_id is null`])}`)
}

export async function findChannel(db: Database, organizationId: string, id: number): Promise<ShownChannel | undefined> {
  return db.row(sql`${shown} where n.organization_id = ${organizationId} and n.user_id is null and n.id = ${id}`)
}

export interface ConfiguredChannel extends RoutedChannel {
  readonly organizationId: string
  readonly config: MonitorConfig
}

/** SQL: a ConfiguredChannel as JSON. */
export const configuredChannel = (channel: Statement): Statement => sql`
  json_build_object('organizationId', ${channel}.organization_id, 'id', ${channel}.id, 'type', ${channel}.type,
    'name', ${channel}.name, 'enabled', ${channel}.enabled, 'isDefault', ${channel}.is_default,
    'severities', ${channel}.severity_filter, 'config', ${channel}.config,
    'groupIds', coalesce(${channel}.config -> 'contact_group_ids', '[]'))`

/** The organization's channels without personal ones, for routing. */
export async function routedChannels(db: Database, organizationIds: readonly string[]): Promise<ConfiguredChannel[]> {
  const rows = await db.rows<{ channel: ConfiguredChannel }>(sql`
    select ${configuredChannel(sql`c`)} as channel
    from notification_channels c
    where organization_id = any (${organizationIds}::uuid[]) and user_id is null
    order by id`)
  return rows.map(({ channel }) => channel)
}

export const channelColumns = sql`
  id, name, type, enabled, is_default as "isDefault", severity_filter as "severityFilter", config, secrets,
  fallback_channel_id as "fallbackChannelId"`

/** Locks a channel until the transaction ends. */
export async function lockChannel(db: Database, organizationId: string, id: number): Promise<Channel | undefined> {
  return db.row(sql`
    select ${channelColumns}
    from notification_channels
    where organization_id = ${organizationId} and user_id is null and id = ${id}
    for update`)
}

/** All channels of an organization as they are stored, oldest first, without personal ones. */
export async function storedChannels(db: Database, organizationId: string): Promise<Channel[]> {
  return db.rows(sql`
    select ${channelColumns}
    from notification_channels
    where organization_id = ${organizationId} and user_id is null
    order by created_at, id`)
}

/** Secrets are sealed with the id of their channel, so the id must be known before the insert. */
export async function newChannelId(db: Database): Promise<number> {
  const drawn = await db.row<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence('notification_channels', 'id')) as id`,
  )
  return drawn!.id
}

interface ChannelWrite {
  channel: Channel
  provisioned?: boolean
  /** The user who owns it. */
  userId?: string
  /** The channel that sends for it. */
  providerId?: number | undefined
  now: Date
}

export async function addChannel(
  db: Database,
  organizationId: string,
  { channel, provisioned = false, userId, providerId, now }: ChannelWrite,
): Promise<void> {
  await db.run(sql`
    insert into notification_channels (
      organization_id, id, name, type, enabled, is_default, severity_filter, config, secrets, fallback_channel_id,
      provisioned, user_id, provider_id, created_at, updated_at
    )
    values (
      ${organizationId}, ${channel.id}, ${channel.name}, ${channel.type}, ${channel.enabled}, ${channel.isDefault},
      ${channel.severityFilter}, ${json(channel.config)}, ${channel.secrets}, ${channel.fallbackChannelId},
      ${provisioned}, ${userId ?? null}, ${providerId ?? null}, ${now}, ${now}
    )`)
}

export async function changeChannel(
  db: Database,
  organizationId: string,
  { channel, now }: ChannelWrite,
): Promise<void> {
  await db.run(sql`
    update notification_channels
    set name = ${channel.name}, type = ${channel.type}, enabled = ${channel.enabled}, is_default = ${channel.isDefault},
      severity_filter = ${channel.severityFilter}, config = ${json(channel.config)},
      secrets = ${channel.secrets},
      fallback_channel_id = ${channel.fallbackChannelId}, updated_at = ${now}
    where organization_id = ${organizationId} and id = ${channel.id}`)
}

export async function deleteChannel(db: Database, organizationId: string, id: number): Promise<void> {
  await db.run(sql`delete from notification_channels where organization_id = ${organizationId} and id = ${id}`)
}

export async function countChannels(db: Database, organizationId: string, types: readonly string[]): Promise<number> {
  const counted = await db.row<{ count: number }>(sql`
    select count(*) as count
    from notification_channels
    where organization_id = ${organizationId} and user_id is null and type = any (${types})`)
  return counted!.count
}

/** The chain of channels that are used when the one before fails. */
export async function chainOfFallbacks(db: Database, organizationId: string, id: number): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    with recursive chain as (
      select id, fallback_channel_id from notification_channels where organization_id = ${organizationId} and id = ${id}
      union
      select n.id, n.fallback_channel_id
      from chain
      join notification_channels n on n.organization_id = ${organizationId} and n.id = chain.fallback_channel_id
    )
    select id from chain`)
  return rows.map((row) => row.id)
}

export interface SealedChannel {
  id: number
  organizationId: string
  secrets: Buffer
}

/** Locks a batch of channels with secrets in a fixed order until the transaction ends. */
export async function lockChannelSecrets(
  db: Database,
  { after, limit }: { after: number; limit: number },
): Promise<SealedChannel[]> {
  return db.rows(sql`
    select organization_id as "organizationId", id, secrets
    from notification_channels
    where secrets is not null and id > ${after}
    order by id
    limit ${limit}
    for update`)
}

export async function saveChannelSecrets(db: Database, { organizationId, id, secrets }: SealedChannel): Promise<void> {
  await db.run(sql`
    update notification_channels set secrets = ${secrets} where organization_id = ${organizationId} and id = ${id}`)
}

/** SQL condition: a channel receives the alerts of this contact group. */
export const channelsNaming = (organizationId: string, groupId: string): Statement => sql`
  organization_id = ${organizationId} and config -> 'contact_group_ids' ? ${groupId}`

export async function takeGroupFromChannels(
  db: Database,
  { organizationId, groupId, now }: { organizationId: string; groupId: string; now: Date },
): Promise<void> {
  await db.run(sql`
    update notification_channels
    set config = jsonb_set(config, '{contact_group_ids}', (config -> 'contact_group_ids') - ${groupId}::text),
      updated_at = ${now}
    where ${channelsNaming(organizationId, groupId)}`)
}
