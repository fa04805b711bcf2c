// What every way of reporting a deployment shares.
import { deploymentName } from '../../domain/deployment/report.ts'
import type { ActivityDraft } from '../../store/accounts/activity.ts'
import type { Deployment } from '../../store/monitors/deployments.ts'

export const createdEvent = (made: Deployment): ActivityDraft => ({
  entityType: 'deployment',
  entityId: made.id,
  entityName: deploymentName(made),
  action: 'deployment.created',
  changes: { environment: { from: null, to: made.environment }, link: { from: null, to: made.link } },
})
