// Changes that are due by time and not by a check: requested ends of incidents, reminders, and turns at dead locations.
import { resolveRequested } from '../../alerting/close-incidents.ts'
import { nextTimedChange } from '../../store/checking/due-times.ts'
import { queueItems } from '../../store/checking/queue-items.ts'
import { leaveDeadLocations } from '../../store/checking/turns.ts'
import { remindDue } from '../../store/incidents/incidents.ts'
import { processDue } from '../due-queue.ts'
import { startRounds } from '../rounds.ts'
import type { LoopServices } from '../services.ts'

const limit = 200
const restMs = 500
const { resolves, reminders, stranded } = queueItems

/** Makes one batch of changes, and returns whether there is more to do now. */
export async function makeTimedChanges(services: LoopServices): Promise<boolean> {
  const resolved = await processDue(services, { items: resolves, limit, process: resolveRequested })
  const reminded = await processDue(services, { items: reminders, limit, process: remindDue })
  const moved = await processDue(services, { items: stranded, limit, process: leaveDeadLocations })
  return [resolved, reminded, moved].includes(limit)
}

export function startTimedChanges(services: LoopServices): { stop(): Promise<void> } {
  return startRounds({
    ...services,
    round: () => makeTimedChanges(services),
    failureMessage: 'timed changes could not be made; trying again',
    restMs,
    untilDue: services.board?.add({ dueAt: nextTimedChange }),
  })
}
