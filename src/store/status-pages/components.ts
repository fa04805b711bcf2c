// Components of a status page, and the monitors of each.
import type { Cover } from '../../domain/maintenance.ts'
import type { Component } from '../../domain/status-page/page.ts'
import type { ComponentStatus } from '../../domain/status-page/status.ts'
import type { Database } from '../database/database.ts'
import { json, sql } from '../database/sql.ts'
import { shownStatus } from '../monitors/shown-status.ts'
import { publishPageChange } from './pages.ts'

/** In display order. */
export async function componentsOf(db: Database, pageId: string): Promise<Component[]> {
  return db.rows(sql`
    select id, position, name, description, display_mode as "displayMode", public_cause as "publicCause",
      monitor_ids as "monitorIds", monitor_tags as "monitorTags", third_party as "thirdParty"
    from status_page_components
    where page_id = ${pageId}
    order by position, id`)
}

export interface ComponentMonitor {
  readonly componentId: string
  readonly id: string
  readonly monitorNumber: number
  readonly name: string
  readonly type: string
  readonly tags: readonly string[]
  readonly status: ComponentStatus
}

/** The monitors that components currently include, by name. `cover` is the active maintenance. */
export async function monitorsOfComponents(
  db: Database,
  { organizationId, components, cover }: { organizationId: string; components: readonly Component[]; cover: Cover },
): Promise<ComponentMonitor[]> {
  const named = components.flatMap(({ id, monitorIds }) => monitorIds.map((monitorId) => ({ id, monitorId })))
  const tagged = components.flatMap(({ id, monitorTags }) => monitorTags.map((tag) => ({ id, tag })))
  return db.rows(sql`
    with found as (
      select a.component_id, m.id
      from unnest(${named.map(({ id }) => id)}::uuid[], ${named.map(({ monitorId }) => monitorId)}::uuid[])
        as a (component_id, monitor_id)
      join monitors m on m.organization_id = ${organizationId} and m.id = a.monitor_id and not m.shadow
      union
      select a.component_id, m.id
      from unnest(${tagged.map(({ id }) => id)}::uuid[], ${tagged.map(({ tag }) => tag)}::text[])
        as a (component_id, tag)
      join monitors m on m.organization_id = ${organizationId} and m.tags @> array[a.tag] and not m.shadow
    )
    select f.component_id as "componentId", m.id, m.monitor_number::int as "monitorNumber", m.name, m.type, m.tags,
      ${shownStatus(cover)} as status
    from found f
    join monitors m on m.organization_id = ${organizationId} and m.id = f.id
    order by lower(m.name), m.name, m.id`)
}

/** Replaces all components of the page. */
export async function putComponents(db: Database, pageId: string, components: readonly Component[]): Promise<void> {
  await db.run(sql`delete from status_page_components where page_id = ${pageId}`)
  for (const component of components)
    await db.run(sql`
      insert into status_page_components (
        page_id, id, position, name, description, display_mode, public_cause, monitor_ids, monitor_tags, third_party
      )
      values (
        ${pageId}, ${component.id}, ${component.position}, ${component.name}, ${component.description},
        ${component.displayMode}, ${component.publicCause}, ${component.monitorIds}, ${component.monitorTags},
        ${component.thirdParty && json(component.thirdParty)}
      )`)
  publishPageChange(db, pageId)
}
