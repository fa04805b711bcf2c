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
  await keepPartitions(db, { ...retention, now })
  await dropFailureEvidence(db, new Date(now.getTime() - retention.resultDays * day))
  await dropCheckRequests(db, new Date(now.getTime() - 120 * minute))
  await dropTries(db, { drafts: new Date(now.getTime() - 10 * minute), diagnostics: new Date(now.getTime() - day) })
  await dropConfigTries(db, new Date(now.getTime() - 60 * minute))
  await dropSharedAnswers(db, new Date(now.getTime() - 30 * day))
  await dropStoredResponses(db, new Date(now.getTime() - day))
  await dropIdleWindows(db, new Date(now.getTime() - 2 * minute))
  await dropExpiredSessions(db, now)
  await dropUnusedSignInHosts(db, new Date(now.getTime() - 400 * day))
  await dropExpiredVerifications(db, now)
  await dropExpiredInvitations(db, new Date(now.getTime() - 30 * day))
  await dropOldGuesses(db, new Date(now.getTime() - 2 * day))
  await dropOldA2aTasks(db, new Date(now.getTime() - 7 * day))
  await dropOldConfirmations(db, new Date(now.getTime() - 7 * day))
  await dropOldChanges(db, new Date(now.getTime() - 2 * undoableMs))
  await dropExpiredConsentRequests(db, now)
  await dropOldDeviceRequests(db, new Date(now.getTime() - 60 * minute))
  await dropExpiredTokens(db, now)
  await dropExpiredGrants(db, now)
  await dropUnusedClients(db, new Date(now.getTime() - 30 * day))
  await dropOldReportEmails(db, new Date(now.getTime() - 90 * day))
  await dropExpiredActivity(db, now)
  await dropExpiredIncidents(db, now)
  await dropUnconfirmed(db, now)
  await dropExpiredReplies(db, now)
  await dropOldDeployments(db, new Date(now.getTime() - 400 * day))
  await dropExpiredPlans(db, new Date(now.getTime() - day))
  await dropDeletedObjects(db, new Date(now.getTime() - 30 * day))
}
