// Pages that could not be delivered: they are not shown as paged, and the next step is due at once.
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { skippedPages } from '../incidents/incident-events.ts'
import { expediteEscalations } from './escalations.ts'

export interface MissedPage {
  readonly organizationId: string
  readonly incidentId: number
  readonly person: string
  /** The sentence for the timeline. */
  readonly sentence: string
  /** When the step started to page. */
  readonly since: Date
}

export async function missPages(db: Database, missed: readonly MissedPage[], now: Date): Promise<void> {
  for (const page of missed) {
    if (!(await isReached(db, page, page.person))) await skippedPages(db, page)
    if (!(await isReached(db, page))) await expediteEscalations(db, page, now)
  }
}

/** Whether someone, or this person, received a page of the step or may still receive one. */
async function isReached(
  db: Database,
  { organizationId, incidentId, since }: MissedPage,
  person: string | null = null,
): Promise<boolean> {
  const row = await db.row<{ reached: boolean }>(sql`
    select exists (
      select
      from deliveries d
      where d.organization_id = ${organizationId}
        and d.incident_id = ${incidentId}
        and d.oncall_page
        and d.owed_since is null
        and (${person}::text is null or d.people -> 0 ->> 'name' = ${person})
    ) or exists (
      select
      from notifications n
      left join notification_channels c on c.organization_id = n.organization_id and c.id = n.channel_id
      left join users u on u.id = c.user_id
      where n.organization_id = ${organizationId}
        and n.incident_id = ${incidentId}
        and n.oncall_page
        and n.event = 'firing'
        and n.status = 'sent'
        and n.created_at >= ${since}
        and (${person}::text is null or u.name = ${person})
    ) as reached`)
  return row!.reached
}
