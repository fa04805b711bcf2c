// Applies the provision file again when it has changed. A file with a mistake changes nothing.
import { readFile } from 'node:fs/promises'
import type { Clock } from '../domain/clock.ts'
import type { Log } from '../domain/log.ts'
import { startRounds } from '../engine/rounds.ts'
import type { Stoppable } from './stoppable.ts'

export interface ProvisionWatch {
  readonly file: string
  /** The text of the file when it was last applied. */
  readonly text: string
  apply(text: string): Promise<void>
  readonly clock: Clock
  readonly log: Log
}

// Polled, because file events are not reliable for files that are mounted or replaced as a whole.
const everyMs = 2000

export function startProvisionWatch({ file, text, apply, clock, log }: ProvisionWatch): Stoppable {
  let known = text
  const round = async (): Promise<boolean> => {
    const found = await readFile(file, 'utf8')
    if (found === known) return false
    known = found
    await apply(found)
    log.info('the provision file has changed and was applied', { file })
    return false
  }
  const failureMessage = 'the provision file has changed and cannot be applied; everything stays as it is'
  return startRounds({ round, clock, log, failureMessage, restMs: everyMs, retryMs: everyMs })
}
