// What an SFTP check looks at once it is logged in.
import type { FileEntry, SFTPWrapper, Stats } from 'ssh2'
import { TargetDown } from '../domain/outcome.ts'
import type { RunContext } from './run.ts'
import type { SshSession } from './ssh-session.ts'

export interface FileWish {
  readonly expectPath: string | undefined
  readonly checkNewestAge: boolean
}

interface Look {
  readonly session: SshSession
  readonly sftp: SFTPWrapper
  readonly context: RunContext
}

const maxFiles = 100_000
// The codes of the SFTP protocol; a path that may not be seen is not there for us.
const atEnd = 1
const missing = 2
const forbidden = 3

export async function lookAtFiles(session: SshSession, wish: FileWish, context: RunContext): Promise<void> {
  const { expectPath: path, checkNewestAge } = wish
  const sftp = await session.files().catch((error: unknown) => {
    throw told(error, 'the server does not open its SFTP subsystem')
  })
  const look: Look = { session, sftp, context }
  if (!path && !checkNewestAge) return
  const found = path ? await find(look, path) : null
  if (path && !found) return
  if (found?.isFile()) return tellFile(look, found, checkNewestAge)
  if (!found || found.isDirectory()) await lookInside(look, path || '.', checkNewestAge)
}

async function find({ session, sftp, context: { seen } }: Look, path: string): Promise<Stats | null> {
  try {
    const found = await session.ask<Stats>('looking for the path', (answer) => sftp.stat(path, answer))
    seen.metrics['sftp.path_exists'] = 1
    seen.evidence.path = { path, is: found.isFile() ? 'file' : found.isDirectory() ? 'directory' : 'other' }
    return found
  } catch (error) {
    const { code, message } = error as { code?: unknown; message: string }
    if (code !== missing && code !== forbidden) throw told(error, 'the path cannot be looked at')
    seen.metrics['sftp.path_exists'] = 0
    seen.evidence.path = { path, is: 'missing', reply: message.slice(0, 200) }
    return null
  }
}

function tellFile({ context }: Look, { size, mtime }: Stats, wantsAge: boolean): void {
  context.seen.metrics['sftp.file_bytes'] = size
  Object.assign(context.seen.evidence.path as object, { bytes: size, modified: new Date(mtime * 1000).toISOString() })
  if (wantsAge) tellAge(context, mtime)
}

async function lookInside({ session, sftp, context }: Look, path: string, wantsAge: boolean): Promise<void> {
  const { clock, seen } = context
  const start = clock.monotonicMs()
  const fails = (error: unknown): never => {
    throw told(error, 'the directory cannot be listed')
  }
  const phase = 'listing the directory'
  const handle = await session.ask<Buffer>(phase, (answer) => sftp.opendir(path, answer)).catch(fails)
  let files = 0
  let newest: FileEntry | null = null
  let isWhole = false
  while (!isWhole && files <= maxFiles) {
    const entries = await session.ask<FileEntry[]>(phase, (answer) => sftp.readdir(handle as never, answer)).catch(endOrElse(fails))
    isWhole = entries.length === 0
    for (const entry of entries.filter(isFile)) {
      files += 1
      if (!newest || entry.attrs.mtime > newest.attrs.mtime) newest = entry
    }
  }
  seen.metrics['sftp.list_ms'] = clock.monotonicMs() - start
  seen.metrics['sftp.files'] = files
  // Beyond the cut there may be a newer one.
  if (!isWhole) seen.evidence.list_is_cut = true
  else if (newest && wantsAge) tellNewest(context, newest)
}

function endOrElse(fails: (error: unknown) => never): (error: unknown) => FileEntry[] {
  return (error) => ((error as { code?: unknown }).code === atEnd ? [] : fails(error))
}

const kindBits = 0o170000
const fileBits = 0o100000

/** A server need not tell the mode; then the line for people has to do. */
function isFile({ attrs, longname }: FileEntry): boolean {
  const mode = attrs.mode as number | undefined
  return mode === undefined ? longname.startsWith('-') : (mode & kindBits) === fileBits
}

function tellNewest(context: RunContext, { filename, attrs }: FileEntry): void {
  if (!Number.isFinite(attrs.mtime)) return
  context.seen.evidence.newest = { name: filename, modified: new Date(attrs.mtime * 1000).toISOString() }
  tellAge(context, attrs.mtime)
}

function tellAge({ clock, seen }: RunContext, modifiedSeconds: number): void {
  if (!Number.isFinite(modifiedSeconds)) return
  seen.metrics['sftp.newest_file_age_s'] = Math.max(0, Math.floor(clock.now().getTime() / 1000 - modifiedSeconds))
}

function told(error: unknown, what: string): unknown {
  const isTheirs = error instanceof Error && !(error instanceof TargetDown) && isReply(error)
  return isTheirs ? new TargetDown('other', `${what}: ${error.message}`, { cause: error }) : error
}

/** The library's errors for what a server answers; ours, such as a drain, are passed on as they are. */
function isReply(error: Error): boolean {
  return typeof (error as { code?: unknown }).code === 'number' || /SFTP|subsystem|No response from server|Channel|Unable to/i.test(error.message)
}
