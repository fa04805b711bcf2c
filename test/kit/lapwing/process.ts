// Lapwing as people run it: a process of its own. What a test file started is ended after it, its folders are removed.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { isAlive, isPostmasterOf } from '../../../src/postgres/processes.ts'
import { newFolder } from '../files.ts'
import { waitUntil } from '../wait-until.ts'

export interface LogLine {
  level: number
  msg: string
  [field: string]: unknown
}

interface Ending {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export interface LapwingProcess {
  readonly child: ChildProcess
  readonly log: readonly LogLine[]
  readonly ended: Promise<Ending>
  /** The first line of the log that says this, now or later. */
  says(words: string): Promise<LogLine>
  /** Where it serves, once it does. */
  origin(): Promise<string>
  /** Ends it and tells how it went. */
  end(signal?: NodeJS.Signals): Promise<Ending>
}

interface Options {
  args?: readonly string[]
  command?: readonly string[]
  spawn?: SpawnOptions
}

export const checkout = dirname(dirname(dirname(import.meta.dirname)))
export const program = join(checkout, 'bin', 'lapwing.mjs')

const children: ChildProcess[] = []
const dataDirs = new Set<string>()
const folders: ReturnType<typeof newFolder>[] = []

/** A folder of its own, which only its owner may enter and whose name has a space in it. */
export function closedFolder(): string {
  const folder = newFolder()
  folders.push(folder)
  return folder.path
}

export const newDataDir = (): string => join(closedFolder(), 'data')

/** Nothing of the environment the tests run in reaches it but what it is given here. */
export function startProcess(env: Record<string, string>, how: Options = {}): LapwingProcess {
  const { args = ['start'], command, spawn: options } = how
  const settings = { LAPWING_PORT: '0', LAPWING_DATA_DIR: newDataDir(), LAPWING_BROWSERS: '0', ...env }
  dataDirs.add(settings.LAPWING_DATA_DIR)
  const [file = '', ...rest] = command ?? [process.execPath, program, ...args]
  const child = spawn(file, rest, {
    cwd: checkout,
    env: { PATH: process.env['PATH'], HOME: '/nonexistent', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
  })
  children.push(child)
  return observe(child)
}

function observe(child: ChildProcess): LapwingProcess {
  const lines: string[] = []
  const log: LogLine[] = []
  const waiting = new Set<() => void>()
  const wake = (): void => waiting.forEach((look) => look())
  createInterface(child.stdout!).on('line', (line) => {
    lines.push(line)
    if (line.startsWith('{')) log.push(JSON.parse(line) as LogLine)
    wake()
  })
  const stderr = text(child.stderr!)
  const ended = once(child, 'close').then(async (): Promise<Ending> => {
    const { exitCode: code, signalCode: signal } = child
    return { code, signal, stdout: lines.join('\n'), stderr: await stderr }
  })
  const says = (words: string): Promise<LogLine> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const line = log.find(({ msg }) => msg.includes(words))
        if (!line) return
        waiting.delete(look)
        resolve(line)
      }
      waiting.add(look)
      void ended.then(({ stdout, stderr: errors }) =>
        reject(new Error(`it ended and never said "${words}"\n${stdout}\n${errors}`)),
      )
      look()
    })
  return {
    child,
    log,
    ended,
    says,
    origin: async () => /http:\/\/\S+/.exec((await says('is ready at')).msg)![0],
    end: (signal = 'SIGTERM') => {
      child.kill(signal)
      return ended
    },
  }
}

/** How long it needs until it is ready; printed, because it says more about the machine than about us. */
export async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const result = await work()
  console.info(`${what}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return result
}

export interface ApiResponse {
  status: number
  body: any
}

interface Ask {
  key?: string
  method?: string
  body?: unknown
}

export async function ask(origin: string, path: string, { key, method = 'GET', body }: Ask = {}): Promise<ApiResponse> {
  const response = await fetch(origin + path, {
    method,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = await response.text()
  return { status: response.status, body: answer === '' ? undefined : JSON.parse(answer) }
}

/** The pid of the PostgreSQL that serves a data folder, if one does. */
export function postmasterOf(dataDir: string): number | undefined {
  const cluster = join(dataDir, 'postgres')
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  return isPostmasterOf(cluster, pid) ? pid : undefined
}

export async function endProcesses(): Promise<void> {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  for (const dataDir of dataDirs) {
    const pid = postmasterOf(dataDir)
    if (pid === undefined) continue
    process.kill(pid, 'SIGQUIT')
    await waitUntil(() => !isAlive(pid))
  }
  dataDirs.clear()
  for (const folder of folders.splice(0)) folder.remove()
}
