// Starts a version on the data and finds out whether it becomes ready.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../../domain/clock.ts'
import { runningIn } from '../../installation/running.ts'
import { ownEnvironment } from '../../settings.ts'
import { readObject } from '../own-server.ts'

interface TrialRequest {
  /** The folder of the version. */
  readonly installation: string
  readonly dataDir: string
  readonly timeoutMs: number
  /** Problems of /readyz that there were before. */
  readonly knownProblems: readonly string[]
  readonly clock: Clock
  /** Gets what it prints. */
  readonly output: (text: string) => void
}

export interface Trial {
  /** Undefined if it could not be started. */
  readonly pid: number | undefined
  /** Null when it is ready, otherwise why it is not. */
  readonly outcome: Promise<string | null>
  stop(): Promise<void>
}

const stepMs = 200
const maxStopMs = 60_000
const maxTailCharacters = 4000

export function startTrial(request: TrialRequest): Trial {
  const { installation, dataDir, output } = request
  const child = spawn(join(installation, 'lapwing'), ['start'], {
    // With this it watches its parent, as below npm: if the upgrade is killed, it stops.
    env: { ...ownEnvironment(), npm_lifecycle_event: 'upgrade' },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...ownerOf(dataDir),
  })
  let tail = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => {
      output(String(bytes))
      tail = (tail + String(bytes)).slice(-maxTailCharacters)
    })
  const ended = once(child, 'close').then(
    () => undefined,
    (error: Error) => void (tail += error.message),
  )
  const outcome = untilReady(child, request).then((reason) =>
    reason === null ? null : [reason, tail.trim()].filter(Boolean).join('\n'),
  )
  return { pid: child.pid, outcome, stop: () => stop(child, ended, request.clock) }
}

/** Root starts it as the user that the data belongs to. */
function ownerOf(dataDir: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const { uid, gid } = statSync(dataDir)
  return uid === 0 ? {} : { uid, gid }
}

async function untilReady(child: ChildProcess, request: TrialRequest): Promise<string | null> {
  const { clock, timeoutMs, dataDir } = request
  const giveUpAt = clock.monotonicMs() + timeoutMs
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null || child.pid === undefined
  let problems: string[] | null = null
  while (clock.monotonicMs() < giveUpAt) {
    if (hasEnded()) return `It ended with ${child.signalCode ?? `exit code ${child.exitCode ?? 'unknown'}`}.`
    const running = runningIn(dataDir).find(({ pid }) => pid === child.pid)
    if (running?.origin === null) return null
    problems = running ? await readProblems(clock, running.origin) : null
    if (problems?.every((code) => request.knownProblems.includes(code))) return null
    await clock.sleep(stepMs)
  }
  const after = `It did not become ready within ${timeoutMs / 1000} s`
  return problems === null ? `${after}.` : `${after}: /readyz reports ${problems.join(', ')}.`
}

/** What keeps a server from being ready; empty if it is. */
export async function readProblems(clock: Clock, origin: string): Promise<string[]> {
  const ready = await readObject(clock, `${origin}/readyz`)
  if (ready?.['ready'] === true) return []
  const found = ready?.['problems']
  const codes = Array.isArray(found) ? found.map((problem) => String(Object(problem)['code'])) : []
  return codes.length > 0 ? codes : ['no response']
}

async function stop(child: ChildProcess, ended: Promise<void>, clock: Clock): Promise<void> {
  child.kill('SIGTERM')
  const cancel = clock.after(maxStopMs, () => child.kill('SIGKILL'))
  await ended
  cancel()
}
