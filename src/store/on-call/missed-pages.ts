// Pages that could not be delivered: they are not shown as paged, and the next step is due at once.
import type { PageOrigin } from '../../domain/notifying/delivery.ts'
import type { Database } from '../database/database.ts'
import { json, sql } from '../database/sql.ts'
import { skippedPages } from '../incidents/incident-events.ts'
import { expediteEscalations } from './escalations.ts'

export interface MissedPage {
  readonly organizationId: string
  /** The incident that the page named. */
  readonly incidentId: number
  readonly outageId: number
  readonly channelId: number | null
  readonly page: PageOrigin
  /** The sentence for the timeline. */
  readonly sentence: string
  /** When the step started to page. */
  readonly since: Date
}

export async function missPages(db: Database, missed: readonly MissedPage[], now: Date): Promise<void> {
  for (const one of missed) {
    const { policyId, step, round, userId } = one.page
    if (!(await isReached(db, one, { policyId, step, round, userId }))) await skippedPages(db, one)
    if (policyId === null || (await isReached(db, one, { policyId, step, round }))) continue
    await expediteEscalations(db, { ...one, policyId }, now)
  }
}

/** Whether someone received such a page of the outage since then, or may still receive one. */
async function isReached(
  db: Database,
  { organizationId, outageId, incidentId, since }: MissedPage,
  page: Partial<PageOrigin>,
): Promise<boolean> {
  const row = await db.row<{ reached: boolean }>(sql`
    select exists (
      select
      from deliveries d
      where d.organization_id = ${organizationId}
        and d.incident_id = ${outageId}
        and d.page @> ${json(page)}::jsonb
        and d.owed_since is null
    ) or exists (
      select
      from notifications n
      where n.organization_id = ${organizationId}
        and n.incident_id = ${incidentId}
        and n.page @> ${json(page)}::jsonb
        and n.event = 'firing'
        and n.status = 'sent'
        and n.created_at >= ${since}
    ) as reached`)
  return row!.reached
}
