// Tokens of `lapwing login`, in a file that only its owner can read.
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { sleep } from '../../sdk/src/sleep.ts'
import { CommandError } from '../exit-codes.ts'

export interface StoredLogin {
  readonly access_token: string
  readonly refresh_token: string | null
  /** Milliseconds since 1970. */
  readonly expires_at: number
}

interface CredentialFile {
  /** The Lapwing of the latest login, which commands use if nothing else is set. */
  readonly latest: string | null
  readonly logins: Readonly<Record<string, StoredLogin>>
}

export interface Credentials {
  readonly path: string
  latestUrl(): string | undefined
  /** A login is only ever sent to the Lapwing that issued it. */
  loginAt(url: string): StoredLogin | undefined
  save(url: string, login: StoredLogin): void
  remove(url: string): void
  /** Runs alone among all commands of this person: two that refresh at once would end the login. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>
}

const nothing: CredentialFile = { latest: null, logins: {} }
const staleLockMs = 30_000

export function openCredentials(environment: Readonly<Record<string, string | undefined>>): Credentials {
  const folder = join(environment['XDG_CONFIG_HOME'] || join(environment['HOME'] || homedir(), '.config'), 'lapwing')
  const path = join(folder, 'credentials.json')
  const save = (file: CredentialFile): void => writePrivately(path, `${JSON.stringify(file, null, 2)}\n`)
  return {
    path,
    latestUrl: () => read(path).latest ?? undefined,
    loginAt: (url) => read(path).logins[url],
    save: (url, login) => save({ latest: url, logins: { ...read(path).logins, [url]: login } }),
    remove: (url) => {
      const { latest, logins } = read(path)
      const { [url]: _, ...others } = logins
      save({ latest: latest === url ? null : latest, logins: others })
    },
    alone: (work) => withLock(`${path}.lock`, work),
  }
}

function read(path: string): CredentialFile {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return nothing
    throw new CommandError(`${path}: cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  try {
    return { ...nothing, ...(JSON.parse(text) as CredentialFile) }
  } catch {
    throw new CommandError(`${path}: is damaged. Delete it and run \`lapwing login\`.`)
  }
}

/** Renamed into place, so that a reader never sees half a file. */
function writePrivately(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const aside = `${path}.${process.pid}`
  writeFileSync(aside, text, { mode: 0o600 })
  chmodSync(aside, 0o600)
  renameSync(aside, path)
}

async function withLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  while (!takeLock(path)) await sleep(50)
  try {
    return await work()
  } finally {
    rmSync(path, { force: true })
  }
}

/** A lock that a killed command left behind is removed after a while. */
function takeLock(path: string): boolean {
  try {
    closeSync(openSync(path, 'wx', 0o600))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0)
  if (age > staleLockMs) rmSync(path, { force: true })
  return false
}
