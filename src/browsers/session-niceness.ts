// Kernels that share time out among sessions first (autogroups) look at the niceness of a session, and at that of a
// process only among those of its own: without this a box has as much of the processor as everything else that Lapwing
// does.
import { existsSync, writeFileSync } from 'node:fs'
import type { Clock } from '../domain/clock.ts'

const againMs = 150

interface Patience {
  readonly clock: Clock
  readonly signal: AbortSignal
}

export async function setSessionNiceness(leader: number, niceness: number, { clock, signal }: Patience): Promise<void> {
  while (!signal.aborted && !isSet(leader, niceness)) await clock.sleep(againMs, signal)
}

function isSet(leader: number, niceness: number): boolean {
  const file = `/proc/${leader}/autogroup`
  if (!existsSync(file)) return true
  try {
    writeFileSync(file, String(niceness))
    return true
  } catch (error) {
    // Users other than root may say so ten times a second, all together; whatever else it refuses, it will refuse
    // again.
    return (error as NodeJS.ErrnoException).code !== 'EAGAIN'
  }
}
