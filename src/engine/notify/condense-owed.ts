import type { ChannelKind } from '../../channels/define.ts'
import { threadOf } from '../../domain/notifying/alert.ts'
import { condense } from '../../domain/notifying/owed.ts'
import { type DueSelection, queueItems } from '../../store/checking/queue-items.ts'
import type { Database } from '../../store/database/database.ts'
import {
  type OwedDelivery,
  addOwed,
  deleteDeliveries,
  dropDeliveries,
  lockDueOwed,
  isOwedDue,
} from '../../store/notifications/owed-deliveries.ts'
import { processDue } from '../due-queue.ts'
import type { EngineServices } from '../services.ts'

/** Before retries, deliveries to people are reduced to what is still true, and one digest of the rest. */
export async function condenseOwed(
  services: EngineServices,
  kindOf: (type: string) => ChannelKind | undefined,
): Promise<void> {
  if (!(await isOwedDue(services.store, services.clock.now()))) return
  const process = async (db: Database, due: DueSelection): Promise<number> => {
    const waiting = await lockDueOwed(db, due)
    for (const ofChannel of Map.groupBy(waiting, ({ channelId }) => channelId).values()) {
      const readBy = kindOf(ofChannel[0]!.channelType)?.readBy ?? 'people'
      if (readBy !== 'programs') await condenseChannel(db, ofChannel, { readBy, now: due.now })
    }
    return waiting.length
  }
  await processDue(services, { items: queueItems.retriedChannels, process })
}

async function condenseChannel(
  db: Database,
  waiting: readonly OwedDelivery[],
  { readBy, now }: { readBy: 'people' | 'pagers'; now: Date },
): Promise<void> {
  const { obsolete, digests } = condense(waiting, readBy)
  const ids = obsolete.map(({ id }) => id)
  await dropDeliveries(db, ids, now)
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

function earliest<T extends Date | number>(all: readonly (T | null)[]): T | null {
  return all.filter((one) => one !== null).toSorted((one, other) => Number(one) - Number(other))[0] ?? null
}
