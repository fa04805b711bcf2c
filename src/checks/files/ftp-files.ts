// The file checks of an FTP session: whether a path exists, what it contains, whether it can be downloaded.
import { TargetDown } from '../../domain/outcome.ts'
import type { FtpReply } from '../../protocols/ftp/control.ts'
import { type DataOptions, receive } from '../../protocols/ftp/data.ts'
import { type ListedFile, FtpListing, parseFacts, parseListLine, parseTime } from '../../protocols/ftp/listing.ts'
import type { RunContext } from '../run.ts'

interface FtpFileConfig {
  readonly expectPath: string | undefined
  readonly checkNewestAge: boolean
  readonly checkTransfer: boolean
}

interface FtpFileContext extends DataOptions {
  readonly context: RunContext
  /** Extensions that the server lists, by their first word. */
  readonly features: ReadonlySet<string>
}

type FoundFile = Pick<ListedFile, 'kind' | 'bytes' | 'modifiedAt'>

const maxListBytes = 4_194_304
const maxTransferBytes = 65_536

export async function inspectFiles(options: DataOptions, config: FtpFileConfig, context: RunContext): Promise<void> {
  const { expectPath: path, checkNewestAge, checkTransfer } = config
  if (!path && !checkNewestAge) return
  const probe: FtpFileContext = { ...options, context, features: await prepare(options, path ?? '') }
  const found = path ? await find(probe, path) : ({ kind: 'directory', bytes: null, modifiedAt: null } as const)
  if (path) observePath(probe, path, found)
  if (found?.kind === 'directory') await inspectDirectory(probe, path, checkNewestAge)
  if (found?.kind === 'file' && checkNewestAge) observeAge(probe, found.modifiedAt)
  if (path && checkTransfer) await download(probe, path, found)
}

async function prepare({ control }: DataOptions, path: string): Promise<ReadonlySet<string>> {
  const features = await control.features()
  if (features.has('UTF8') && /[^\x00-\x7f]/.test(path)) await control.ask('OPTS UTF8 ON')
  await must(control.ask('TYPE I'), 'the server does not support binary transfers')
  if (!control.encrypted) return features
  await must(control.ask('PBSZ 0'), 'the server does not encrypt data connections')
  await must(control.ask('PROT P'), 'the server does not encrypt data connections')
  return features
}

async function must(pending: Promise<FtpReply>, otherwise: string): Promise<void> {
  const { code, line } = await pending
  if (code >= 300) throw new TargetDown('other', `${otherwise}: ${line}`)
}

async function find(probe: FtpFileContext, path: string): Promise<FoundFile | null> {
  const { control, features, context } = probe
  const missing = ({ line }: FtpReply): null => {
    context.observed.evidence.path_reply = line
    return null
  }
  const facts = features.has('MLST') ? await control.ask(`MLST ${path}`) : null
  if (facts?.code === 550) return missing(facts)
  const described = facts?.code === 250 ? parseFacts(facts.text.split('\n')[1]?.trimStart() ?? '') : null
  if (described?.kind === 'file' || described?.kind === 'directory') return described
  const entered = await control.ask(`CWD ${path}`)
  if (entered.code < 300) return { kind: 'directory', bytes: null, modifiedAt: null }
  const size = await control.ask(`SIZE ${path}`)
  const time = await control.ask(timeQuestion(path))
  if (size.code === 213 || time.code === 213) return { kind: 'file', bytes: numberIn(size), modifiedAt: timeIn(time) }
  return isUnknown(size) && isUnknown(time) ? findInList(probe, path) : missing(entered)
}

/** For servers that do not support MLST. */
async function findInList(probe: FtpFileContext, path: string): Promise<FoundFile | null> {
  const name = path.slice(path.lastIndexOf('/') + 1)
  let found: ListedFile | null = null
  const listing = new FtpListing((line) => {
    const entry = parseListLine(line, probe.clock.now())
    if (entry && (entry.name === name || entry.name === path)) found = { ...entry, modifiedAt: null }
    return entry
  })
  await list(probe, `LIST ${path}`, listing)
  return found
}

