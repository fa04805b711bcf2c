// One run of a program: its box, its proxy, its input and its output. Everything is cleaned up in any case.
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../domain/clock.ts'
import { offAbort, onAbort } from '../domain/limits/abort.ts'
import { type Box, type End, openBox } from './box.ts'
import { type BrowserInstallation, boxFolders } from './find.ts'
import { type Frames, readFrames } from './frames.ts'
import type { BrowserProgram, ProgramResult } from './index.ts'
import { watchProcessorShare } from './processor-share.ts'
import { BrowserProgramFailed } from './program-failed.ts'
import { setSessionNiceness } from './session-niceness.ts'
import { exceededLimit } from './box-limits.ts'
import { openWayOut } from './way-out.ts'

const proxy = 'http://127.0.0.1:3128'

export async function runProgram(
  program: BrowserProgram,
  { installation, clock, niceness }: { installation: BrowserInstallation; clock: Clock; niceness: number },
): Promise<ProgramResult> {
  program.signal.throwIfAborted()
  const over = new AbortController()
  const folder = await mkdtemp(join(boxFolders(), `lapwing-box-${process.pid}-`))
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true })
  const wayOut = await openWayOut({ folder, net: program.net, signal: over.signal })
  const command = ['/box/node', '/programs/shared/start.ts', program.name]
  const clean = async (): Promise<void> => {
    over.abort()
    await wayOut.close()
    await remove()
  }
  const box = await openOrClean(() => openBox(installation, { command, wayOut: wayOut.path, niceness }), clean)
  if (box.leader !== undefined && niceness > 0)
    setSessionNiceness(box.leader, niceness, { clock, signal: over.signal }).catch(() => undefined)
  // The socket needs no name once it is in the box; a process that is killed now leaves nothing behind.
  const frames = readFrames(box.answers, () => void remove())
  const { input, env = {} } = program
  box.input.end(JSON.stringify({ input, env, proxy, chromium: installation.chromium }))
  try {
    return await answer(box, frames, { program, clock, signal: over.signal })
  } finally {
    over.abort()
    box.end()
    await box.over
    await clean()
  }
}

/** A browser can be uninstalled between two checks. */
async function openOrClean(open: () => Box, clean: () => Promise<void>): Promise<Box> {
  try {
    return open()
  } catch (error) {
    await clean()
    throw new BrowserProgramFailed(`not checked: the sandbox for the browser could not be made (${String(error)})`)
  }
}

type ProgramEnd = { output: unknown } | { ended: 'deadline' | 'memory' | 'disk' } | { nothing: End }

interface Circumstances {
  readonly program: BrowserProgram
  readonly clock: Clock
  readonly signal: AbortSignal
}

async function answer(box: Box, frames: Frames, { program, clock, signal }: Circumstances): Promise<ProgramResult> {
  const { name, deadlineMs } = program
  const { firstProcess } = box
  const shareSoFar = watchProcessorShare({ firstProcess, clock, signal })
  const ended = exceededLimit({ firstProcess, clock, signal }).then((reason): ProgramEnd => ({ ended: reason }))
  ended.catch(() => undefined)
  const verdict = await Promise.race<ProgramEnd>([
    frames.output.then(async (output) => output ?? { nothing: await box.over }),
    ended,
    deadline(clock, deadlineMs, signal),
    aborted(program.signal, signal),
  ])
  const files = [...frames.files]
  const processorShare = shareSoFar()
  if ('nothing' in verdict && box.ranOutOfMemory()) return { output: null, files, ended: 'memory', processorShare }
  if ('nothing' in verdict) throw withoutAnswer(name, verdict.nothing, frames.hasStarted)
  if ('ended' in verdict) return { output: null, files, ended: verdict.ended, processorShare }
  return { output: verdict.output, files, ended: null, processorShare }
}

function deadline(clock: Clock, ms: number, over: AbortSignal): Promise<ProgramEnd> {
  return new Promise((resolve) =>
    onAbort(
      over,
      clock.after(ms, () => resolve({ ended: 'deadline' })),
    ),
  )
}

function aborted(signal: AbortSignal, over: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const react = (): void => reject(signal.reason)
    onAbort(signal, react)
    onAbort(over, () => offAbort(signal, react))
  })
}

function withoutAnswer(name: string, { code, printed }: End, hasStarted: boolean): BrowserProgramFailed {
  // The box reports what this machine lacks; the output of the program may contain secrets.
  const [failure] = /^(bwrap|prlimit|setpriv): .*$/m.exec(printed) ?? []
  const how = failure ?? (code === null ? 'it was killed from outside' : `it exited with code ${code}`)
  return new BrowserProgramFailed(`not checked: the ${name} program returned no result (${how})`, {
    printed,
    hasStarted,
  })
}
