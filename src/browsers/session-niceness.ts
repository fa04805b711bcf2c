// With autogroups, the kernel divides CPU time between sessions by their niceness first, and uses the niceness of a
// process only within its session: without this, a box gets as much CPU time as everything else that Lapwing does.
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
    // Users other than root may set it ten times a second in total; other errors are permanent.
    return (error as NodeJS.ErrnoException).code !== 'EAGAIN'
  }
}
