// The address of the server: a unix socket that only its owner can reach, or loopback on systems without them.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, lstatSync, mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StoreUnavailable } from '../store/database/database.ts'
import type { ServerAccount } from './account.ts'

export interface ServerAddress {
  readonly host: string
  readonly port: number
}

const unixPort = 5432

// Linux allows 107 bytes, macOS 103.
const maxSocketPath = 103

/** Once per process: a restarted server must have the same address. */
export async function choosePort(): Promise<number> {
  return process.platform === 'win32' ? freePort() : unixPort
}

export function prepareAddress(
  cluster: string,
  { account, port }: { account: ServerAccount; port: number },
): ServerAddress {
  if (process.platform === 'win32') return { host: '127.0.0.1', port }
  if (fits(cluster)) return { host: cluster, port }
  const host = temporaryFolder(cluster)
  if (!fits(host)) {
    throw new StoreUnavailable(`The path ${cluster} is too long for a unix socket, and ${host} is too. Shorten it.`)
  }
  claimTemporaryFolder(host, account)
  return { host, port }
}

export function removeTemporaryFolder(cluster: string, { host }: ServerAddress): void {
  if (host === temporaryFolder(cluster)) rmSync(host, { recursive: true, force: true })
}

/** The lock of a dead server whose pid was reused would prevent the next start. */
export function removeStaleSocket({ host, port }: ServerAddress): void {
  if (host.startsWith('/')) rmSync(join(host, `.s.PGSQL.${port}.lock`), { force: true })
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${unixPort}`)) <= maxSocketPath
}

function temporaryFolder(cluster: string): string {
  return join(tmpdir(), `lapwing-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`)
}

// Any user can create folders in the temporary folder: another user's folder must not get our socket.
function claimTemporaryFolder(folder: string, { user }: ServerAccount): void {
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (made !== undefined && user !== undefined) chownSync(folder, user.uid, user.gid)
  const found = lstatSync(folder)
  const owner = user?.uid ?? process.getuid?.()
  if (found.isDirectory() && found.uid === owner && (found.mode & 0o777) === 0o700) return
  throw new StoreUnavailable(
    `The folder ${folder} should be private to user id ${owner} and is not. ` +
      'Remove it, or use a data folder with a shorter path.',
  )
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const found = probe.address()
  probe.close()
  await once(probe, 'close')
  if (found === null || typeof found === 'string') throw new Error('a TCP listener has no port')
  return found.port
}
