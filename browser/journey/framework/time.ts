// The time of a journey begins with its first test, whichever process that runs in. The runner imports nothing from
// here: what it has imported as a module, Playwright Test cannot hand to a script that is none.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

export interface Time {
  /** For all tests together. */
  readonly timeoutMs: number
  readonly beganFile: string
}

/** To be said by every test; the first one counts. */
export function begin({ beganFile }: Time): void {
  if (!existsSync(beganFile)) writeFileSync(beganFile, String(Date.now()))
}

/** When the tests have to be over, in milliseconds of the epoch; null before the first has begun. */
export function endsAt({ beganFile, timeoutMs }: Time): number | null {
  return existsSync(beganFile) ? Number(readFileSync(beganFile, 'utf8')) + timeoutMs : null
}
