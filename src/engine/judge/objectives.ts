// Evaluates objectives every minute, because no single check shows that an error budget burns.
import { judgeObjectives } from '../../alerting/objectives.ts'
import { nextObjective } from '../../store/checking/due-times.ts'
import { queueItems } from '../../store/checking/queue-items.ts'
import { startDueQueue } from '../due-queue.ts'
import type { LoopServices } from '../services.ts'

export const startObjectiveWatch = (services: LoopServices): { stop(): Promise<void> } =>
  startDueQueue(services, {
    items: queueItems.objectives,
    limit: 20,
    process: judgeObjectives,
    restMs: 2000,
    dueAt: nextObjective,
  })
