import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { dirname, join } from 'node:path'
import type { Clock } from '../../domain/clock.ts'
import type { ReportedOutcome } from '../../domain/outcome.ts'
import type { CheckOrder, FromWorker, SentJob, SentOrder, ToWorker, WorkerOptions } from './messages.ts'
import { WorkerSilence, cpuSecondsOf } from './silence.ts'

interface WorkerParts {
  readonly program: URL
  readonly options: WorkerOptions
  /** Environment variables of the program. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Options of Node, beside the usual limits. */
  readonly flags?: readonly string[]
  readonly clock: Clock
  /** The process ended by itself. */
  onEnd(reason: string): void
}

// A sign of life is due every second.
const minStallMs = 2500
const maxStallsKept = 60
const maxStderr = 4000
// At 1,000 checks a second, 8 MB for new objects take a fifth less CPU than 4, for 10 MB more; at few checks, V8 uses
// less. The heap trimmer needs `--expose-gc`.
const limits = ['--max-semi-space-size=8', '--max-old-space-size=512', '--expose-gc']
const preload = `--import=${new URL('../../../scripts/without-zod-locales.mjs', import.meta.url).href}`

/** A child process that runs checks. Whatever a check does to it, the parent process survives. */
export class Worker {
  readonly #child: ChildProcess
  readonly #clock: Clock
  readonly #pending = new Map<number, (outcome: ReportedOutcome | null) => void>()
  readonly #exit: Promise<unknown>
  #outbox: SentOrder[] = []
  #stderr = ''
  #unbegun = 0
  #lastSignMs: number | null = null
  #stalls: { readonly endMs: number; readonly ms: number }[] = []
  readonly #silence = new WorkerSilence(() => (this.isReady ? cpuSecondsOf(this.pid) : null))
  #looksWithoutWork = 0

  constructor({ program, options, env, flags = [], clock, onEnd }: WorkerParts) {
    this.#clock = clock
    this.#child = fork(program, [JSON.stringify(options)], {
      execArgv: [...limits, ...flags, preload],
      // Sends pictures and traces as bytes; small messages cost no more than as JSON.
      serialization: 'advanced',
      env: { ...env, ...compiledCode() },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.#exit = once(this.#child, 'exit')
    this.#child.stderr!.setEncoding('utf8')
    this.#child.stderr!.on('data', (text: string) => (this.#stderr = (this.#stderr + text).slice(0, maxStderr)))
    this.#child.on('message', ({ begun, finished }: FromWorker) => {
      this.#noteSign(clock.monotonicMs())
      this.#silence.end()
      this.#unbegun -= begun
      for (const [id, outcome] of finished) this.#settle(id, outcome)
    })
    // A message that cannot be sent needs no handling: the process is ending, and `close` follows.
    this.#child.on('error', () => undefined)
    this.#child.once('close', (code, signal) => onEnd(reasonOf(this.#stderr, code, signal)))
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  get busy(): number {
    return this.#pending.size
  }

  /** How many checks it has not begun yet. */
  get unbegun(): number {
    return this.#unbegun
  }

  /** Whether it has reported. */
  get isReady(): boolean {
    return this.#lastSignMs !== null
  }

  /** Called once a second. Returns for how many seconds it has shown no sign of life, this one included. */
  look(): number {
    this.#looksWithoutWork = this.busy === 0 ? this.#looksWithoutWork + 1 : 0
    return this.#silence.look()
  }

  /** How many looks there were since it last had a check to run. */
  get looksWithoutWork(): number {
    return this.#looksWithoutWork
  }

  run(id: number, order: CheckOrder): Promise<ReportedOutcome | null> {
    const { signal } = order
    this.#unbegun += 1
    if (this.#outbox.push([id, jobOf(order), signal !== undefined]) === 1) queueMicrotask(() => this.#sendBatch())
    signal?.addEventListener('abort', () => this.#cancel(id), { once: true })
    return new Promise((resolve) => this.#pending.set(id, resolve))
  }

  /** Kills it; the checks in it are lost. */
  async end(): Promise<void> {
    this.#child.kill('SIGKILL')
    for (const id of this.#pending.keys()) this.#settle(id, null)
    if (this.#child.exitCode === null && this.#child.signalCode === null) await this.#exit
  }

  /** For how long, within the last milliseconds, it was too busy to show signs of life. */
  stalledMs(withinMs: number): number {
    const since = this.#clock.monotonicMs() - withinMs
    return this.#stalls.reduce((sum, { endMs, ms }) => sum + Math.max(Math.min(endMs - since, ms), 0), 0)
  }

  #noteSign(nowMs: number): void {
    const silentMs = nowMs - (this.#lastSignMs ?? nowMs)
    if (silentMs > minStallMs) this.#stalls = [...this.#stalls, { endMs: nowMs, ms: silentMs }].slice(-maxStallsKept)
    this.#lastSignMs = nowMs
  }

  #sendBatch(): void {
    const batch = this.#outbox
    this.#outbox = []
    this.#send(batch)
  }

  #cancel(id: number): void {
    if (this.#pending.has(id)) this.#send({ cancel: id })
  }

  #send(message: ToWorker): void {
    if (this.#child.connected) this.#child.send(message)
  }

  #settle(id: number, outcome: ReportedOutcome | null): void {
    this.#pending.get(id)?.(outcome)
    this.#pending.delete(id)
  }
}

const optionalParts = {
  withScan: true,
  known: true,
  shared: true,
  variables: true,
  forPicture: true,
  browserMissing: true,
} satisfies Record<Exclude<keyof SentJob, 'type' | 'monitorId' | 'target' | 'config' | 'deadlineMs'>, true>
const optionalKeys = Object.keys(optionalParts) as (keyof typeof optionalParts)[]

/** Leaves out what is not set: each key of a message costs both processes. */
function jobOf(order: CheckOrder): SentJob {
  const { type, monitorId, target, config, deadlineMs } = order
  const job: SentJob = { type, monitorId, target, config, deadlineMs }
  for (const key of optionalKeys) if (order[key]) Object.assign(job, { [key]: order[key] })
  return job
}

/** Half the time of a start. V8 rejects code that was compiled with other flags, so they do not share ours. */
function compiledCode(): { NODE_COMPILE_CACHE?: string } {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: join(dirname(folder), 'checks') }
}

function reasonOf(stderr: string, code: number | null, signal: NodeJS.Signals | null): string {
  if (stderr.includes('heap out of memory')) return 'out of memory'
  const error = stderr.split('\n').find((line) => /^\w*Error\b/.test(line))
  return error ?? (signal === null ? `it exited with code ${code}` : `it was ended by ${signal}`)
}
