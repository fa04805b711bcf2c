import type { Operation } from '../registry/define.ts'
import { deploymentOperations } from './deployments.ts'
import { deploymentWebhookOperations } from './webhooks.ts'

export const deploymentsOperations: readonly Operation[] = [...deploymentOperations, ...deploymentWebhookOperations]
