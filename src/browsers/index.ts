// Programs that drive a browser, each in its own box: without files of this machine, and with one proxied network path.
import type { Clock } from '../domain/clock.ts'
import type { Net } from '../net/index.ts'
import { type BrowserInstallation, boxFolders } from './find.ts'
import type { ProgramFile } from './frames.ts'
import { removeLeftFolders } from './left-folders.ts'
import { runProgram } from './program.ts'

export interface Browsers {
  /** Null when browser programs can run here; otherwise what is missing and what to do about it. */
  readonly missing: string | null
  /** Runs a program in its own box. Throws BrowserProgramFailed when it could not run or returned nothing. */
  run(program: BrowserProgram): Promise<ProgramResult>
}

export interface BrowserProgram {
  readonly name: 'journey' | 'audit' | 'page'
  /** JSON; secrets included, so never logged. */
  readonly input: unknown
  /** The program's environment, such as TARGET_URL and the variables of the organization. */
  readonly env?: Readonly<Record<string, string>>
  readonly deadlineMs: number
  readonly signal: AbortSignal
  /** Network access; its policy applies to everything the program requests. */
  readonly net: Net
}

export interface ProgramResult {
  /**
   * JSON from the program, null when it was killed; parse it with a strict schema: a hostile script can write anything.
   */
  readonly output: unknown
  /** At most 20, 30 MB together. */
  readonly files: readonly ProgramFile[]
  /** Why it was killed before it finished; usually null. */
  readonly ended: 'deadline' | 'memory' | 'disk' | null
  /** The share of the CPU time it could have used and got, 0 to 1; null when unknown. */
  readonly processorShare: number | null
}

export interface BrowsersParts {
  readonly installation: BrowserInstallation
  readonly clock: Clock
  /** Their niceness: from 0 to 19, the lowest priority. */
  readonly niceness?: number
}

export function createBrowsers({ installation, clock, niceness = 0 }: BrowsersParts): Browsers {
  removeLeftFolders(boxFolders())
  return { missing: null, run: (program) => runProgram(program, { installation, clock, niceness }) }
}
