// The embedded database: a PostgreSQL server in the data folder, supervised by this process.
import { existsSync } from 'node:fs'
import type { Clock } from '../domain/clock.ts'
import type { Log } from '../domain/log.ts'
import { type ServerAccount, admit, chooseAccount } from './account.ts'
import { choosePort, removeTemporaryFolder } from './address.ts'
import { majorVersion } from './binaries.ts'
import { bringUp, type OwnedServer, type BringUpParts } from './bring-up.ts'
import { type ServerConnection, connectionTo } from './connect.ts'
import { initialize } from './initialize.ts'
import { type DataFolder, openDataFolder, readPassword, refuseForeignCluster } from './folder.ts'
import { findPostmaster, shutDown } from './postmaster.ts'
import { whileStarting } from './start-lock.ts'
import { explainError } from './unavailable.ts'

export { findBinDir } from './binaries.ts'

export interface EmbeddedServer {
  /** Options for a pg pool; the host is the folder of the unix socket. */
  readonly connection: ServerConnection
  readonly pid: number | undefined
  /** Whether the server was already running, left behind by a killed Lapwing. */
  readonly adopted: boolean
  stop(): Promise<void>
}

interface ServerOptions {
  readonly dataDir: string
  /** The folder of initdb and postgres, if not the platform package. */
  readonly binDir?: string
  readonly clock: Clock
  readonly log: Log
}

export async function startEmbedded({ dataDir, binDir, clock, log }: ServerOptions): Promise<EmbeddedServer> {
  try {
    const folder = openDataFolder(dataDir, binDir)
    return await whileStarting(folder.dataDir, async () => {
      const account = await readyFolder(folder, log)
      const parts = { folder, account, clock, log, port: await choosePort() }
      return new SupervisedServer(await bringUp(parts), parts)
    })
  } catch (error) {
    throw explainError(error, dataDir)
  }
}

/**
 * Creates the database on the first start. A PostgreSQL program does the work, so this process can do other things
 * meanwhile.
 */
export async function prepareEmbedded({ dataDir, log }: Pick<ServerOptions, 'dataDir' | 'log'>): Promise<void> {
  try {
    const folder = openDataFolder(dataDir)
    if (!existsSync(folder.cluster)) await whileStarting(folder.dataDir, () => readyFolder(folder, log))
  } catch (error) {
    throw explainError(error, dataDir)
  }
}

async function readyFolder(folder: DataFolder, log: Log): Promise<ServerAccount> {
  const version = majorVersion(folder.binDir, folder.dataDir)
  if (existsSync(folder.cluster)) refuseForeignCluster(folder, version)
  const account = chooseAccount(folder)
  admit(account, folder)
  if (existsSync(folder.cluster)) return account
  log.info('creating the database', { folder: folder.cluster })
  await initialize(folder, { account, version })
  return account
}

/** The connection to a server that already runs in this folder, whoever owns it. */
export function runningServer(dataDir: string): ServerConnection | undefined {
  if (!existsSync(dataDir)) return undefined
  const folder = openDataFolder(dataDir)
  const found = findPostmaster(folder)
  return found && connectionTo(found.address, readPassword(folder))
}

/** Throws if the stopped server in this folder could not be started. Changes nothing. */
export function examineStopped(dataDir: string): void {
  try {
    const folder = openDataFolder(dataDir)
    refuseForeignCluster(folder, majorVersion(folder.binDir, folder.dataDir))
    readPassword(folder)
  } catch (error) {
    throw explainError(error, dataDir)
  }
}

const retryMs = 5_000

class SupervisedServer implements EmbeddedServer {
  readonly connection: ServerConnection
  readonly adopted: boolean
  readonly #parts: BringUpParts
  readonly #stopping = new AbortController()
  #owned: OwnedServer | undefined
  #recovery: Promise<void> | undefined
  #stopped: Promise<void> | undefined

  constructor(owned: OwnedServer, parts: BringUpParts) {
    this.connection = owned.connection
    this.adopted = owned.adopted
    this.#parts = parts
    this.#hold(owned)
  }

  get pid(): number | undefined {
    return this.#owned?.postmaster.pid
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#shutDown()
    return this.#stopped
  }

  #hold(owned: OwnedServer): void {
    this.#owned = owned
    void owned.ownership.ended.then(() => {
      if (!this.#stopping.signal.aborted) this.#recovery = this.#recover()
    })
  }

  async #recover(): Promise<void> {
    const { folder, clock, log } = this.#parts
    const { signal } = this.#stopping
    this.#owned = undefined
    log.error('PostgreSQL stopped unexpectedly; restarting it')
    for (let pauseMs = 0; ; pauseMs = retryMs) {
      try {
        if (pauseMs > 0) await clock.sleep(pauseMs, signal)
        this.#hold(await whileStarting(folder.dataDir, () => bringUp(this.#parts)))
        return log.info('PostgreSQL is running again')
      } catch (error) {
        if (signal.aborted) return
        log.error('PostgreSQL did not start; trying again', { error: String(error) })
      }
    }
  }

  // Release the lock only after the server ended; otherwise another Lapwing would adopt a stopping server.
  async #shutDown(): Promise<void> {
    const { folder, clock } = this.#parts
    this.#stopping.abort()
    await this.#recovery
    if (this.#owned === undefined) return
    const { postmaster, ownership, connection } = this.#owned
    await shutDown(postmaster, { folder, clock })
    await ownership.release()
    removeTemporaryFolder(folder.cluster, connection)
  }
}
