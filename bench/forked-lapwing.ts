import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { join } from 'node:path'

/** Sends `{ origin }` when it is ready, and stops on any message. */
export function forkLapwing(settings: Readonly<Record<string, string>>, options: ForkOptions = {}): ChildProcess {
  return fork(join(import.meta.dirname, 'programs', 'lapwing.ts'), [JSON.stringify(settings)], options)
}
