// Sends due reports by email. An email is claimed once, before it is sent: after a crash it may stay unsent, but it is
// never sent twice.
import { createHash } from 'node:crypto'
import { DeliveryFailed } from '../../channels/define.ts'
import type { OutgoingEmail } from '../../channels/shared/send-email.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import { latestDue, nextDue, reportedPeriod } from '../../domain/report/schedule.ts'
import { type ReportEmail, reportEmail } from '../../reports/email.ts'
import { makeReport } from '../../reports/report.ts'
import { findOrganizationById } from '../../store/accounts/organizations.ts'
import { nextReport } from '../../store/checking/due-times.ts'
import { countRefused } from '../../store/checking/refused-items.ts'
import { type DueSelection, queueItems } from '../../store/checking/queue-items.ts'
import type { Database } from '../../store/database/database.ts'
import { isPassing } from '../../store/database/failures.ts'
import {
  type EmailResult,
  type DueReportEmail,
  addReportEmails,
  endReportEmail,
  giveUpReportEmails,
  takeReportEmail,
  waitingReportEmails,
} from '../../store/reports/report-emails.ts'
import { findSchedule, lockDueSchedules, putSchedule } from '../../store/reports/schedules.ts'
import { processDue } from '../due-queue.ts'
import { setItemAside } from '../isolation.ts'
import { startRounds } from '../rounds.ts'
import type { LoopServices } from '../services.ts'

export interface ReportMail {
  /** Sends it once; throws if the server refuses it. */
  deliver(email: OutgoingEmail): Promise<void>
}

export interface ReportParts extends LoopServices {
  readonly mail: ReportMail
  readonly origin: () => string | null
}

const restMs = 5000
const maxRound = 50
const minute = 60_000
const retryMs = 5 * minute
const day = 1440 * minute
/** Longer than the timeout of the mail server. */
const takenForMs = 5 * minute

export function startReportEmails(parts: ReportParts): { stop(): Promise<void> } {
  const { clock, log, board } = parts
  return startRounds({
    round: () => sendDueReports(parts),
    clock,
    log,
    failureMessage: 'reports could not be sent; trying again',
    restMs,
    untilDue: board?.add({ dueAt: nextReport }),
  })
}

/** Sends one batch, and returns whether there may be more. */
async function sendDueReports(parts: ReportParts): Promise<boolean> {
  const { store, clock } = parts
  await processDue(parts, { items: queueItems.reportSchedules, limit: maxRound, process: queueEmails })
  await processDue(parts, { items: queueItems.reportEmails, process: giveUpLost })
  const waiting = await waitingReportEmails(store, { limit: maxRound, now: clock.now() })
  for (const emails of byOccasion(waiting)) await sendOccasion(parts, emails)
  return waiting.length === maxRound
}

/** Reports that were missed while no process ran are not sent later, except for the latest. */
async function queueEmails(db: Database, { now, ...selection }: DueSelection): Promise<number> {
  const schedules = await lockDueSchedules(db, { now, ...selection })
  for (const schedule of schedules) {
    const { organizationId, cadence, recipients } = schedule
    const dueAt = latestDue(schedule, { due: schedule.nextAt, now })
    await addReportEmails(db, { organizationId, cadence, dueAt, recipients }, now)
    await putSchedule(db, organizationId, { ...schedule, nextAt: nextDue(schedule, now) })
  }
  return schedules.length
}

async function giveUpLost(db: Database, due: DueSelection, log: Log): Promise<number> {
  const lost = await giveUpReportEmails(db, due, new Date(due.now.getTime() - takenForMs))
  db.afterCommit(() => {
    for (const { organizationId, cadence } of lost)
      log.warn('a report may have been sent or not, and is not sent again', { organizationId, cadence })
  })
  return lost.length
}

