// Rounds of the outbox and of escalations in which one that throws holds up no other.
import { type PendingAlert, postponeUnroutable } from '../../store/incidents/outbox.ts'
import { type DueEscalation, postponeEscalation } from '../../store/on-call/escalations.ts'
import { processIsolated } from '../isolated-round.ts'
import { maxRound as maxEscalations, escalateDue, keyOf } from './escalate.ts'
import { type RouterParts, maxRound as maxAlerts, routeDue } from './route.ts'

const minute = 60_000

/** Routes due alerts, and returns whether there may be more. */
export function routeIsolated(parts: RouterParts): Promise<boolean> {
  const { store, clock, log } = parts
  return processIsolated<PendingAlert>({
    store,
    clock,
    log,
    kind: 'alerts',
    maxRound: maxAlerts,
    process: async (taking) => (await routeDue(parts, taking)) > 0,
    setAside: (alert) => postponeUnroutable(store, alert, clock.now()),
    idsOf: ({ id, organizationId, incidentId }) => ({ id, organizationId, incidentId }),
  })
}

/** Takes due steps of escalations, and returns whether there may be more. */
export function escalateIsolated(parts: RouterParts): Promise<boolean> {
  const { store, clock, log } = parts
  return processIsolated<DueEscalation>({
    store,
    clock,
    log,
    kind: 'escalations',
    maxRound: maxEscalations,
    process: (taking) => escalateDue(parts, taking),
    setAside: (one) => postponeEscalation(store, keyOf(one), new Date(clock.now().getTime() + minute)),
    idsOf: keyOf,
  })
}
