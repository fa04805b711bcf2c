// Alerts that maintenance, shadow mode or a parent silences, and what happens when it ends.
import { activeAt, isCovered } from '../../domain/maintenance.ts'
import { type DueSelection, queueItems } from '../../store/checking/queue-items.ts'
import type { Database } from '../../store/database/database.ts'
import { windowsOf } from '../../store/monitors/maintenance-windows.ts'
import { freeExplained } from './dependencies.ts'
import { announceWithheld } from '../../store/incidents/incidents.ts'
import { lockWithheld } from '../../store/incidents/outbox.ts'
import { processDue } from '../due-queue.ts'
import type { LoopServices } from '../services.ts'

/** The active windows that suppress alerts. */
export async function suppressingWindows(db: Database, organizationIds: readonly string[], now: Date) {
  return (await windowsOf(db, organizationIds)).filter((window) => window.suppressAlerts && activeAt(window, now))
}

/** Incidents whose parent has recovered, and those whose silence is over. */
export async function liftSilences(services: LoopServices): Promise<void> {
  await processDue(services, { items: queueItems.explained, process: freeExplained })
  await processDue(services, { items: queueItems.silenced, process: announceAfterSilence })
}

/** An incident that opened silently and still fires is announced when the reason for the silence is over. */
async function announceAfterSilence(db: Database, due: DueSelection): Promise<number> {
  const silenced = await lockWithheld(db, due)
  if (silenced.length === 0) return 0
  const organizationIds = [...new Set(silenced.map(({ organizationId }) => organizationId))]
  const windows = await suppressingWindows(db, organizationIds, due.now)
  const lifted = silenced.filter(
    ({ organizationId, subject }) => !subject.shadow && !isCovered({ organizationId, monitor: subject }, windows),
  )
  const incidentIds = lifted.map(({ incidentId }) => incidentId)
  if (incidentIds.length > 0) await announceWithheld(db, incidentIds, due.now)
  return incidentIds.length
}
