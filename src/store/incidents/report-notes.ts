// What people add to the report of an incident: its cause, lessons and follow-ups.
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { OfIncident } from './incident-events.ts'

export interface ReportNotes {
  readonly cause: string
  readonly lessons: string
  readonly followUps: string
  /** 0 before the first change. */
  readonly version: number
  readonly updatedAt: Date | null
  readonly updatedBy: string | null
}

const none: ReportNotes = { cause: '', lessons: '', followUps: '', version: 0, updatedAt: null, updatedBy: null }

export async function reportNotesOf(db: Database, { organizationId, incidentId }: OfIncident): Promise<ReportNotes> {
  const row = await db.row<ReportNotes>(sql`
    select cause, lessons, follow_ups as "followUps", version, updated_at as "updatedAt", updated_by as "updatedBy"
    from incident_report_notes
    where organization_id = ${organizationId} and incident_id = ${incidentId}`)
  return row ?? none
}

interface NotesDraft extends Pick<ReportNotes, 'cause' | 'lessons' | 'followUps'> {
  readonly by: string
  readonly now: Date
}

/** The caller holds the lock of the incident. */
export async function saveReportNotes(
  db: Database,
  { organizationId, incidentId }: OfIncident,
  { cause, lessons, followUps, by, now }: NotesDraft,
): Promise<void> {
  await db.run(sql`
    insert into incident_report_notes as n (
      organization_id, incident_id, cause, lessons, follow_ups, version, updated_at, updated_by
    )
    values (${organizationId}, ${incidentId}, ${cause}, ${lessons}, ${followUps}, 1, ${now}, ${by})
    on conflict (organization_id, incident_id) do update
    set cause = excluded.cause, lessons = excluded.lessons, follow_ups = excluded.follow_ups,
      version = n.version + 1, updated_at = excluded.updated_at, updated_by = excluded.updated_by`)
  db.publish({ incidents: [incidentId] })
}
