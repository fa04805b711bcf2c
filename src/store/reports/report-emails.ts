// Report emails, each of which is sent at most once.
import type { Cadence } from '../../domain/report/schedule.ts'
import { type DueSelection, queueItems } from '../checking/queue-items.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export interface DueReportEmail {
  organizationId: string
  cadence: Cadence
  dueAt: Date
  recipient: string
}

export async function addReportEmails(
  db: Database,
  { organizationId, cadence, dueAt, recipients }: Omit<DueReportEmail, 'recipient'> & { recipients: readonly string[] },
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into report_letters (organization_id, cadence, due_at, recipient, try_at)
    select ${organizationId}, ${cadence}, ${dueAt}, recipient, ${now}
    from unnest(${recipients}::text[]) as recipient
    on conflict do nothing`)
}

/** Oldest first, without a lock: each is claimed separately right before it is sent. */
export async function waitingReportEmails(db: Database, { limit, now }: DueSelection): Promise<DueReportEmail[]> {
  return db.rows(sql`
    select organization_id as "organizationId", cadence, due_at as "dueAt", recipient
    from report_letters l
    where state = 'waiting' and try_at <= ${now} and ${queueItems.reportEmails.isReady({ now })}
    order by due_at, organization_id, cadence, recipient
    limit ${limit}`)
}

const which = ({ organizationId, cadence, dueAt, recipient }: DueReportEmail) => sql`
  organization_id = ${organizationId} and cadence = ${cadence} and due_at = ${dueAt} and recipient = ${recipient}`

/** Returns whether the caller may send it. */
export async function takeReportEmail(db: Database, email: DueReportEmail, now: Date): Promise<boolean> {
  const taken = await db.run(sql`
    update report_letters
    set state = 'sending', taken_at = ${now}
    where ${which(email)} and state = 'waiting'`)
  return taken > 0
}

export type EmailResult =
  | { state: 'sent' }
  | { state: 'failed' | 'unsure'; error: string }
  | { state: 'waiting'; error: string; tryAt: Date }

export async function endReportEmail(db: Database, email: DueReportEmail, end: EmailResult, now: Date): Promise<void> {
  await db.run(sql`
    update report_letters
    set state = ${end.state}, error = ${'error' in end ? end.error : null},
      try_at = ${'tryAt' in end ? end.tryAt : now}, ended_at = ${end.state === 'waiting' ? null : now}
    where ${which(email)} and state in ('sending', 'waiting')`)
}

/** Gives up emails whose sender died: they may have been sent. */
export function giveUpReportEmails(db: Database, { now, only }: DueSelection, before: Date): Promise<DueReportEmail[]> {
  return db.rows(sql`
    update report_letters l
    set state = 'unsure', error = 'Lapwing stopped while it was sent', ended_at = ${now}
    where state = 'sending' and taken_at < ${before} and ${queueItems.reportEmails.isReady({ now, only })}
    returning organization_id as "organizationId", cadence, due_at as "dueAt", recipient`)
}

export interface LastReportEmails {
  cadence: Cadence
  dueAt: Date
  sent: number
  errors: string[]
}

/** The result of the latest email of each cadence. */
export async function lastReportEmails(db: Database, organizationId: string): Promise<LastReportEmails[]> {
  return db.rows(sql`
    select cadence, due_at as "dueAt", (count(*) filter (where state = 'sent'))::int as sent,
      coalesce(array_agg(recipient || ': ' || error order by recipient)
        filter (where error is not null), '{}') as errors
    from report_letters l
    where organization_id = ${organizationId}
      and due_at = (
        select max(due_at) from report_letters x where x.organization_id = l.organization_id and x.cadence = l.cadence
      )
    group by cadence, due_at`)
}

export async function dropOldReportEmails(db: Database, before: Date): Promise<void> {
  await db.run(sql`delete from report_letters where due_at < ${before}`)
}
