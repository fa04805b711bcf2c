// The time of a journey begins with its first test, in whichever process that runs. The runner imports nothing from
// here: Playwright Test cannot give a CommonJS script what the runner imported as a module.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

export interface Time {
  /** For all tests together. */
  readonly timeoutMs: number
  readonly beganFile: string
}

/** Every test calls it; the first call counts. */
export function begin({ beganFile }: Time): void {
  if (!existsSync(beganFile)) writeFileSync(beganFile, String(Date.now()))
}

/** The deadline of the tests, in milliseconds of the epoch; null before the first has begun. */
export function endsAt({ beganFile, timeoutMs }: Time): number | null {
  return existsSync(beganFile) ? Number(readFileSync(beganFile, 'utf8')) + timeoutMs : null
}