function byOccasion(emails: readonly DueReportEmail[]): DueReportEmail[][] {
  const found = new Map<string, DueReportEmail[]>()
  for (const email of emails) {
    const key = `${email.organizationId} ${email.cadence} ${email.dueAt.toISOString()}`
    found.set(key, [...(found.get(key) ?? []), email])
  }
  return [...found.values()]
}

async function sendOccasion(parts: ReportParts, emails: readonly DueReportEmail[]): Promise<void> {
  const content = await writtenOr(parts, emails)
  for (const email of emails)
    await sendOne(parts, email, content).catch((error: unknown) => {
      if (isPassing(error)) throw error
      const { organizationId, cadence, recipient } = email
      return setItemAside(parts, { items: queueItems.reportEmails, ids: { organizationId, cadence, recipient }, error })
    })
}

async function sendOne(
  parts: ReportParts,
  email: DueReportEmail,
  content: ReportEmail | DeliveryFailed,
): Promise<void> {
  const { store, clock, log } = parts
  if (!(await takeReportEmail(store, email, clock.now()))) return
  const end = content instanceof Error ? endAfter(content, email, clock) : await handOver(parts, email, content)
  await endReportEmail(store, email, end, clock.now())
  if (end.state !== 'sent')
    log.warn('a report could not be sent', { organizationId: email.organizationId, error: end.error })
}

const gone = new DeliveryFailed('Its schedule is gone', { permanent: true })

/** A report that cannot be made holds up no other one. */
async function writtenOr(parts: ReportParts, emails: readonly DueReportEmail[]): Promise<ReportEmail | DeliveryFailed> {
  const { store, clock, log } = parts
  const { organizationId, cadence } = emails[0]!
  try {
    return (await contentOf(parts, emails[0]!)) ?? gone
  } catch (error) {
    if (isPassing(error)) throw error
    log.error('a report could not be made', { organizationId, cadence, error: String(error) })
    await countRefused(store, { kind: 'report emails', count: emails.length }, clock.now())
    return new DeliveryFailed('The report could not be made; the reason has been logged', { cause: error })
  }
}

async function contentOf({ store, clock, origin }: ReportParts, one: DueReportEmail): Promise<ReportEmail | null> {
  const { organizationId, cadence, dueAt } = one
  const organization = await findOrganizationById(store, organizationId)
  const schedule = await findSchedule(store, organizationId, cadence)
  if (!organization || !schedule?.enabled) return null
  const { timezone } = organization
  const request = {
    organization,
    period: reportedPeriod({ ...schedule, timezone }, dueAt),
    choice: schedule,
    slaTarget: schedule.slaTarget,
    now: clock.now(),
  }
  const report = await store.read((db) => makeReport(db, request))
  return reportEmail(report, origin())
}

async function handOver(
  { mail, clock }: ReportParts,
  email: DueReportEmail,
  content: ReportEmail,
): Promise<EmailResult> {
  try {
    const to = { name: '', address: email.recipient }
    await mail.deliver({ ...content, to, messageKey: keyOf(email) })
    return { state: 'sent' }
  } catch (error) {
    const { message } = error as Error
    if (!(error instanceof DeliveryFailed) || error.uncertain) return { state: 'unsure', error: message }
    return endAfter(error, email, clock)
  }
}

function endAfter({ permanent, message }: DeliveryFailed, { dueAt }: DueReportEmail, clock: Clock): EmailResult {
  const isLate = clock.now().getTime() - dueAt.getTime() > day
  if (permanent || isLate) return { state: 'failed', error: message }
  return { state: 'waiting', error: message, tryAt: new Date(clock.now().getTime() + retryMs) }
}

/** The same for every attempt, so that a mail server can recognize a duplicate. */
function keyOf({ organizationId, cadence, dueAt, recipient }: DueReportEmail): string {
  return createHash('sha256')
    .update([organizationId, cadence, dueAt.toISOString(), recipient].join(' '))
    .digest('hex')
    .slice(0, 32)
}
