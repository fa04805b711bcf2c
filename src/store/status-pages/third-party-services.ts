// The last published status of third-party services.
import type { ServiceSummary } from '../../domain/status-page/third-party.ts'
import type { Database } from '../database/database.ts'
import { json, sql } from '../database/sql.ts'

export interface ReadService extends Pick<ServiceSummary, 'status' | 'components'> {
  readonly slug: string
  /** When the service last updated its status. */
  readonly saidAt: Date | null
}

/** By slug; services that were never requested are missing. */
export async function readServices(db: Database, slugs: readonly string[]): Promise<Map<string, ReadService>> {
  if (slugs.length === 0) return new Map()
  const rows = await db.rows<ReadService>(sql`
    select slug, status, components, said_at as "saidAt"
    from third_party_services
    where slug = any (${slugs}::text[])`)
  return new Map(rows.map((service) => [service.slug, service]))
}

/** Claims services that a page shows or a monitor depends on, and that were not requested recently. */
export async function takeServicesToAsk(
  db: Database,
  { everyMs, now }: { everyMs: number; now: Date },
): Promise<string[]> {
  const rows = await db.rows<{ slug: string }>(sql`
    insert into third_party_services as s (slug, components, status, asked_at)
    select slug, '{}'::jsonb, 'unknown', ${now}::timestamptz
    from (
      select third_party ->> 'service_slug' as slug from status_page_components where third_party is not null
      union
      select unnest(vendor_slugs) from monitors where vendor_slugs <> '{}'
    ) used
    on conflict (slug) do update
    set asked_at = excluded.asked_at
    where s.asked_at <= excluded.asked_at - ${everyMs} * interval '1 millisecond'
    returning slug`)
  return rows.map(({ slug }) => slug)
}

/** A status that is not renewed for this long becomes unknown. */
const believedFor = sql`interval '15 minutes'`

export async function recordService(
  db: Database,
  { slug, summary, problem, now }: { slug: string; summary: ServiceSummary | null; problem: string | null; now: Date },
): Promise<void> {
  await db.run(
    summary
      ? sql`
        update third_party_services
        set status = ${summary.status}, components = ${json(summary.components)},
          incidents = ${json(summary.incidents)}, said_at = ${now}, problem = null
        where slug = ${slug}`
      : sql`
        update third_party_services
        set problem = ${problem},
          status = case when said_at > ${now}::timestamptz - ${believedFor} then status else 'unknown' end,
          components = case when said_at > ${now}::timestamptz - ${believedFor} then components else '{}' end
        where slug = ${slug}`,
  )
  const pages = await db.rows<{ pageId: string }>(sql`
    select distinct page_id as "pageId"
    from status_page_components
    where third_party ->> 'service_slug' = ${slug}`)
  if (pages.length > 0) db.publish({ pages: pages.map(({ pageId }) => pageId) })
}
