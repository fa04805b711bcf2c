// One process that reads documents, one at a time. It is ended when a document takes too much time or memory.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Clock } from '../../domain/clock.ts'
import { Fault } from '../../domain/fault.ts'
import { newId } from '../../domain/id.ts'
import { cpuSecondsOf } from '../../engine/workers/silence.ts'
import type { DocumentOrder, DocumentResult } from './messages.ts'

export interface ReadingLimits {
  readonly maxCpuSeconds: number
  /** A machine without CPU time to spare takes longer. */
  readonly maxSeconds: number
  readonly maxMegabytes: number
}

const program = fileURLToPath(new URL('./document-program.ts', import.meta.url))
const root = dirname(fileURLToPath(new URL('../../../package.json', import.meta.url)))
// npm installs the packages of a package beside it.
const besideIt = basename(dirname(root)) === 'node_modules' ? [dirname(root)] : []
const preload = `--import=${new URL('../../../scripts/without-zod-locales.mjs', import.meta.url).href}`
// The heap; other memory is limited by what is in use.
const maxHeapMegabytes = 256
const watchMs = 100

/** It may read its program, and write to a folder of its own. */
export class ReaderProcess {
  readonly #clock: Clock
  readonly #limits: ReadingLimits
  readonly #folder: string
  readonly #child: ChildProcess
  #isSpent = false

  constructor(clock: Clock, limits: ReadingLimits) {
    this.#clock = clock
    this.#limits = limits
    this.#folder = join(tmpdir(), `lapwing-documents-${newId(clock.now())}`)
    const readable = [...['src', 'dist', 'scripts', 'node_modules'].map((name) => join(root, name)), ...besideIt]
    const folders = [...readable, this.#folder].map((folder) => join(folder, '*'))
    const readAccess = [...folders, join(root, 'package.json'), this.#folder]
    const writeAccess = [this.#folder, join(this.#folder, '*')]
    this.#child = fork(program, [this.#folder], {
      execArgv: [
        '--disable-warning=ExperimentalWarning',
        `--max-old-space-size=${maxHeapMegabytes}`,
        '--permission',
        ...readAccess.map((path) => `--allow-fs-read=${path}`),
        ...writeAccess.map((path) => `--allow-fs-write=${path}`),
        preload,
      ],
      serialization: 'advanced',
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    // A message that cannot be sent needs no handling: the process is ending.
    this.#child.on('error', () => undefined)
    this.#rest()
  }

  /** Whether it can read another document. */
  get isUsable(): boolean {
    return !this.#isSpent && this.#child.connected && !this.#hasEnded
  }

  get #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  async read(order: DocumentOrder): Promise<unknown> {
    const waiting = new AbortController()
    const { signal } = waiting
    // What reads databases is not ours, and a hostile one may have changed it.
    this.#isSpent = hasDatabase(order)
    this.#child.ref()
    this.#child.channel?.ref()
    try {
      const read = once(this.#child, 'message', { signal }).then(([result]) => valueOf(result as DocumentResult))
      const ended = once(this.#child, 'exit', { signal }).then(([code]) => raise(endOf(code as number | null)))
      this.#child.send(order)
      return await Promise.race([read, ended, this.#watch(signal)])
    } finally {
      waiting.abort()
      this.#rest()
    }
  }

  async end(): Promise<void> {
    this.#child.ref()
    const ended = this.#hasEnded || once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await ended
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** Rejects if a limit is exceeded. */
  async #watch(signal: AbortSignal): Promise<never> {
    const { maxCpuSeconds, maxSeconds, maxMegabytes } = this.#limits
    const cpuSecondsBefore = cpuSecondsOf(this.#child.pid) ?? 0
    const startMs = this.#clock.monotonicMs()
    for (;;) {
      await this.#clock.sleep(watchMs, signal)
      const cpuSeconds = (cpuSecondsOf(this.#child.pid) ?? 0) - cpuSecondsBefore
      const seconds = (this.#clock.monotonicMs() - startMs) / 1000
      if (cpuSeconds > maxCpuSeconds) this.#refuse(`longer than ${maxCpuSeconds} s`)
      if (seconds > maxSeconds) this.#refuse(`longer than ${maxSeconds} s`)
      if (megabytesOf(this.#child.pid) > maxMegabytes) this.#refuse(`more than ${maxMegabytes} MB of memory`)
    }
  }

  #refuse(tooMuch: string): never {
    this.#isSpent = true
    throw takes(tooMuch)
  }

  /** While it has nothing to do, it keeps no process alive. */
  #rest(): void {
    this.#child.unref()
    this.#child.channel?.unref()
  }
}

const takes = (tooMuch: string): Fault =>
  new Fault('payload_too_large', `The document takes ${tooMuch} to read. Send less at once.`)

/** V8 ends a process whose heap is full with a signal. */
const endOf = (code: number | null): Error =>
  code === null ? takes('too much memory') : new Error(`the process that reads documents exited with code ${code}`)

function raise(error: Error): never {
  throw error
}

const hasDatabase = ({ input }: DocumentOrder): boolean => (input as { encoding?: unknown }).encoding === 'base64'

function valueOf(result: DocumentResult): unknown {
  if ('value' in result) return result.value
  if ('fault' in result) throw new Fault(result.fault.code, result.fault.message)
  throw new Error(`a document could not be read: ${result.problem}`)
}

const pageBytes = 4096

/** Zero if it is unknown: on other systems than Linux. */
function megabytesOf(pid: number | undefined): number {
  try {
    const [, resident] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')
    return (Number(resident) * pageBytes) / 1_048_576
  } catch {
    return 0
  }
}
