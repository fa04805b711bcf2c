// Receives the webhooks of GitHub, GitLab and pipelines.
import { nextComparison } from '../../domain/deployment/comparison.ts'
import { type DeploymentReport, readReport } from '../../domain/deployment/report.ts'
import { type WebhookRequest, signatureProblem, webhookContext } from '../../domain/deployment/signature.ts'
import { Fault } from '../../domain/fault.ts'
import { newId } from '../../domain/id.ts'
import { addActivity } from '../../store/accounts/activity.ts'
import type { Database } from '../../store/database/database.ts'
import { type SealedWebhook, deploymentWebhookAt, noteWebhookUse } from '../../store/monitors/deployment-webhooks.ts'
import { addDeployment } from '../../store/monitors/deployments.ts'
import type { Services } from '../registry/services.ts'
import { createdEvent } from './created-event.ts'

export interface DeploymentReceipt {
  readonly object: 'deployment_receipt'
  readonly status: 'recorded' | 'duplicate' | 'ignored'
  /** Why it was ignored. */
  readonly reason: string | null
  readonly deployment_id: string | null
}

/** An older event may be a replay whose deployment is no longer stored. */
const maxAgeMs = 24 * 60 * 60_000

export async function findDeploymentWebhook({ store }: Services, id: string): Promise<SealedWebhook> {
  const webhook = await deploymentWebhookAt(store, id)
  if (!webhook) throw new Fault('not_found', 'Deployment webhook not found; it may have been deleted')
  return webhook
}

/** Throws a fault if the request is not signed with the secret of the webhook. */
export function refuseForged({ vault, clock }: Services, webhook: SealedWebhook, request: WebhookRequest): void {
  const secret = vault.open(webhook.secrets, webhookContext(webhook.id))
  const problem = signatureProblem(webhook.source, secret, { request, now: clock.now() })
  if (problem !== null) throw new Fault('unauthorized', problem)
}

export async function receiveDeployment(
  { store, clock }: Services,
  webhook: SealedWebhook,
  { event, body }: { event: string; body: unknown },
): Promise<DeploymentReceipt> {
  const now = clock.now()
  const read = readReport(webhook.source, { event, body, workflow: webhook.workflow })
  if ('problem' in read) throw new Fault('invalid_request', read.problem)
  return store.transaction(async (tx) => {
    await noteWebhookUse(tx, webhook.id, now)
    const reason = 'ignored' in read ? read.ignored : reasonToIgnore(webhook, read.report, now)
    if (reason !== null || 'ignored' in read) return receipt('ignored', { reason })
    return addReported(tx, webhook, { report: read.report, now })
  })
}

function reasonToIgnore(
  { environments }: SealedWebhook,
  { environment, deployedAt }: DeploymentReport,
  now: Date,
): string | null {
  if (deployedAt && now.getTime() - deployedAt.getTime() > maxAgeMs) return 'the event is older than a day'
  const wanted = environments.map((name) => name.toLowerCase())
  if (wanted.length === 0 || wanted.includes(environment?.toLowerCase() ?? '')) return null
  return 'the environment is not one of the webhook'
}

async function addReported(
  db: Database,
  { organizationId, name, tags, monitor_ids }: SealedWebhook,
  { report, now }: { report: DeploymentReport; now: Date },
): Promise<DeploymentReceipt> {
  const { deployedAt, deployedBy, ...stated } = report
  const deployed_at = deployedAt === null || deployedAt > now ? now : deployedAt
  const times = { deployed_at, created_at: now, compareAt: nextComparison(deployed_at, null) }
  const made = { ...stated, ...times, id: newId(now), deployed_by: deployedBy, tags, monitor_ids }
  if (!(await addDeployment(db, organizationId, made))) return receipt('duplicate')
  await addActivity(db, { organizationId, actor: { name, email: null }, events: [createdEvent(made)], now })
  return receipt('recorded', { deployment_id: made.id })
}

const receipt = (status: DeploymentReceipt['status'], details: Partial<DeploymentReceipt> = {}): DeploymentReceipt => ({
  object: 'deployment_receipt',
  status,
  reason: null,
  deployment_id: null,
  ...details,
})
