// The postmaster, PostgreSQL's first process: finding, starting and stopping it.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, fstatSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../domain/clock.ts'
import { StoreUnavailable } from '../store/database/database.ts'
import { launch, type ServerAccount } from './account.ts'
import { removeStaleSocket, type ServerAddress } from './address.ts'
import { program } from './binaries.ts'
import { readIfThere } from './files.ts'
import type { DataFolder } from './folder.ts'
import { bornAt, isAlive, isPostmasterOf } from './processes.ts'
import { serverArguments } from './settings.ts'
import { writeSizeSettings } from './size-settings.ts'

export interface Postmaster {
  readonly pid: number
  readonly address: ServerAddress
  isRunning(): boolean
  isReady(): boolean
  /** Its log output, if this process started it. */
  said(): string
}

interface PidFile {
  pid: number
  address: ServerAddress
  ready: boolean
}

export function findPostmaster(folder: DataFolder): Postmaster | undefined {
  const found = readPidFile(folder.cluster)
  if (found === undefined || !isPostmasterOf(folder.cluster, found.pid)) return undefined
  const birth = bornAt(found.pid)
  return {
    pid: found.pid,
    address: found.address,
    isRunning: () => birth !== undefined && bornAt(found.pid) === birth,
    isReady: () => saysReady(folder.cluster, found.pid),
    said: () => '',
  }
}

/** The address of a server that may run outside this machine's process table. */
export function leftoverAddress(folder: DataFolder): ServerAddress | undefined {
  return readPidFile(folder.cluster)?.address
}

export function removeStaleFiles(folder: DataFolder, address: ServerAddress): void {
  const found = readPidFile(folder.cluster)
  // With a dead pid, PostgreSQL checks for orphaned backends through this file and replaces it itself.
  if (found !== undefined && isAlive(found.pid)) rmSync(pidFile(folder.cluster), { force: true })
  removeStaleSocket(address)
}

export async function spawnPostmaster(
  folder: DataFolder,
  { account, address }: { account: ServerAccount; address: ServerAddress },
): Promise<Postmaster> {
  rotateLog(folder.logFile)
  writeSizeSettings(folder.cluster)
  const log = openSync(folder.logFile, 'a', 0o600)
  const from = fstatSync(log).size
  const command = [program(folder.binDir, 'postgres'), ...serverArguments(folder.cluster, address)]
  // Its own session: Ctrl-C is for Lapwing, which drains first and then stops the server.
  const child = launch(account, command, { detached: true, stdio: ['ignore', log, log] })
  closeSync(log)
  await once(child, 'spawn')
  child.unref()
  const { pid } = child
  if (pid === undefined) throw new Error('PostgreSQL was started and has no pid')
  return {
    pid,
    address,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    isReady: () => saysReady(folder.cluster, pid),
    said: () => readFrom(folder.logFile, from),
  }
}

const fastShutdownMs = 20_000
const immediateShutdownMs = 10_000

export async function shutDown(
  { pid, isRunning }: Postmaster,
  { folder, clock }: { folder: DataFolder; clock: Clock },
): Promise<void> {
  const gone = async (withinMs: number): Promise<boolean> => {
    const giveUpAt = clock.now().getTime() + withinMs
    while (isRunning() && clock.now().getTime() < giveUpAt) await clock.sleep(20)
    return !isRunning()
  }
  if (!isRunning()) return
  tell(folder, { pid, mode: 'fast' })
  if (await gone(fastShutdownMs)) return
  tell(folder, { pid, mode: 'immediate' })
  if (await gone(immediateShutdownMs)) return
  throw new StoreUnavailable(`PostgreSQL (process ${pid}) does not stop. Its log is ${folder.logFile}.`)
}

// Windows has no signals; pg_ctl uses the equivalent.
function tell({ binDir, cluster }: DataFolder, { pid, mode }: { pid: number; mode: 'fast' | 'immediate' }): void {
  if (process.platform === 'win32') {
    spawnSync(program(binDir, 'pg_ctl'), ['stop', '-W', '-D', cluster, '-m', mode], { stdio: 'ignore' })
    return
  }
  try {
    process.kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

const pidFile = (cluster: string): string => join(cluster, 'postmaster.pid')

function readPidFile(cluster: string): PidFile | undefined {
  const [pid = '', , , port = '', socketFolder = '', listenAddress = '', , status = ''] =
    readIfThere(pidFile(cluster))?.split('\n') ?? []
  if (!(Number(pid) > 0)) return undefined
  // A running server whose data folder was moved listens in the new location.
  const folder = socketFolder === '' || existsSync(socketFolder) ? socketFolder : cluster
  return {
    pid: Number(pid),
    address: { host: folder || listenAddress, port: Number(port) },
    ready: status.trim() === 'ready',
  }
}

function saysReady(cluster: string, pid: number): boolean {
  const found = readPidFile(cluster)
  return found?.pid === pid && found.ready
}

const maxLog = 10 * 1024 * 1024

function rotateLog(file: string): void {
  if (existsSync(file) && statSync(file).size > maxLog) renameSync(file, `${file}.1`)
}

function readFrom(file: string, position: number): string {
  const log = openSync(file, 'r')
  const buffer = Buffer.alloc(Math.max(0, Math.min(fstatSync(log).size - position, 64 * 1024)))
  readSync(log, buffer, 0, buffer.length, position)
  closeSync(log)
  return buffer.toString('utf8')
}
