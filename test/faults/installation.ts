// A Lapwing as users run it, to be killed, starved and restarted.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { ownFolder, removeFolder } from '../kit/files.ts'

const root = dirname(dirname(import.meta.dirname))
const key = 'lw_faults_0123456789abcdef012345'

export interface Answer {
  readonly status: number
  readonly body: any
}

export interface Hook {
  readonly url: string
  readonly type?: string
}

let template: string | undefined

/** Later installations begin with a copy of this data folder, which takes half the time of an empty one. */
export function beginWithCopyOf(dataDir: string): void {
  template = dataDir
}

export class Installation {
  readonly folder = ownFolder('lapwing-faults-')
  readonly dataDir = join(this.folder, 'data')
  readonly log: string[] = []
  readonly #env: Record<string, string>
  #child: ChildProcess | undefined
  #origin = ''

  /** Sends all notifications to these hooks. */
  constructor({ hooks = [], env = {} }: { hooks?: readonly Hook[]; env?: Record<string, string> } = {}) {
    if (template !== undefined) cpSync(template, this.dataDir, { recursive: true })
    const provision = join(this.folder, 'provision.yaml')
    const channels = hooks.map(({ type = 'webhook', url }, n) => ({
      name: `Hook ${n}`,
      type,
      default: true,
      config: { url },
    }))
    const apiKeys = [{ name: 'faults', scope: 'write', key }]
    writeFileSync(provision, JSON.stringify({ organizations: [{ name: 'Faults', apiKeys, channels }] }))
    this.#env = { LAPWING_PORT: '0', LAPWING_DATA_DIR: this.dataDir, LAPWING_PROVISION: provision, ...env }
  }

  /** Its base URL. */
  get origin(): string {
    return this.#origin
  }

  get pid(): number {
    return this.#child!.pid!
  }

  /** Resolves when it is ready. */
  async start(onStarted: () => void = () => undefined): Promise<void> {
    this.#child = spawn(process.execPath, [join(root, 'bin', 'lapwing.mjs'), 'start'], {
      cwd: root,
      env: { PATH: process.env['PATH'], HOME: '/nonexistent', ...this.#env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onStarted()
    const ended = once(this.#child, 'exit').then(() => null)
    const lines = createInterface(this.#child.stdout!)
    const ready = new Promise<string>((resolve) =>
      lines.on('line', (line) => {
        this.log.push(line)
        const [, origin] = /is ready at (http:[^"\s]+)/.exec(line) ?? []
        if (origin) resolve(origin)
      }),
    )
    const origin = await Promise.race([ready, ended])
    if (origin === null) throw new Error(`it ended while it was starting:\n${this.log.slice(-20).join('\n')}`)
    this.#origin = origin
  }

  /** Returns whether it was alive. */
  async kill(): Promise<boolean> {
    if (!this.#isAlive()) return false
    const ended = once(this.#child!, 'exit')
    this.#child!.kill('SIGKILL')
    await ended
    return true
  }

  #isAlive(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  killPostmaster(): boolean {
    try {
      process.kill(
        Number.parseInt(readFileSync(join(this.dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10),
        'SIGKILL',
      )
      return true
    } catch {
      return false
    }
  }

  async stop(): Promise<void> {
    if (this.#isAlive()) {
      const ended = once(this.#child!, 'exit')
      this.#child!.kill('SIGTERM')
      await ended
    }
    removeFolder(this.folder)
  }

  async ask(
    path: string,
    { method = 'GET', body, headers = {} }: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const response = await fetch(`${this.#origin}${path}`, {
      method,
      headers: {
        ...headers,
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }

  /** Whether it and its database respond. */
  async answers(): Promise<boolean> {
    return this.ask('/v1/contacts?limit=1').then(
      ({ status }) => status === 200,
      () => false,
    )
  }

  /** All pages of a list. */
  async list(path: string): Promise<any[]> {
    const all: any[] = []
    for (let cursor = ''; ;) {
      const { body } = await this.ask(
        `${path}${path.includes('?') ? '&' : '?'}limit=100${cursor && `&cursor=${cursor}`}`,
      )
      all.push(...body.data)
      if (!body.has_more) return all
      cursor = encodeURIComponent(body.next_cursor)
    }
  }

  async watch(monitor: object): Promise<string> {
    const { body: locations } = await this.ask('/v1/locations')
    const wanted = { interval: 5, locations: [locations.data[0].id], ...monitor }
    const { status, body } = await this.ask('/v1/monitors', { method: 'POST', body: wanted })
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body.id as string
  }
}

/** A process and all its descendants that run Node. */
export function nodesBelow(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => statOf(name)?.[1] === String(pid))
    .map(Number)
    .filter((child) => readlink(child).includes('node'))
  return [pid, ...children.flatMap(nodesBelow)]
}

export function megabytesOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

function statOf(pid: string): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

function readlink(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
