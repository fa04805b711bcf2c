import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { join } from 'node:path'

// Those of scripts/launch.mjs.
const execArgv = ['--max-semi-space-size=4', '--heap-growing-percent=50', '--expose-gc']

/** Sends `{ origin }` when it is ready, and stops on any message. */
export function forkLapwing(settings: Readonly<Record<string, string>>, options: ForkOptions = {}): ChildProcess {
  const program = join(import.meta.dirname, '../programs/lapwing.ts')
  return fork(program, [JSON.stringify(settings)], { execArgv, ...options })
}
