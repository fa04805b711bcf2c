// The account that runs PostgreSQL, which refuses to run as root.
import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { existsSync, lchownSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StoreUnavailable } from '../store/database/database.ts'
import { program, programEnv } from './binaries.ts'
import type { DataFolder } from './folder.ts'

export interface ServerAccount {
  readonly name: string
  /** Command that runs the program as this account. */
  readonly prefix: readonly string[]
  readonly user?: { readonly uid: number; readonly gid: number }
}

const ordinary: ServerAccount = { name: 'this user', prefix: [] }

// In a user namespace, root-owned files seem to belong to 65534, so the server can read its files even below /root.
const unshare = ['/usr/bin/unshare', '/bin/unshare'].find((path) => existsSync(path))
const namespace: ServerAccount = {
  name: 'a user namespace',
  prefix: [unshare ?? 'unshare', '--user', '--map-user=65534', '--map-group=65534'],
}

export function chooseAccount(folder: DataFolder): ServerAccount {
  if (process.getuid?.() !== 0) return ordinary
  const owner = existsSync(folder.cluster) ? statSync(folder.cluster) : undefined
  const candidates =
    owner !== undefined && owner.uid !== 0
      ? [{ name: `user id ${owner.uid}`, prefix: [], user: { uid: owner.uid, gid: owner.gid } }]
      : [namespace, ...namedUsers(['postgres', 'nobody'])]
  const account = candidates.find((candidate) => reaches(candidate, folder))
  if (account) return account
  const tried = candidates.map(({ name }) => name).join(', ')
  throw new StoreUnavailable(
    `Lapwing runs as root, PostgreSQL refuses to, and no other account reaches both ${folder.dataDir} ` +
      `and ${folder.binDir} (tried: ${tried}). Run Lapwing as an ordinary user, or put both where every user may look.`,
  )
}

export function launch(account: ServerAccount, command: readonly string[], options: SpawnOptions): ChildProcess {
  const [file = '', ...args] = [...account.prefix, ...command]
  return spawn(file, args, { env: programEnv, windowsHide: true, ...account.user, ...options })
}

/** Lets the account use a data folder that root created. */
export function admit(account: ServerAccount, { dataDir, cluster }: DataFolder): void {
  if (account.user === undefined) return
  lchownSync(dataDir, account.user.uid, account.user.gid)
  if (existsSync(cluster) && statSync(cluster).uid !== account.user.uid) handOver(account, cluster)
}

/** Changes the owner of a folder and everything in it to the account. */
export function handOver(account: ServerAccount, folder: string): void {
  const { user } = account
  if (user === undefined) return
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const path of [folder, ...names.map((name) => join(folder, name))]) lchownSync(path, user.uid, user.gid)
}

function reaches(account: ServerAccount, { dataDir, binDir }: DataFolder): boolean {
  // Another user becomes the owner of the data folder later; only the path to it matters here.
  const folder = account.user === undefined ? dataDir : dirname(dataDir)
  const look = ['/bin/sh', '-c', 'cd "$0" && test -x "$1"', folder, program(binDir, 'postgres')]
  const [file = '', ...args] = [...account.prefix, ...look]
  return spawnSync(file, args, { env: programEnv, ...account.user, stdio: 'ignore' }).status === 0
}

function namedUsers(names: readonly string[]): ServerAccount[] {
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  return names.flatMap((name) => {
    const [, , uid, gid] = lines.find(([candidate]) => candidate === name) ?? []
    if (uid === undefined) return []
    return [{ name: `user ${name}`, prefix: [], user: { uid: Number(uid), gid: Number(gid) } }]
  })
}
