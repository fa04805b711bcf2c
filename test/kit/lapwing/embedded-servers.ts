// Data folders and Lapwing processes for the tests of the embedded server. Everything is gone after each test.
import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { expect } from 'vitest'
import { systemClock } from '../../../src/domain/clock.ts'
import { type EmbeddedServer, findBinDir, startEmbedded } from '../../../src/postgres/index.ts'
import { isAlive, isPostmasterOf } from '../../../src/postgres/processes.ts'
import { askForPostgres } from './ask-for-postgres.ts'
import { ownFolder, removeFolder } from '../files.ts'
import { quiet } from '../log.ts'

export const isRoot = process.getuid?.() === 0
export const nobody = { uid: 65_534, gid: 65_534 }

/** Whether somebody else can be tried at all: a checkout below a folder of root's own is closed to them. */
export const othersReach = isRoot && spawnSync('test', ['-r', import.meta.filename], nobody).status === 0

export const ifOthersReach = '(needs root, and a checkout that others can read)'

type Answer = { pid: number; adopted: boolean; connection: EmbeddedServer['connection']; error?: undefined }
type Refusal = { error: string }

const servers: EmbeddedServer[] = []
const children: ChildProcess[] = []
const dataDirs = new Set<string>()
const folders: string[] = []
const disks: string[] = []

/** A folder of its own for a test; the data folder is one that does not exist yet, below it. */
export function testFolder(): string {
  const folder = realpathSync(ownFolder('lapwing-embedded-'))
  folders.push(folder)
  return folder
}

export const newDataDir = (): string => join(testFolder(), 'data')

/** A data folder with a stopped, migrated cluster, which is quicker than one more initdb. */
export async function usedDataDir(dataDir: string = newDataDir()): Promise<string> {
  cpSync(await askForPostgres<string>('data-folder'), dataDir, { recursive: true })
  return dataDir
}

export async function start(dataDir: string, binDir?: string): Promise<EmbeddedServer> {
  dataDirs.add(dataDir)
  const server = await startEmbedded({ dataDir, binDir, clock: systemClock, log: quiet })
  servers.push(server)
  return server
}

export interface Other {
  readonly process: ChildProcess
  readonly answer: Promise<Answer | Refusal>
  /** Its exit code, once it has ended by itself. */
  readonly ended: Promise<number | null>
  kill(): Promise<void>
}

interface OtherOptions {
  mode?: 'stay' | 'leave'
  binDir?: string
  prefix?: readonly string[]
  spawn?: SpawnOptions
}

/** Another Lapwing on the same data folder. */
export function startOther(dataDir: string, options: OtherOptions = {}): Other {
  const { mode = 'stay', binDir, prefix = [] } = options
  dataDirs.add(dataDir)
  const script = join(import.meta.dirname, 'embedded-child.ts')
  const command = [...prefix, process.execPath, script, dataDir, mode, ...(binDir === undefined ? [] : [binDir])]
  const child = spawn(command[0] ?? '', command.slice(1), { stdio: ['pipe', 'pipe', 'inherit'], ...options.spawn })
  children.push(child)
  const ended = once(child, 'exit').then(() => child.exitCode)
  return { process: child, answer: firstLine(child), ended, kill: () => end(child) }
}

/** Another Lapwing that owns a running server. */
export async function ownedByOther(dataDir: string, options?: OtherOptions): Promise<Other & { server: Answer }> {
  const other = startOther(dataDir, options)
  const server = await other.answer
  if (server.error !== undefined) throw new Error(server.error)
  return { ...other, server }
}

export async function query<Row>({ connection }: Pick<EmbeddedServer, 'connection'>, text: string): Promise<Row[]> {
  const client = new Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows as Row[]
  } finally {
    await client.end()
  }
}

/** A pid that is surely one: signals to 0 would reach the test run itself. */
export function pidOf({ pid }: { pid?: number | undefined }): number {
  if (pid === undefined || pid <= 0) throw new Error('there is no such process')
  return pid
}

export async function untilGone(process: { pid?: number | undefined }): Promise<void> {
  const pid = pidOf(process)
  await expect.poll(() => isAlive(pid)).toBe(false)
}

/** Undefined where nothing can be mounted. */
export function smallDisk(megabytes: number): string | undefined {
  const folder = testFolder()
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  if (status !== 0) return undefined
  disks.push(folder)
  return folder
}

/** The PostgreSQL package as another installation would have it. */
export function copyOfBinaries(filter?: (path: string) => boolean): string {
  const copy = join(testFolder(), 'native')
  cpSync(join(findBinDir(), '..'), copy, { recursive: true, verbatimSymlinks: true, filter })
  return join(copy, 'bin')
}

async function firstLine(child: ChildProcess): Promise<Answer | Refusal> {
  if (!child.stdout) throw new Error('the other Lapwing has no output')
  for await (const line of createInterface(child.stdout)) return JSON.parse(line) as Answer | Refusal
  return { error: 'the other Lapwing ended without a word' }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function endLeftServer(dataDir: string): Promise<void> {
  const cluster = join(dataDir, 'postgres')
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  if (!isPostmasterOf(cluster, pid)) return
  process.kill(pid, 'SIGQUIT')
  await untilGone({ pid })
}

export async function endEmbeddedServers(): Promise<void> {
  await Promise.all(servers.splice(0).map((server) => server.stop()))
  await Promise.all(children.splice(0).map(end))
  for (const dataDir of dataDirs) await endLeftServer(dataDir)
  dataDirs.clear()
  for (const disk of disks.splice(0)) spawnSync('umount', [disk])
  for (const folder of folders.splice(0)) removeFolder(folder)
}
