// Creates a new cluster beside its final name and moves it there when it is complete, so that a kill leaves nothing
// that looks like a database.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  appendFileSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { handOver, launch, type ServerAccount } from './account.ts'
import { program } from './binaries.ts'
import { readIfThere } from './files.ts'
import { readPassword, type DataFolder } from './folder.ts'
import { initialSettings, userName } from './settings.ts'
import { explain } from './unavailable.ts'

const workPrefix = 'postgres.new-'

export async function initialize(folder: DataFolder, by: { account: ServerAccount; version: number }): Promise<void> {
  await removeLeftovers(folder.dataDir)
  // A full disk may have left an empty file.
  if (!readIfThere(folder.passwordFile)) {
    writeFileSync(folder.passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true })
  }
  const work = mkdtempSync(join(folder.dataDir, workPrefix))
  try {
    const fresh = join(work, 'data')
    const passwordCopy = join(work, 'password')
    mkdirSync(fresh, { mode: 0o700 })
    writeFileSync(passwordCopy, readPassword(folder), { mode: 0o600 })
    handOver(by.account, work)
    await runInitdb(folder, by.account, [...options(by.version), `--pwfile=${passwordCopy}`, '-D', fresh])
    appendFileSync(join(fresh, 'postgresql.conf'), initialSettings(by.version), { flush: true })
    renameSync(fresh, folder.cluster)
    syncFolder(folder.dataDir)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

// The initdb of a killed Lapwing may still be writing.
async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith(workPrefix))) {
    await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
}

// Builtin collations exist since version 17 and sort the same on every system.
function options(version: number): string[] {
  const locale =
    version >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'] : ['--locale=C.UTF-8']
  return [`--username=${userName}`, '--encoding=UTF8', '--auth=scram-sha-256', '--no-instructions', ...locale]
}

async function runInitdb(folder: DataFolder, account: ServerAccount, args: readonly string[]): Promise<void> {
  const child = launch(account, [program(folder.binDir, 'initdb'), ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  if (!child.stdout || !child.stderr) throw new Error('initdb was started without its output')
  const [[code], stdout, stderr] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
  if (code === 0) return
  throw explain('PostgreSQL could not create its database', { dataDir: folder.dataDir, output: stdout + stderr })
}

function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
