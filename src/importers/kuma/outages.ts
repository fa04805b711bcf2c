// Outages in the log of Uptime Kuma: from the first heartbeat that is down to the next that is up.
import { type DocumentFields, numberIn, textIn } from '../drafting.ts'
import type { ImportedOutage } from '../setup.ts'
import type { KumaDump } from './dump.ts'
import { kumaKey } from './keys.ts'

const down = 0
const up = 1

export function readKumaOutages({ heartbeat: heartbeats }: KumaDump): ImportedOutage[] {
  const open = new Map<string, ImportedOutage>()
  const closed: ImportedOutage[] = []
  for (const beat of heartbeats) {
    const at = timeOf(beat)
    const key = kumaKey(beat['monitor_id'])
    const status = numberIn(beat['status'])
    if (at === null) continue
    const outage = open.get(key)
    if (status === down && !outage) open.set(key, { key, startedAt: at, endedAt: null, message: textIn(beat['msg']) })
    if (status !== up || !outage) continue
    closed.push({ ...outage, endedAt: at })
    open.delete(key)
  }
  return [...closed, ...open.values()]
}

/** Kuma writes `2026-03-01 12:00:00.000`, in UTC. */
function timeOf({ time }: DocumentFields): Date | null {
  const at = new Date(`${textIn(time).replace(' ', 'T')}Z`)
  return Number.isNaN(at.getTime()) ? null : at
}
