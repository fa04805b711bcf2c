// The real browser in real boxes, where this machine can make them.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type BrowserProgram, type Browsers, type ProgramResult, createBrowsers } from '../../../src/browsers/index.ts'
import { type FoundBrowser, findBrowser } from '../../../src/browsers/find.ts'
import { systemClock as clock } from '../../../src/domain/clock.ts'
import { openNet } from '../checks/run-check.ts'

const found: FoundBrowser = await findBrowser()

/** Why there can be no box here; null when there can. On CI there has to be one, unless namespaces are forbidden. */
export const noBoxes = whyNot()

function whyNot(): string | null {
  if (found.missing === null) return null
  const kind = process.getuid?.() === 0 ? '--mount' : '--user'
  if (spawnSync('unshare', [kind, 'true']).status !== 0) return 'needs namespaces for boxes, which are forbidden here'
  return process.env['CI'] === 'true' ? null : `needs boxes: ${found.missing}`
}

/** The browser that was found; only where there can be boxes. */
export const boxedChromium = (): string => found.installation!.chromium

interface Wanted {
  /** Another program in the place of one of ours. */
  readonly instead?: Readonly<Record<string, string>>
  readonly chromium?: string
  readonly niceness?: number
}

export function realBrowsers({ instead = {}, chromium, niceness = 0 }: Wanted = {}): Browsers {
  if (!found.installation) throw new Error(found.missing)
  const programs = found.installation.programs.map(({ name, path }) => ({ name, path: instead[name] ?? path }))
  const installation = { ...found.installation, programs, chromium: chromium ?? found.installation.chromium }
  const browsers = createBrowsers({ installation, clock, niceness })
  // Tests run beside others; how much of the processor these leave is no matter here.
  return { ...browsers, run: async (program) => ({ ...(await browsers.run(program)), processorShare: null }) }
}

/** The folder of a program that tries what programs should not be able to do. */
export const attempts = join(import.meta.dirname, 'boxed')

/** Has it try one thing. */
export function attempted(
  attempt: string,
  more: Partial<BrowserProgram> & { to?: string; niceness?: number } = {},
): Promise<ProgramResult> {
  const { to = '', niceness = 0, ...rest } = more
  const { signal } = new AbortController()
  return realBrowsers({ instead: { page: attempts }, niceness }).run({
    name: 'page',
    input: { attempt, to },
    deadlineMs: 120_000,
    signal,
    net: openNet(),
    ...rest,
  })
}