function observePath({ context: { observed } }: FtpFileContext, path: string, found: FoundFile | null): void {
  observed.metrics['ftp.path_exists'] = found ? 1 : 0
  if (found?.kind === 'file' && found.bytes !== null) observed.metrics['ftp.file_bytes'] = found.bytes
  const { kind = 'missing', bytes = null, modifiedAt = null } = found ?? {}
  const modified = modifiedAt?.toISOString()
  observed.evidence.path = { path, is: kind, ...(bytes !== null && { bytes }), ...(modified && { modified }) }
}

async function inspectDirectory(probe: FtpFileContext, path: string | undefined, wantsAge: boolean): Promise<void> {
  const { control, features, clock } = probe
  const { observed } = probe.context
  const isExact = features.has('MLST')
  // Some servers would parse a path in the command as an option, and others would cut it at a space.
  if (path && isExact) await must(control.ask(`CWD ${path}`), 'the directory cannot be opened')
  const now = clock.now()
  const listing = new FtpListing(isExact ? parseFacts : (line) => parseListLine(line, now))
  const start = clock.monotonicMs()
  const isWhole = await list(probe, isExact ? 'MLSD' : 'LIST', listing)
  observed.metrics['ftp.list_ms'] = clock.monotonicMs() - start
  observed.metrics['ftp.files'] = listing.files
  // A newer file may follow after the cut.
  if (!isWhole) observed.evidence.list_is_cut = true
  else if (wantsAge && listing.newestAt) await observeNewest(probe, listing, isExact)
}

/** Returns false if the list was cut. */
async function list(probe: FtpFileContext, command: string, listing: FtpListing): Promise<boolean> {
  let bytes = 0
  const { reply, isComplete } = await receive(probe, command, (chunk) => {
    listing.push(chunk)
    return (bytes += chunk.length) > maxListBytes || listing.isFull
  })
  if (reply && !isComplete) throw new TargetDown('other', `the directory cannot be listed: ${reply.line}`)
  listing.end()
  return isComplete
}

async function observeNewest(probe: FtpFileContext, { newest, newestAt }: FtpListing, isExact: boolean): Promise<void> {
  let [name, time] = [newest[0], isExact ? newestAt : null]
  for (const candidate of isExact ? [] : newest.filter((one) => !/[\r\0]/.test(one))) {
    const modified = timeIn(await probe.control.ask(timeQuestion(candidate)))
    if (modified && (!time || modified > time)) [name, time] = [candidate, modified]
  }
  if (time) probe.context.observed.evidence.newest = { name, modified: time.toISOString() }
  observeAge(probe, time)
}

function observeAge({ clock, context: { observed } }: FtpFileContext, modifiedAt: Date | null): void {
  if (!modifiedAt) return
  const ageMs = clock.now().getTime() - modifiedAt.getTime()
  observed.metrics['ftp.newest_file_age_s'] = Math.max(0, Math.floor(ageMs / 1000))
}

async function download(probe: FtpFileContext, path: string, found: FoundFile | null): Promise<void> {
  const { metrics, evidence } = probe.context.observed
  metrics['ftp.transfer_ok'] = 0
  if (found?.kind !== 'file') return
  let bytes = 0
  const { reply, isComplete } = await receive(
    probe,
    `RETR ${path}`,
    (chunk) => (bytes += chunk.length) >= maxTransferBytes,
  )
  evidence.transferred_bytes = Math.min(bytes, maxTransferBytes)
  if (isComplete || !reply) metrics['ftp.transfer_ok'] = 1
  else evidence.transfer_reply = reply.line
}

// Some servers read a name that starts like a time as a command to set it.
function timeQuestion(path: string): string {
  return `MDTM ${/^\d{14}/.test(path) ? './' : ''}${path}`
}

function numberIn({ code, line }: FtpReply): number | null {
  const digits = code === 213 ? /^213 +(\d{1,15})\b/.exec(line)?.[1] : undefined
  return digits === undefined ? null : Number(digits)
}

function timeIn({ code, line }: FtpReply): Date | null {
  return code === 213 ? parseTime(line.slice(4).trim()) : null
}

function isUnknown({ code }: FtpReply): boolean {
  return code === 500 || code === 502 || code === 504
}
