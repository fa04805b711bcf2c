// The layout of a data folder.
import { accessSync, constants, mkdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StoreUnavailable } from '../store/database/database.ts'
import { findBinDir } from './binaries.ts'
import { readIfThere } from './files.ts'

export interface DataFolder {
  readonly dataDir: string
  readonly binDir: string
  readonly cluster: string
  readonly passwordFile: string
  readonly logFile: string
}

export function openDataFolder(folder: string, binDir: string = findBinDir()): DataFolder {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  const dataDir = realpathSync(folder)
  return {
    dataDir,
    binDir: realpathSync(binDir),
    cluster: join(dataDir, 'postgres'),
    passwordFile: join(dataDir, 'postgres-password'),
    logFile: join(dataDir, 'postgres.log'),
  }
}

export function refuseForeignCluster({ cluster }: DataFolder, ours: number): void {
  const uid = process.getuid?.()
  const owner = statSync(cluster).uid
  if (uid !== undefined && uid !== 0 && uid !== owner) {
    throw new StoreUnavailable(
      `The database in ${cluster} belongs to user id ${owner}, and Lapwing runs as ` +
        `user id ${uid}. Run Lapwing as that user, or change the owner of the whole folder to ${uid}.`,
    )
  }
  const theirs = readMajorVersion(cluster)
  if (theirs > ours) {
    throw new StoreUnavailable(
      `The database in ${cluster} was made by PostgreSQL ${theirs}, and this Lapwing brings ` +
        `PostgreSQL ${ours}, which is older. Use the newer Lapwing that made it.`,
    )
  }
  if (theirs < ours) {
    throw new StoreUnavailable(
      `The database in ${cluster} was made by PostgreSQL ${theirs}, and this Lapwing brings ` +
        `PostgreSQL ${ours}. It needs a dump and restore: dump it with the Lapwing that made it, then restore it ` +
        'into a new data folder.',
    )
  }
}

export function readPassword({ passwordFile, cluster }: DataFolder): string {
  const password = readIfThere(passwordFile)?.trim()
  if (password) return password
  throw new StoreUnavailable(
    `The password of the database in ${cluster} is missing. Put the file ${passwordFile} back from a backup.`,
  )
}

function readMajorVersion(cluster: string): number {
  const version = Number.parseInt(readIfThere(join(cluster, 'PG_VERSION')) ?? '', 10)
  if (Number.isInteger(version)) return version
  throw new StoreUnavailable(
    `The folder ${cluster} holds no PostgreSQL database. Move it away, or restore it from a backup.`,
  )
}
