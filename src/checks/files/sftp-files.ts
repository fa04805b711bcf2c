// The file checks of an SFTP session.
import type { FileEntry, SFTPWrapper, Stats } from 'ssh2'
import { TargetDown } from '../../domain/outcome.ts'
import type { RunContext } from '../run.ts'
import { SshRefusal, type SshSession } from '../../protocols/ssh/session.ts'

interface SftpFileConfig {
  readonly expectPath: string | undefined
  readonly checkNewestAge: boolean
}

interface SftpFileContext {
  readonly session: SshSession
  readonly sftp: SFTPWrapper
  readonly context: RunContext
}

const maxEntries = 100_000
// Status codes of SFTP; a path without permission counts as missing.
const atEnd = 1
const missing = 2
const forbidden = 3

export async function inspectFiles(session: SshSession, config: SftpFileConfig, context: RunContext): Promise<void> {
  const { expectPath: path, checkNewestAge } = config
  const sftp = await session.files().catch((error: unknown) => {
    throw asTargetDown(error, 'the server does not support SFTP')
  })
  const probe: SftpFileContext = { session, sftp, context }
  if (!path && !checkNewestAge) return
  const found = path ? await find(probe, path) : null
  if (path && !found) return
  if (found?.isFile()) return observeFile(probe, found, checkNewestAge)
  if (!found || found.isDirectory()) await inspectDirectory(probe, path || '.', checkNewestAge)
}

async function find({ session, sftp, context: { observed } }: SftpFileContext, path: string): Promise<Stats | null> {
  try {
    const found = await session.ask<Stats>('looking up the path', (answer) => sftp.stat(path, answer))
    observed.metrics['sftp.path_exists'] = 1
    observed.evidence.path = { path, is: found.isFile() ? 'file' : found.isDirectory() ? 'directory' : 'other' }
    return found
  } catch (error) {
    const isMissing = error instanceof SshRefusal && (error.code === missing || error.code === forbidden)
    if (!isMissing) throw asTargetDown(error, 'the path cannot be read')
    observed.metrics['sftp.path_exists'] = 0
    observed.evidence.path = { path, is: 'missing', reply: error.message.slice(0, 200) }
    return null
  }
}

function observeFile({ context }: SftpFileContext, { size, mtime }: Stats, wantsAge: boolean): void {
  context.observed.metrics['sftp.file_bytes'] = size
  Object.assign(context.observed.evidence.path as object, { bytes: size, ...modified(mtime) })
  if (wantsAge) observeAge(context, mtime)
}

async function inspectDirectory(probe: SftpFileContext, path: string, wantsAge: boolean): Promise<void> {
  const { clock, observed } = probe.context
  const start = clock.monotonicMs()
  const { files, newest, isWhole } = await list(probe, path).catch((error: unknown) => {
    throw asTargetDown(error, 'the directory cannot be listed')
  })
  observed.metrics['sftp.list_ms'] = clock.monotonicMs() - start
  observed.metrics['sftp.files'] = files
  // A newer file may follow after the cut.
  if (!isWhole) observed.evidence.list_is_cut = true
  else if (newest && wantsAge) observeNewest(probe.context, newest)
}

async function list({ session, sftp }: SftpFileContext, path: string) {
  const phase = 'listing the directory'
  const handle = await session.ask<Buffer>(phase, (answer) => sftp.opendir(path, answer))
  let [files, entries] = [0, 0]
  let newest: FileEntry | null = null
  while (entries <= maxEntries) {
    const batch = await session
      .ask<FileEntry[]>(phase, (answer) => sftp.readdir(handle as never, answer))
      .catch(noneAtEnd)
    if (batch.length === 0) return { files, newest, isWhole: true }
    entries += batch.length
    for (const entry of batch.filter(isFile)) {
      files += 1
      if (!newest || (entry.attrs.mtime ?? 0) > (newest.attrs.mtime ?? 0)) newest = entry
    }
  }
  return { files, newest, isWhole: false }
}

function noneAtEnd(error: unknown): FileEntry[] {
  if (error instanceof SshRefusal && error.code === atEnd) return []
  throw error
}

const kindBits = 0o170000
const fileBits = 0o100000

/** If the server omits the mode, the long name must do. */
function isFile({ attrs, longname }: FileEntry): boolean {
  const mode = attrs.mode as number | undefined
  return mode === undefined ? longname.startsWith('-') : (mode & kindBits) === fileBits
}

function observeNewest(context: RunContext, { filename, attrs }: FileEntry): void {
  context.observed.evidence.newest = { name: filename, ...modified(attrs.mtime) }
  observeAge(context, attrs.mtime)
}

/** The server may omit the time. */
function modified(seconds: number | undefined): { modified?: string } {
  return seconds === undefined ? {} : { modified: new Date(seconds * 1000).toISOString() }
}

function observeAge({ clock, observed }: RunContext, modifiedSeconds: number | undefined): void {
  if (modifiedSeconds === undefined) return
  observed.metrics['sftp.newest_file_age_s'] = Math.max(0, Math.floor(clock.now().getTime() / 1000 - modifiedSeconds))
}

function asTargetDown(error: unknown, what: string): unknown {
  return error instanceof SshRefusal ? new TargetDown('other', `${what}: ${error.message}`, { cause: error }) : error
}
