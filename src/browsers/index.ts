// Programs that drive a browser, each in a box of its own: no files of this machine, no way out but the one it is
// given.
import type { Clock } from '../domain/clock.ts'
import type { Net } from '../net/index.ts'
import { type BrowserInstallation, boxFolders } from './find.ts'
import type { ProgramFile } from './frames.ts'
import { removeLeftFolders } from './left-folders.ts'
import { BrowserProgramFailed } from './program-failed.ts'
import { runProgram } from './program.ts'

export interface Browsers {
  /** Null when browser programs can run here; otherwise what is missing and what to do about it. */
  readonly missing: string | null
  /** Runs a program in a box of its own. Throws BrowserProgramFailed when it could not run or gave no answer. */
  run(program: BrowserProgram): Promise<ProgramResult>
}

export interface BrowserProgram {
  readonly name: 'journey' | 'audit' | 'page'
  /** JSON; secrets included, so never logged. */
  readonly input: unknown
  /** What the program finds in its environment, such as TARGET_URL and the variables of the organization. */
  readonly env?: Readonly<Record<string, string>>
  readonly deadlineMs: number
  readonly signal: AbortSignal
  /** The way out; its policy holds for everything the program asks for. */
  readonly net: Net
}

export interface ProgramResult {
  /**
   * JSON that the program wrote, null when it was ended; to be read with a strict schema: a hostile script can write
   * what it likes.
   */
  readonly output: unknown
  /** At most 20, 30 MB together. */
  readonly files: readonly ProgramFile[]
  /** Why it was ended before it answered by itself; null usually. */
  readonly ended: 'deadline' | 'memory' | 'disk' | null
  /** How much of the processor it got of what it could have used, 0 to 1; null when that is not known. */
  readonly processorShare: number | null
}

export interface BrowsersParts {
  readonly installation: BrowserInstallation
  readonly clock: Clock
  /** How far they stand back for everything else here: 0 not at all, 19 the most. */
  readonly niceness?: number
}

export function createBrowsers({ installation, clock, niceness = 0 }: BrowsersParts): Browsers {
  removeLeftFolders(boxFolders())
  return { missing: null, run: (program) => runProgram(program, { installation, clock, niceness }) }
}

/** Where there is no browser, and why. */
export function noBrowsers(missing: string): Browsers {
  return {
    missing,
    run: async () => {
      throw new BrowserProgramFailed(`not checked: ${missing}`)
    },
  }
}
