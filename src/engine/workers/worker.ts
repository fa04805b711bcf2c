import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import type { Clock } from '../../domain/clock.ts'
import type { CheckReport, FromWorker, CheckOrder, ToWorker, WorkerOrder, WorkerOptions } from './messages.ts'

export interface WorkerParts {
  readonly program: URL
  readonly options: WorkerOptions
  /** What the program may know of the environment. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  /** It ended by itself. */
  onEnd(reason: string): void
}

// A sign of life is due every second.
const minStallMs = 2500
const maxStallsKept = 60
const maxStderr = 4000
// Young objects die young here; a larger nursery only keeps more of them in memory.
const limits = ['--max-semi-space-size=16', '--max-old-space-size=512']

/** A process that runs checks. Whatever a check does to it, this process lives. */
export class Worker {
  readonly #child: ChildProcess
  readonly #clock: Clock
  readonly #pending = new Map<number, (done: CheckReport | null) => void>()
  readonly #exit: Promise<unknown>
  #outbox: WorkerOrder[] = []
  #stderr = ''
  #unbegun = 0
  #heardAt: number | null = null
  #stalls: { readonly endMs: number; readonly ms: number }[] = []
  #looksInSilence = 0
  #looksWithoutWork = 0

  constructor({ program, options, env, clock, onEnd }: WorkerParts) {
    this.#clock = clock
    this.#child = fork(program, [JSON.stringify(options)], {
      execArgv: limits,
      // Pictures and traces cross as the bytes they are; small messages cost no more than as JSON.
      serialization: 'advanced',
      env: { ...env, ...compiledCode() },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.#exit = once(this.#child, 'exit')
    this.#child.stderr!.setEncoding('utf8')
    this.#child.stderr!.on('data', (text: string) => (this.#stderr = (this.#stderr + text).slice(0, maxStderr)))
    this.#child.on('message', ({ begun, finished }: FromWorker) => {
      this.#noteSign(clock.monotonicMs())
      this.#looksInSilence = 0
      this.#unbegun -= begun
      for (const done of finished) this.#settle(done.id, done)
    })
    // What cannot be sent to one that is ending is told by its end.
    this.#child.on('error', () => undefined)
    this.#child.once('close', (code, signal) => onEnd(reasonOf(this.#stderr, code, signal)))
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  get busy(): number {
    return this.#pending.size
  }

  /** How many checks it was given and has not begun. */
  get unbegun(): number {
    return this.#unbegun
  }

  /** Whether it has reported. */
  get isReady(): boolean {
    return this.#heardAt !== null
  }

  /** How often it was looked at since it last said anything. */
  look(): number {
    this.#looksWithoutWork = this.busy === 0 ? this.#looksWithoutWork + 1 : 0
    return (this.#looksInSilence += 1)
  }

  /** How often it was looked at since it last had a check to run. */
  get looksWithoutWork(): number {
    return this.#looksWithoutWork
  }

  run({
    signal,
    organizationId: _,
    hasSlot: __,
    maxWaitMs: ___,
    ...work
  }: CheckOrder & { readonly id: number }): Promise<CheckReport | null> {
    this.#unbegun += 1
    if (this.#outbox.push({ ...work, isCancellable: signal !== undefined }) === 1) queueMicrotask(() => this.#send())
    signal?.addEventListener('abort', () => this.#cancel(work.id), { once: true })
    return new Promise((resolve) => this.#pending.set(work.id, resolve))
  }

  /** Ends it at once; what it had is lost. */
  async end(): Promise<void> {
    this.#child.kill('SIGKILL')
    for (const id of this.#pending.keys()) this.#settle(id, null)
    if (this.#child.exitCode === null && this.#child.signalCode === null) await this.#exit
  }

  /** How much of the last milliseconds it was too busy to show signs of life. */
  stalledMs(withinMs: number): number {
    const since = this.#clock.monotonicMs() - withinMs
    return this.#stalls.reduce((sum, { endMs, ms }) => sum + Math.max(Math.min(endMs - since, ms), 0), 0)
  }

  #noteSign(nowMs: number): void {
    const silentMs = nowMs - (this.#heardAt ?? nowMs)
    if (silentMs > minStallMs) this.#stalls = [...this.#stalls, { endMs: nowMs, ms: silentMs }].slice(-maxStallsKept)
    this.#heardAt = nowMs
  }

  #send(): void {
    const batch = this.#outbox
    this.#outbox = []
    this.#tell(batch)
  }

  #cancel(id: number): void {
    if (this.#pending.has(id)) this.#tell({ cancel: id })
  }

  #tell(message: ToWorker): void {
    if (this.#child.connected) this.#child.send(message)
  }

  #settle(id: number, done: CheckReport | null): void {
    this.#pending.get(id)?.(done)
    this.#pending.delete(id)
  }
}

/**
 * What this process keeps of compiled code is the larger part of what such a program needs: it starts in half the time.
 */
function compiledCode(): { NODE_COMPILE_CACHE?: string } {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

function reasonOf(stderr: string, code: number | null, signal: NodeJS.Signals | null): string {
  if (stderr.includes('heap out of memory')) return 'out of memory'
  const error = stderr.split('\n').find((line) => /^\w*Error\b/.test(line))
  return error ?? (signal === null ? `it ended with code ${code}` : `it was ended by ${signal}`)
}
