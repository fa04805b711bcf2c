// A box: one program in its own namespaces, as its own user, with read access to the system's programs and nothing
// else of this machine. Everything in it ends with it, and it ends with the process that created it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { randomInt } from 'node:crypto'
import { getPriority, setPriority } from 'node:os'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { boxedNode, fileArguments } from './box-files.ts'
import type { BrowserInstallation } from './find.ts'
import { type MemoryGroup, openMemoryGroup } from './memory-group.ts'
import { systemCallFilter } from './system-calls.ts'

export interface Box {
  readonly input: Writable
  /** The program's output on file descriptor 3. */
  readonly answers: Readable
  /** Resolves when all its processes have ended. */
  readonly over: Promise<End>
  /** The process that created it and leads its session; undefined when it could not be started. */
  readonly leader: number | undefined
  /** Its first process, as seen from here; undefined until the box is ready. */
  readonly firstProcess: () => number | undefined
  /** Whether the kernel killed it for exceeding its memory limit; known when it has ended. */
  readonly ranOutOfMemory: () => boolean
  /** Kills it at once. */
  end(): void
}

export interface End {
  readonly code: number | null
  readonly printed: string
}

/** The mounts of the box. */
interface Contents {
  readonly command: readonly string[]
  /** The socket of the proxy. */
  readonly wayOut?: string
  /** The niceness of everything in it: from 0 to 19, the lowest priority. */
  readonly niceness?: number
}

const [mb, maxPrinted] = [1024 * 1024, 4000]
const limits = { diskBytes: 256 * mb, sharedMemoryBytes: 256 * mb, processes: 512, openFiles: 2048, signals: 4096 }
// File descriptors: 3 belongs to the program; bubblewrap uses the others before the program starts.
const [argumentsFd, statusFd, passwdFd, filterFd] = [4, 5, 6, 7]
// A user ID without an account, different for each box: limits per user are limits per box.
const [firstUser, users] = [0x70000000, 0x00ffffff]

export function openBox(installation: BrowserInstallation, { command, wayOut, niceness = 0 }: Contents): Box {
  const user = installation.asRoot ? firstUser + randomInt(users) : 1000
  const filter = systemCallFilter()
  if (!filter) throw new Error(`There is no filter of system calls for ${process.arch}`)
  const settings = [
    ...namespaceOptions(installation),
    ...mountOptions(installation, wayOut),
    '--seccomp',
    String(filterFd),
    '--json-status-fd',
    String(statusFd),
  ]
  const within = [...limited(), ...(installation.asRoot ? asUser(user) : []), ...command]
  const child = spawn(installation.bubblewrap, ['--args', String(argumentsFd), '--', ...within], {
    env: {},
    // In a new session, it cannot reach the terminal of the user who started Lapwing.
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe', 'pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
  })
  // Set before bubblewrap gets its arguments, so that everything it starts inherits this.
  const group = child.pid === undefined ? null : setPlace(child.pid, niceness)
  const feed = (fd: number, data: string | Buffer): void => void stream(child, fd).end(data)
  feed(argumentsFd, settings.map((part) => `${part}\0`).join(''))
  feed(passwdFd, `box:x:${user}:${user}::/tmp:/bin/sh\n`)
  feed(filterFd, filter)
  // A program that ends before it has read all of this reports that by its exit.
  for (const open of child.stdio) open?.on('error', () => undefined)
  return { ...watched(child, group), leader: child.pid, input: stream(child, 0), answers: stream(child, 3) }
}

/** Its share of the processor and of the memory. */
function setPlace(pid: number, niceness: number): MemoryGroup | null {
  if (niceness > 0) setPriority(pid, Math.max(getPriority(pid), niceness))
  try {
    // When memory runs out, the kernel kills boxes before the processes of other checks, the server and the database.
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000')
  } catch {
    // A setuid bubblewrap belongs to root; its box then keeps the value of this process.
  }
  return openMemoryGroup(pid)
}

function watched(
  child: ChildProcess,
  group: MemoryGroup | null,
): Pick<Box, 'over' | 'firstProcess' | 'ranOutOfMemory' | 'end'> {
  let printed = ''
  let first: number | undefined
  let ranOut = false
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (printed = (printed + text).slice(-maxPrinted)))
  createInterface({ input: stream(child, statusFd) })
    .on('line', (line) => (first ??= childIn(line)))
    .on('error', () => undefined)
  const failed = once(child, 'error').then(([error]) => ({ code: null, printed: String(error) }))
  const closed = new Promise<End>((resolve) =>
    child.once('close', (code) => {
      ranOut = group?.ranOut() ?? false
      group?.remove()
      resolve({ code, printed })
    }),
  )
  const firstProcess = (): number | undefined => (first !== undefined && stands(first) ? first : undefined)
  return { over: Promise.race([failed, closed]), firstProcess, ranOutOfMemory: () => ranOut, end: () => end(child) }
}

/** Before that, its first process still sees this machine: all of its memory would count for the box. */
const stands = (firstProcess: number): boolean => existsSync(`/proc/${firstProcess}/root${boxedNode}`)

function end(child: ChildProcess): void {
  child.kill('SIGKILL')
  // Unread output would delay the exit event.
  for (const open of child.stdio) open?.destroy()
}

const childIn = (line: string): number | undefined => (JSON.parse(line) as { 'child-pid'?: number })['child-pid']

const stream = (child: ChildProcess, fd: number): Readable & Writable =>
  child.stdio[fd] as unknown as Readable & Writable

function namespaceOptions({ asRoot }: BrowserInstallation): string[] {
  const own = ['--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts', '--unshare-cgroup-try']
  // As root, the user changes inside, so that files below a folder that only root may enter can be mounted.
  const user = asRoot
    ? []
    : ['--unshare-user', '--disable-userns', '--uid', '1000', '--gid', '1000', '--cap-drop', 'ALL']
  return [...user, ...own, '--die-with-parent', '--hostname', 'box', '--clearenv']
}

function mountOptions(installation: BrowserInstallation, wayOut: string | undefined): string[] {
  const tmpfs = (path: string, bytes: number): string[] => ['--size', String(bytes), '--perms', '1777', '--tmpfs', path]
  return [
    fileArguments(installation),
    ['--perms', '0444', '--ro-bind-data', String(passwdFd), '/etc/passwd'],
    ['--proc', '/proc', '--remount-ro', '/proc', '--dev', '/dev', '--remount-ro', '/dev'],
    tmpfs('/tmp', limits.diskBytes),
    tmpfs('/dev/shm', limits.sharedMemoryBytes),
    wayOut === undefined ? [] : ['--bind', wayOut, '/box/way-out.sock'],
    ['--setenv', 'PATH', '/usr/bin:/bin', '--setenv', 'HOME', '/tmp', '--setenv', 'LANG', 'C.UTF-8'],
    ['--chdir', '/tmp', '--remount-ro', '/'],
  ].flat()
}

function limited(): string[] {
  const { processes, diskBytes, openFiles, signals } = limits
  const counts = [`--nproc=${processes}`, `--nofile=${openFiles}`, `--sigpending=${signals}`, '--msgqueue=0']
  return ['prlimit', '--core=0', `--fsize=${diskBytes}`, ...counts]
}

function asUser(user: number): string[] {
  const none = ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', '--ambient-caps=-all']
  return ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', ...none]
}
