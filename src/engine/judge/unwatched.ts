// Finds monitors that nobody watches, and locations whose silence is the reason.
import { closeLocationOutages, openLocationOutages } from '../../alerting/location-outages.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import { addActivity } from '../../store/accounts/activity.ts'
import { nextUnwatched } from '../../store/checking/due-times.ts'
import type { Database, Store } from '../../store/database/database.ts'
import { type UnwatchedMonitor, giveUpUnwatched } from '../../store/monitors/monitor-states.ts'
import type { DueBoard } from '../due-board.ts'
import { startRounds } from '../rounds.ts'

interface WatchServices {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly board?: DueBoard
}

const maxRound = 1000
const restMs = 1000
const maxGapMs = 10_000
const minAttentionMs = 15_000

/**
 * Returns whether there is more to do now. After a start, an outage of the database or a pause of this process, silence
 * proves nothing for a moment: locations could not show a sign of life.
 */
export function createUnwatchedRound({ store, clock, log }: WatchServices): () => Promise<boolean> {
  let attentiveSince = -Infinity
  let lookedAt = -Infinity
  return async () => {
    const now = clock.now()
    await closeLocationOutages(store, { now, log })
    if (Math.abs(now.getTime() - lookedAt) > maxGapMs) attentiveSince = now.getTime()
    lookedAt = now.getTime()
    if (now.getTime() - attentiveSince < minAttentionMs) return false
    const unwatched = await store.transaction((tx) => giveUp(tx, now))
    await openLocationOutages(store, { now, log })
    return unwatched === maxRound
  }
}

export function startUnwatchedWatch(services: WatchServices): { stop(): Promise<void> } {
  return startRounds({
    ...services,
    round: createUnwatchedRound(services),
    failureMessage: 'unwatched monitors could not be found; trying again',
    restMs,
    untilDue: services.board?.add({ dueAt: nextUnwatched }),
  })
}

async function giveUp(db: Database, now: Date): Promise<number> {
  const unwatched = await giveUpUnwatched(db, { limit: maxRound, now })
  for (const [organizationId, theirs] of Map.groupBy(unwatched, (one) => one.organizationId))
    await addActivity(db, { organizationId, actor: null, events: theirs.map(eventOf), now })
  return unwatched.length
}

function eventOf({ id, name, locations, hasLive }: UnwatchedMonitor) {
  const reason = hasLive ? 'no check of it has ended for three intervals' : 'none of its locations is alive'
  const changes = { state: { to: 'unknown' }, reason, locations }
  return { entityType: 'monitor', entityId: id, entityName: name, action: 'monitor.unwatched', changes }
}
