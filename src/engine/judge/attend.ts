// Attends to what time, and not a check, brings about: what people asked to be closed, reminders, and locations that died.
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import { addActivity } from '../../store/accounts/activity.ts'
import { resolveRequested } from '../../store/incidents/closing.ts'
import type { Database, Store } from '../../store/database/database.ts'
import { remindDue } from '../../store/incidents/incidents.ts'
import { giveUpUnwatched, leaveDeadLocations } from '../../store/checking/locations.ts'
import { startRounds } from '../rounds.ts'

const largestRound = 200
const restMs = 500

/** One round; answers whether there is more to do right now. */
export async function attend(store: Store, now: Date): Promise<boolean> {
  const some = { limit: largestRound, now }
  const resolved = await resolveRequested(store, some)
  const reminded = await remindDue(store, some)
  const moved = await leaveDeadLocations(store, some)
  const unwatched = await store.transaction((tx) => giveUp(tx, now))
  return [resolved, reminded, moved, unwatched].includes(largestRound)
}

export function startAttending({ store, clock, log }: { store: Store; clock: Clock; log: Log }): {
  stop(): Promise<void>
} {
  const round = (): Promise<boolean> => attend(store, clock.now())
  return startRounds({ round, clock, log, complaint: 'incidents could not be attended to; trying again', restMs })
}

async function giveUp(db: Database, now: Date): Promise<number> {
  const unwatched = await giveUpUnwatched(db, { limit: largestRound, now })
  for (const { organizationId, id, name, locations } of unwatched) {
    const changes = { state: { to: 'unknown' }, reason: 'none of its locations is alive', locations }
    const event = { entityType: 'monitor', entityId: id, entityName: name, action: 'monitor.unwatched', changes }
    await addActivity(db, { organizationId, actor: null, events: [event], now })
  }
  return unwatched.length
}
