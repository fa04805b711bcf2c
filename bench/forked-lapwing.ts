import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { join } from 'node:path'

/** Tells `{ origin }` when it is ready, and stops when it is told anything. */
export function forkLapwing(settings: Readonly<Record<string, string>>, options: ForkOptions = {}): ChildProcess {
  return fork(join(import.meta.dirname, 'programs', 'lapwing.ts'), [JSON.stringify(settings)], options)
}
