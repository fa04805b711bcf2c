// Compares the monitors of deployments with before, at the times that each of them stores.
import { judgeDeployments } from '../../alerting/deployments.ts'
import { nextDeployment } from '../../store/checking/due-times.ts'
import { queueItems } from '../../store/checking/queue-items.ts'
import { startDueQueue } from '../due-queue.ts'
import type { LoopServices } from '../services.ts'

export const startDeploymentWatch = (services: LoopServices): { stop(): Promise<void> } =>
  startDueQueue(services, {
    items: queueItems.deployments,
    limit: 5,
    process: judgeDeployments,
    restMs: 5000,
    dueAt: nextDeployment,
  })
