// Subscribers of status pages.
import { type PlanLimits, type PlanName, allows, limitsOf } from '../../domain/plan.ts'
import type { PageLanguage } from '../../domain/status-page/page.ts'
import type { Subscriber, SubscriberChannel, SubscriberState, Wishes } from '../../domain/status-page/subscriber.ts'
import type { Database } from '../database/database.ts'
import { contains, every, sql } from '../database/sql.ts'

const columns = sql`
  s.id, s.page_id as "pageId", s.channel, s.language, s.component_ids as "componentIds", s.kinds,
  s.confirmed_at as "confirmedAt"`

export interface NewSubscriber {
  readonly id: string
  readonly pageId: string
  readonly channel: SubscriberChannel
  /** The address as shown to members of the organization. */
  readonly shown: string
  readonly addressHash: Buffer
  readonly tokenHash: Buffer
  readonly sealed: Buffer
  readonly language: PageLanguage
  readonly confirmBy: Date
}

/** Returns the subscriber to send a confirmation request to; nothing if this address got one recently. */
export async function addSubscriber(
  db: Database,
  subscriber: NewSubscriber,
  { confirmedBefore, now }: { confirmedBefore: Date; now: Date },
): Promise<{ id: string } | undefined> {
  return db.row(sql`
    insert into status_page_subscribers as s (
      page_id, id, channel, address, address_hash, sealed, token_hash, language, confirm_by, asked_at, created_at
    )
    values (
      ${subscriber.pageId}, ${subscriber.id}, ${subscriber.channel}, ${subscriber.shown}, ${subscriber.addressHash},
      ${subscriber.sealed}, ${subscriber.tokenHash}, ${subscriber.language}, ${subscriber.confirmBy}, ${now}, ${now}
    )
    on conflict (page_id, channel, address_hash) do update
    set confirm_by = excluded.confirm_by, asked_at = excluded.asked_at, failures = 0, retired_at = null,
      retired_reason = null
    where s.asked_at < ${confirmedBefore}
    returning s.id`)
}

/** Whether this address is already subscribed. */
export async function isSubscribed(
  db: Database,
  { pageId, channel, addressHash }: Pick<NewSubscriber, 'pageId' | 'channel' | 'addressHash'>,
): Promise<boolean> {
  const row = await db.row(sql`
    select
    from status_page_subscribers
    where page_id = ${pageId}
      and channel = ${channel}
      and address_hash = ${addressHash}
      and confirmed_at is not null
      and retired_at is null`)
  return row !== undefined
}

/**
 * Whether the plan allows one more subscriber. Locks the organization, so that two requests cannot both take the last
 * place.
 */
export async function hasRoom(db: Database, pageId: string): Promise<boolean> {
  const organization = await db.row<{ id: string; plan: PlanName; limits: Partial<PlanLimits> }>(sql`
    select o.id, o.plan, o.limits
    from status_pages p
    join organizations o on o.id = p.organization_id
    where p.id = ${pageId}
    for no key update of o`)
  if (!organization) return false
  const limit = limitsOf(organization.plan, organization.limits).status_page_subscribers
  return limit < 0 || allows(limit, (await countSubscribers(db, organization.id)).confirmed)
}

/** For all pages of an organization, without retired subscribers. */
export async function countSubscribers(
  db: Database,
  organizationId: string,
): Promise<{ confirmed: number; waiting: number }> {
  const row = await db.row<{ confirmed: number; waiting: number }>(sql`
    select count(s.confirmed_at) as confirmed, count(*) - count(s.confirmed_at) as waiting
    from status_pages p
    join status_page_subscribers s on s.page_id = p.id
    where p.organization_id = ${organizationId} and s.retired_at is null`)
  return row!
}

export async function subscriberOfToken(
  db: Database,
  pageId: string,
  { tokenHash, now }: { tokenHash: Buffer; now: Date },
): Promise<Subscriber | undefined> {
  return db.row(sql`
    select ${columns}
    from status_page_subscribers s
    where s.page_id = ${pageId}
      and s.token_hash = ${tokenHash}
      and (s.confirmed_at is not null or s.confirm_by > ${now})`)
}

/** Stores the subscriber's choices, which also confirms the subscription. */
export async function storeWishes(db: Database, id: string, { componentIds, kinds, now }: Wishes & { now: Date }) {
  await db.run(sql`
    update status_page_subscribers
    set component_ids = ${componentIds}, kinds = ${kinds}, confirmed_at = coalesce(confirmed_at, ${now})
    where id = ${id}`)
}

