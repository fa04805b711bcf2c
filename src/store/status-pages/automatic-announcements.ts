// Automatic announcements of incidents and maintenance.
import type { PageLanguage } from '../../domain/status-page/page.ts'
import type { PublicCause } from '../../domain/status-page/public-cause.ts'
import { type DueSelection, queueItems } from '../checking/queue-items.ts'
import type { Database } from '../database/database.ts'
import { type Statement, sql } from '../database/sql.ts'
import { covering } from '../monitors/maintenance-windows.ts'

/** SQL condition: component c shows monitor m. */
const shows: Statement = sql`(not m.shadow and (m.id = any (c.monitor_ids) or m.tags && c.monitor_tags))`

export interface UnpublishedIncident {
  readonly pageId: string
  readonly organizationId: string
  readonly language: PageLanguage
  readonly incidentId: number
  readonly monitorId: string
  readonly tags: readonly string[]
  readonly rootCause: string
  readonly detectedValue: string
  readonly expected: string
  readonly startedAt: Date
  /** The components that show its monitor, in page order. */
  readonly components: readonly { readonly id: string; readonly name: string; readonly publicCause: PublicCause }[]
}

/**
 * Open critical incidents that no announcement of a page stands for, oldest first. An announcement stands for all
 * incidents of its components that began before it was resolved or removed: they are one outage.
 */
export function unpublishedIncidents(db: Database, { limit, now, only }: DueSelection): Promise<UnpublishedIncident[]> {
  return db.rows(sql`
    select p.id as "pageId", p.organization_id as "organizationId", p.language, i.id as "incidentId",
      m.id as "monitorId", m.tags, i.root_cause as "rootCause", i.detected_value as "detectedValue", i.expected,
      i.started_at as "startedAt",
      json_agg(json_build_object('id', c.id, 'name', c.name, 'publicCause', c.public_cause) order by c.position)
        as components
    from incidents i
    join monitors m on m.organization_id = i.organization_id and m.id = i.monitor_id
    join status_pages p on p.organization_id = i.organization_id and p.auto_publish_incidents
    join status_page_components c on c.page_id = p.id and ${shows}
    where i.status <> 'resolved'
      and i.severity = 'critical'
      and not exists (
        select from announcements a where a.page_id = p.id and a.source_incident_id = i.id
      )
      and not exists (
        select
        from announcements a
        where a.page_id = p.id
          and a.source_incident_id is not null
          and i.started_at <= coalesce(a.removed_at, a.resolved_at, 'infinity')
          and c.id = any (a.affected_component_ids)
      )
      and ${queueItems.unpublished.isReady({ now, only })}
    group by p.id, p.organization_id, p.language, i.organization_id, i.id, m.organization_id, m.id
    order by i.started_at, i.id
    limit ${limit}`)
}

export interface PublishedIncident {
  readonly pageId: string
  readonly language: PageLanguage
  readonly announcementId: string
  /** Whether the incident that caused it is acknowledged. */
  readonly isTakenOn: boolean
  /** Whether no monitor of its components has, or just had while flapping, a critical incident. */
  readonly isOver: boolean
  /** The first of its components; null if none is left. */
  readonly componentName: string | null
}

/** Open announcements of incidents that need an update. */
export function publishedIncidents(db: Database, { limit, now, only }: DueSelection): Promise<PublishedIncident[]> {
  return db.rows(sql`
    select *
    from (
      select p.id as "pageId", p.language, a.id as "announcementId", a.status,
        coalesce(s.acknowledged_at is not null, false) as "isTakenOn",
        not exists (
          select
          from status_page_components c
          join monitors m on m.organization_id = p.organization_id and ${shows}
          join incidents i on i.organization_id = m.organization_id and i.monitor_id = m.id
          where c.page_id = p.id
            and c.id = any (a.affected_component_ids)
            and i.severity = 'critical'
            and (i.status <> 'resolved' or i.flapping and i.resolved_at > ${now}::timestamptz - interval '5 minutes')
        ) as "isOver",
        (
          select c.name
          from status_page_components c
          where c.page_id = p.id and c.id = any (a.affected_component_ids)
          order by c.position
          limit 1
        ) as "componentName"
      from announcements a
      join status_pages p on p.id = a.page_id
      left join incidents s on s.organization_id = p.organization_id and s.id = a.source_incident_id
      where a.source_incident_id is not null and a.resolved_at is null and a.removed_at is null
        and ${queueItems.published.isReady({ now, only })}
    ) open
    where "isOver" or "isTakenOn" and status = 'investigating'
    order by "announcementId"
    limit ${limit}`)
}

export interface OwnedPage {
  readonly id: string
  readonly organizationId: string
}

/** The pages that may have to announce maintenance. */
export async function announcingPages(db: Database, { now, only }: DueSelection): Promise<OwnedPage[]> {
  return db.rows(sql`
    select p.id, p.organization_id as "organizationId"
    from status_pages p
    where ${queueItems.maintenance.isReady({ now, only })}`)
}

export interface TouchedPage {
  readonly windowId: string
  readonly pageId: string
  readonly language: PageLanguage
  readonly componentIds: readonly string[]
}

/** Which of these pages show a monitor covered by one of these windows, with those components. */
export async function pagesUnder(
  db: Database,
  pageIds: readonly string[],
  windowIds: readonly string[],
): Promise<TouchedPage[]> {
  if (windowIds.length === 0) return []
  return db.rows(sql`
    select w.id as "windowId", p.id as "pageId", p.language,
      array_agg(distinct c.id) as "componentIds"
    from maintenance_windows w
    join status_pages p on p.organization_id = w.organization_id
    join status_page_components c on c.page_id = p.id
    join monitors m on m.organization_id = w.organization_id and ${shows} and ${covering(sql`m.id`, sql`m.tags`)}
    where w.id = any (${windowIds}::uuid[]) and p.id = any (${pageIds}::uuid[])
    group by w.id, p.id, p.language`)
}
