// Brings up a server that this process owns, from any state that earlier processes left.
import { chmodSync, realpathSync } from 'node:fs'
import type { Clock } from '../domain/clock.ts'
import type { Log } from '../domain/log.ts'
import { StoreUnavailable } from '../store/database/database.ts'
import type { ServerAccount } from './account.ts'
import { prepareAddress } from './address.ts'
import { program } from './binaries.ts'
import { connectionTo, tryConnect, type ServerConnection } from './connect.ts'
import { claimOwnership, type Ownership } from './ownership.ts'
import { readPassword, type DataFolder } from './folder.ts'
import {
  findPostmaster,
  leftoverAddress,
  removeStaleFiles,
  shutDown,
  spawnPostmaster,
  type Postmaster,
} from './postmaster.ts'
import { programOf } from './processes.ts'
import { explain, StoreInUse } from './unavailable.ts'

export interface BringUpParts {
  readonly folder: DataFolder
  readonly account: ServerAccount
  readonly port: number
  readonly clock: Clock
  readonly log: Log
}

export interface OwnedServer {
  readonly postmaster: Postmaster
  readonly connection: ServerConnection
  readonly adopted: boolean
  readonly ownership: Ownership
}

const stepMs = 25
// Orphaned backends of a killed postmaster hold the shared memory until they notice.
const orphansMs = 15_000
// Recovery after a crash replays at most max_wal_size.
const recoveryMs = 10 * 60_000

export async function bringUp(parts: BringUpParts): Promise<OwnedServer> {
  const { folder, clock, log } = parts
  const orphansUntil = clock.now().getTime() + orphansMs
  for (;;) {
    const found = findPostmaster(folder)
    if (found === undefined) {
      const started = await startAndOwn(parts, orphansUntil)
      if (started) return started
    } else {
      const owned = await own(found, parts)
      if (owned && runsOurProgram(found, folder)) {
        log.info('PostgreSQL was already running', { pid: found.pid })
        return { ...owned, adopted: true }
      }
      if (owned) {
        log.info('the running PostgreSQL belongs to an earlier installation; restarting it', { pid: found.pid })
        await shutDown(found, { folder, clock })
      }
    }
    await clock.sleep(stepMs)
  }
}

/** Returns undefined if it should be tried again. */
async function startAndOwn(parts: BringUpParts, orphansUntil: number): Promise<OwnedServer | undefined> {
  const { folder, clock } = parts
  const started = await start(parts)
  try {
    const owned = await own(started, parts)
    if (owned) return { ...owned, adopted: false }
  } catch (error) {
    if (!(error instanceof StoreInUse)) await shutDown(started, { folder, clock })
    throw error
  }
  const said = started.said()
  if (orphansAreLeft(said) && clock.now().getTime() < orphansUntil) return undefined
  throw explain('PostgreSQL ended while it was starting', { dataDir: folder.dataDir, output: said })
}

async function start({ folder, account, port, log }: BringUpParts): Promise<Postmaster> {
  await refuseServerElsewhere(folder)
  const address = prepareAddress(folder.cluster, { account, port })
  removeStaleFiles(folder, address)
  // A copied or restored folder may have another mode, and PostgreSQL requires this one.
  chmodSync(folder.cluster, 0o700)
  const started = await spawnPostmaster(folder, { account, address })
  log.debug('PostgreSQL is starting', { pid: started.pid, account: account.name })
  return started
}

/** Returns undefined if the postmaster ended first. */
async function own(postmaster: Postmaster, parts: BringUpParts): Promise<Omit<OwnedServer, 'adopted'> | undefined> {
  const {
    folder: { dataDir, logFile },
    clock,
  } = parts
  const connection = connectionTo(postmaster.address, readPassword(parts.folder))
  const giveUpAt = clock.now().getTime() + recoveryMs
  while (postmaster.isRunning()) {
    const ownership = postmaster.isReady() ? await claimOwnership(connection, { clock, dataDir }) : undefined
    if (ownership) return { postmaster, connection, ownership }
    if (clock.now().getTime() > giveUpAt) {
      throw new StoreUnavailable(`PostgreSQL (process ${postmaster.pid}) does not become ready. Its log is ${logFile}.`)
    }
    await clock.sleep(stepMs)
  }
  return undefined
}

// Containers that share a volume do not see each other's processes, but can reach the socket.
async function refuseServerElsewhere(folder: DataFolder): Promise<void> {
  const address = leftoverAddress(folder)
  if (address === undefined || !address.host.startsWith('/')) return
  const client = await tryConnect(connectionTo(address, readPassword(folder)))
  if (client === undefined) return
  await client.end()
  throw new StoreInUse(folder.dataDir, 'its server is not a process of this machine or container')
}

function orphansAreLeft(said: string): boolean {
  return /pre-existing shared memory block|lock file .* already exists/.test(said)
}

// After an update, programs and libraries of an old server may be gone from the disk.
function runsOurProgram({ pid }: Postmaster, { binDir }: DataFolder): boolean {
  const running = programOf(pid)
  return running === undefined || running === realpathSync(program(binDir, 'postgres'))
}
