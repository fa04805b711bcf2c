// Finds monitors that nobody watches, and locations whose silence is the reason.
import { closeLocationOutages, openLocationOutages } from '../../alerting/location-outages.ts'
import { addActivity } from '../../store/accounts/activity.ts'
import { nextUnwatched } from '../../store/checking/due-times.ts'
import { type DueSelection, queueItems } from '../../store/checking/queue-items.ts'
import type { Database } from '../../store/database/database.ts'
import { type UnwatchedMonitor, giveUpUnwatched } from '../../store/monitors/monitor-states.ts'
import { processDue } from '../due-queue.ts'
import { startRounds } from '../rounds.ts'
import type { LoopServices } from '../services.ts'

const limit = 1000
const restMs = 1000
const maxGapMs = 10_000
const minAttentionMs = 15_000

/**
 * Returns whether there is more to do now. After a start, an outage of the database or a pause of this process, silence
 * proves nothing for a moment: locations could not show a sign of life.
 */
export function createUnwatchedRound(services: LoopServices): () => Promise<boolean> {
  const { clock } = services
  const outages = { items: queueItems.locationOutages, limit }
  let attentiveSince = -Infinity
  let lookedAt = -Infinity
  return async () => {
    const now = clock.now().getTime()
    await processDue(services, { ...outages, process: closeLocationOutages })
    if (Math.abs(now - lookedAt) > maxGapMs) attentiveSince = now
    lookedAt = now
    if (now - attentiveSince < minAttentionMs) return false
    const unwatched = await processDue(services, { items: queueItems.unwatched, limit, process: giveUp })
    await processDue(services, { ...outages, process: openLocationOutages })
    return unwatched === limit
  }
}

export function startUnwatchedWatch(services: LoopServices): { stop(): Promise<void> } {
  return startRounds({
    ...services,
    round: createUnwatchedRound(services),
    failureMessage: 'unwatched monitors could not be found; trying again',
    restMs,
    untilDue: services.board?.add({ dueAt: nextUnwatched }),
  })
}

async function giveUp(db: Database, due: DueSelection): Promise<number> {
  const unwatched = await giveUpUnwatched(db, due)
  for (const [organizationId, theirs] of Map.groupBy(unwatched, (one) => one.organizationId))
    await addActivity(db, { organizationId, actor: null, events: theirs.map(eventOf), now: due.now })
  return unwatched.length
}

function eventOf({ id, name, locations, hasLive }: UnwatchedMonitor) {
  const reason = hasLive ? 'no check of it has ended for three intervals' : 'none of its locations is alive'
  const changes = { state: { to: 'unknown' }, reason, locations }
  return { entityType: 'monitor', entityId: id, entityName: name, action: 'monitor.unwatched', changes }
}