export interface ListedSubscriber extends Subscriber {
  readonly address: string
  readonly state: SubscriberState
  readonly retiredAt: Date | null
  readonly retiredReason: string | null
  readonly createdAt: Date
}

const state = sql`
  case when s.retired_at is not null then 'retired' when s.confirmed_at is not null then 'confirmed' else 'waiting' end`

const listed = sql`
  ${columns}, s.address, ${state} as state, s.retired_at as "retiredAt", s.retired_reason as "retiredReason",
  s.created_at as "createdAt"`

export interface SubscriberFilter {
  readonly q?: string | undefined
  readonly channel?: SubscriberChannel | undefined
  readonly state?: SubscriberState | undefined
}

/** Newest first: ids start with their creation time. */
export async function listSubscribers(
  db: Database,
  pageId: string,
  { filter, after, limit }: { filter: SubscriberFilter; after: string | undefined; limit: number },
): Promise<ListedSubscriber[]> {
  const { q, channel, state: wanted } = filter
  return db.rows(sql`
    select ${listed}
    from status_page_subscribers s
    where ${every([
      sql`s.page_id = ${pageId}`,
      q !== undefined && contains(sql`lower(s.address)`, q),
      channel !== undefined && sql`s.channel = ${channel}`,
      wanted !== undefined && sql`${state} = ${wanted}`,
      after !== undefined && sql`s.id < ${after}`,
    ])}
    order by s.id desc
    limit ${limit}`)
}

/** The number of subscribers by kind and state; missing if zero. */
export async function subscribersByKind(
  db: Database,
  pageId: string,
): Promise<{ channel: SubscriberChannel; state: SubscriberState; count: number }[]> {
  return db.rows(sql`
    select s.channel, ${state} as state, count(*)
    from status_page_subscribers s
    where s.page_id = ${pageId}
    group by 1, 2`)
}

export async function findSubscriber(db: Database, pageId: string, id: string): Promise<ListedSubscriber | undefined> {
  return db.row(sql`
    select ${listed} from status_page_subscribers s where s.page_id = ${pageId} and s.id = ${id}`)
}

export async function dropSubscriber(db: Database, id: string): Promise<void> {
  await db.run(sql`delete from status_page_subscribers where id = ${id}`)
}

/** Deletes subscribers who never confirmed. */
export async function dropUnconfirmed(db: Database, now: Date): Promise<number> {
  return db.run(sql`delete from status_page_subscribers where confirmed_at is null and confirm_by <= ${now}`)
}

export interface SubscriberFailure {
  readonly id: string
  /** Why no more messages are sent; null while attempts continue. */
  readonly retired: string | null
}

/** Counts a failed notice to these subscribers. */
export async function countFailures(
  db: Database,
  failed: readonly SubscriberFailure[],
  { most: maxCount, now }: { most: number; now: Date },
): Promise<void> {
  if (failed.length === 0) return
  await db.run(sql`
    update status_page_subscribers s
    set failures = s.failures + 1,
      retired_at = case when f.retired is not null or s.failures + 1 >= ${maxCount} then ${now}::timestamptz end,
      retired_reason = case
        when f.retired is not null then f.retired
        when s.failures + 1 >= ${maxCount} then 'could not be reached several times in a row'
      end
    from unnest(${failed.map(({ id }) => id)}::uuid[], ${failed.map(({ retired }) => retired)}::text[])
      as f (id, retired)
    where s.id = f.id`)
}

export async function forgiveFailures(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.run(sql`
    update status_page_subscribers set failures = 0 where id = any (${ids}::uuid[]) and failures > 0`)
}

export interface SealedSubscriber {
  readonly id: string
  readonly secrets: Buffer
}

/** Locks a batch of sealed addresses by id until the transaction ends. */
export async function lockSealedSubscribers(
  db: Database,
  { after, limit }: { after: string; limit: number },
): Promise<SealedSubscriber[]> {
  return db.rows(sql`
    select id, sealed as secrets
    from status_page_subscribers
    where id > ${after}
    order by id
    limit ${limit}
    for update`)
}

export async function saveSealedSubscriber(db: Database, { id, secrets }: SealedSubscriber): Promise<void> {
  await db.run(sql`update status_page_subscribers set sealed = ${secrets} where id = ${id}`)
}
