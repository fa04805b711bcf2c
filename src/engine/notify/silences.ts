// Alerts that maintenance, shadow mode or a parent silences, and what happens when it ends.
import type { Clock } from '../../domain/clock.ts'
import { activeAt, isCovered } from '../../domain/maintenance.ts'
import type { Database, Store } from '../../store/database/database.ts'
import { windowsOf } from '../../store/monitors/maintenance-windows.ts'
import { freeExplained } from './dependencies.ts'
import { announceWithheld } from '../../store/incidents/incidents.ts'
import { withheldIncidents } from '../../store/incidents/outbox.ts'

/** The active windows that suppress alerts. */
export async function suppressingWindows(db: Database, organizationIds: readonly string[], now: Date) {
  return (await windowsOf(db, organizationIds)).filter((window) => window.suppressAlerts && activeAt(window, now))
}

/** An incident that opened silently and still fires is announced when the reason for the silence is over. */
export async function liftSilences({ store, clock }: { store: Store; clock: Clock }): Promise<void> {
  await store.transaction(async (tx) => {
    await freeExplained(tx, clock.now())
    const silenced = await withheldIncidents(tx)
    if (silenced.length === 0) return
    const now = clock.now()
    const organizationIds = [...new Set(silenced.map(({ organizationId }) => organizationId))]
    const windows = await suppressingWindows(tx, organizationIds, now)
    const lifted = silenced.filter(
      ({ organizationId, subject }) => !subject.shadow && !isCovered({ organizationId, monitor: subject }, windows),
    )
    const incidentIds = lifted.map(({ incidentId }) => incidentId)
    if (incidentIds.length > 0) await announceWithheld(tx, incidentIds, now)
  })
}
