// Deletes data whose retention has ended.
import { undoableMs } from '../../domain/limits/assistant-change.ts'
import { retention } from '../../domain/history/retention.ts'
import { dropExpiredActivity } from '../../store/accounts/activity.ts'
import { dropOldConfirmations } from '../../store/assistants/confirmations.ts'
import { dropOldA2aTasks } from '../../store/assistants/a2a-tasks.ts'
import { dropOldChanges } from '../../store/assistants/changes.ts'
import { dropCheckRequests } from '../../store/checking/check-requests.ts'
import { dropSharedAnswers } from '../../store/checking/shared-answers.ts'
import { dropTries } from '../../store/checking/tries.ts'
import { dropExpiredPlans } from '../../store/config/config-plans.ts'
import { dropConfigTries } from '../../store/config/config-tries.ts'
import { dropDeletedObjects } from '../../store/config/managed-objects.ts'
import { attemptAll } from '../../store/database/attempt-all.ts'
import type { Database } from '../../store/database/database.ts'
import { dropFailureEvidence } from '../../store/results/evidence.ts'
import { dropStoredResponses } from '../../store/accounts/idempotency.ts'
import { dropExpiredReplies } from '../../store/notifications/used-replies.ts'
import { dropOldReportEmails } from '../../store/reports/report-emails.ts'
import { dropExpiredIncidents } from '../../store/accounts/retention.ts'
import { dropOldDeployments } from '../../store/monitors/deployments.ts'
import { keepPartitions } from '../../store/results/partitions.ts'
import { dropOldGuesses } from '../../store/accounts/guesses.ts'
import { dropExpiredInvitations } from '../../store/accounts/invitations.ts'
import { dropExpiredSessions } from '../../store/accounts/sessions.ts'
import { dropUnusedSignInHosts } from '../../store/accounts/sign-in-hosts.ts'
import { dropExpiredVerifications } from '../../store/accounts/verifications.ts'
import { dropIdleWindows } from '../../store/accounts/rate-windows.ts'
import { dropUnusedClients } from '../../store/oauth/clients.ts'
import { dropOldDeviceRequests } from '../../store/oauth/device-codes.ts'
import { dropExpiredGrants } from '../../store/oauth/grants.ts'
import { dropExpiredConsentRequests } from '../../store/oauth/requests.ts'
import { dropExpiredTokens } from '../../store/oauth/tokens.ts'
import { dropUnconfirmed } from '../../store/status-pages/subscribers.ts'

const minute = 60_000
const day = 24 * 60 * minute

export async function applyRetention(db: Database, now: Date): Promise<void> {
  const before = (ms: number): Date => new Date(now.getTime() - ms)
  await attemptAll([
    () => keepPartitions(db, { ...retention, now }),
    () => dropFailureEvidence(db, before(retention.resultDays * day)),
    () => dropCheckRequests(db, before(120 * minute)),
    () => dropTries(db, { drafts: before(10 * minute), diagnostics: before(day) }),
    () => dropConfigTries(db, before(60 * minute)),
    () => dropSharedAnswers(db, before(30 * day)),
    () => dropStoredResponses(db, before(day)),
    () => dropIdleWindows(db, before(2 * minute)),
    () => dropExpiredSessions(db, now),
    () => dropUnusedSignInHosts(db, before(400 * day)),
    () => dropExpiredVerifications(db, now),
    () => dropExpiredInvitations(db, before(30 * day)),
    () => dropOldGuesses(db, before(2 * day)),
    () => dropOldA2aTasks(db, before(7 * day)),
    () => dropOldConfirmations(db, before(7 * day)),
    () => dropOldChanges(db, before(2 * undoableMs)),
    () => dropExpiredConsentRequests(db, now),
    () => dropOldDeviceRequests(db, before(60 * minute)),
    () => dropExpiredTokens(db, now),
    () => dropExpiredGrants(db, now),
    () => dropUnusedClients(db, before(30 * day)),
    () => dropOldReportEmails(db, before(90 * day)),
    () => dropExpiredActivity(db, now),
    () => dropExpiredIncidents(db, now),
    () => dropUnconfirmed(db, now),
    () => dropExpiredReplies(db, now),
    () => dropOldDeployments(db, before(400 * day)),
    () => dropExpiredPlans(db, before(day)),
    () => dropDeletedObjects(db, before(30 * day)),
  ])
}
