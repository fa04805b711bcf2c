import type { ChannelKind } from '../../channels/define.ts'
import { inOutage, threadOf } from '../../domain/notifying/alert.ts'
import { successorOf } from '../../domain/notifying/outage.ts'
import { addresseesOf, condense } from '../../domain/notifying/owed.ts'
import { type DueSelection, queueItems } from '../../store/checking/queue-items.ts'
import type { Database } from '../../store/database/database.ts'
import { outagesOf } from '../../store/incidents/outages.ts'
import { currentAlerts } from '../../store/incidents/outbox.ts'
import {
  type OwedDelivery,
  addOwed,
  deleteDeliveries,
  dropDeliveries,
  lockDueOwed,
  isOwedDue,
  replaceAlert,
} from '../../store/notifications/owed-deliveries.ts'
import { processDue } from '../due-queue.ts'
import type { EngineServices } from '../services.ts'
import { completeAlert } from './complete-alert.ts'

interface CondensingServices extends EngineServices {
  readonly kindOf: (type: string) => ChannelKind | undefined
  readonly origin: () => string | null
}

/** Before retries, deliveries to people are reduced to what is still true, and one digest of the rest. */
export async function condenseOwed(services: CondensingServices): Promise<void> {
  if (!(await isOwedDue(services.store, services.clock.now()))) return
  const process = async (db: Database, due: DueSelection): Promise<number> => {
    const waiting = await lockDueOwed(db, due)
    for (const ofChannel of Map.groupBy(waiting, ({ channelId }) => channelId).values()) {
      const readBy = services.kindOf(ofChannel[0]!.channelType)?.readBy ?? 'people'
      if (readBy !== 'programs')
        await condenseChannel(db, ofChannel, { readBy, origin: services.origin(), now: due.now })
    }
    return waiting.length
  }
  await processDue(services, { items: queueItems.retriedChannels, process })
}

async function condenseChannel(
  db: Database,
  waiting: readonly OwedDelivery[],
  { readBy, origin, now }: { readBy: 'people' | 'pagers'; origin: string | null; now: Date },
): Promise<void> {
  const { obsolete, digests } = condense(waiting, readBy)
  const ids = obsolete.map(({ id }) => id)
  await dropDeliveries(db, ids, now)
  const replaced = new Set([...obsolete, ...digests.flatMap(({ of }) => of)].map(({ id }) => id))
  await bringUpToDate(
    db,
    waiting.filter(({ id }) => !replaced.has(id)),
    { origin, now },
  )
  for (const { of, people, alert } of digests) {
    const all = waiting.filter(({ id }) => of.some((one) => one.id === id))
    await deleteDeliveries(
      db,
      all.map(({ id }) => id),
    )
    const owedSince = earliest(all.map((one) => one.owedSince)) ?? now
    const firstEntryId = earliest(all.map((one) => one.firstEntryId))
    await addOwed(
      db,
      {
        ...all[0]!,
        people,
        incidentId: threadOf(alert),
        alert,
        owedSince,
        firstEntryId,
      },
      now,
    )
  }
}

/** What waits names the incident that is open by now, with its symptom. An update about that says nothing more. */
async function bringUpToDate(
  db: Database,
  waiting: readonly OwedDelivery[],
  { origin, now }: { origin: string | null; now: Date },
): Promise<void> {
  const beginnings = waiting.filter(({ alert }) => alert.kind === 'firing')
  const outages = await outagesOf(
    db,
    beginnings.map(({ organizationId, incidentId: outageId }) => ({ organizationId, outageId })),
  )
  const stale = beginnings.flatMap((delivery) => {
    const outage = outages.get(delivery.incidentId)
    const successor = outage && successorOf(delivery.alert.incident.id, outage)
    return successor ? [{ delivery, outage, incidentId: successor.id }] : []
  })
  if (stale.length === 0) return
  const { organizationId } = stale[0]!.delivery
  const incidentIds = stale.map(({ incidentId }) => incidentId)
  const current = await currentAlerts(db, { organizationId, incidentIds }, now)
  for (const { delivery, outage, incidentId } of stale) {
    const { at, late, reminder, isUpdate, inPlaceOf, page } = delivery.alert
    const { alert } = completeAlert(
      current.find((one) => one.incidentId === incidentId)!,
      origin,
      now,
    )
    const kept = { at, late, reminder, isUpdate, inPlaceOf, page }
    await replaceAlert(db, delivery.id, { ...inOutage(alert, outage), ...kept })
  }
  const subjectOf = ({ id, alert }: OwedDelivery): number =>
    stale.find(({ delivery }) => delivery.id === id)?.incidentId ?? alert.incident.id
  const isSaid = (update: OwedDelivery): boolean =>
    beginnings.some(
      (earlier) =>
        earlier.id < update.id &&
        subjectOf(earlier) === subjectOf(update) &&
        addresseesOf(earlier) === addresseesOf(update),
    )
  const said = beginnings.filter((one) => one.alert.isUpdate && isSaid(one))
  await dropDeliveries(
    db,
    said.map(({ id }) => id),
    now,
  )
}

function earliest<T extends Date | number>(all: readonly (T | null)[]): T | null {
  return all.filter((one) => one !== null).toSorted((one, other) => Number(one) - Number(other))[0] ?? null
}
