// What `lapwing import` sends of another tool: a file, a small copy of a database, or the key of an API.
import type { CommandContext } from '../../command.ts'
import { existsSync } from 'node:fs'
import { readFile, rm, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CommandError } from '../../exit-codes.ts'

export const tools = [
  'kuma',
  'gatus',
  'healthchecks',
  'uptimerobot',
  'betterstack',
  'checkly',
  'pingdom',
  'statuscake',
  'blackbox',
  'statuspage',
  'cachet',
  'upptime',
] as const

export type ImportTool = (typeof tools)[number]

export const sourceArguments = [
  { name: 'tool', help: 'Where to import from', choices: tools },
  { name: 'file', help: 'What the tool exported; two files for blackbox and upptime', isOptional: true, isRest: true },
] as const

export const sourceOptions = {
  'key-file': { help: "File with the key of the tool's API, instead of an exported file", value: 'FILE' },
  from: { help: 'Address of your own installation of the tool', value: 'URL' },
} as const

export interface ImportOrigin {
  readonly source: ImportTool
  readonly document?: string
  readonly encoding?: 'base64'
  readonly credentials?: { readonly apiKey: string; readonly url?: string }
}

export async function readOrigin(
  [tool = '', ...files]: readonly string[],
  { options, output }: Pick<CommandContext, 'options' | 'output'>,
): Promise<ImportOrigin> {
  const source = tool as ImportTool
  const { 'key-file': keyFile, from } = options as Record<string, string | undefined>
  if (files.length > 0 === (keyFile !== undefined))
    throw new CommandError('Name the file that the tool exported, or the key of its API with --key-file.')
  if (keyFile !== undefined) {
    const apiKey = (await bytesOf(keyFile)).toString().trim()
    return { source, credentials: { apiKey, ...(from !== undefined && { url: from }) } }
  }
  const contents = await Promise.all(files.map(bytesOf))
  const isDatabase = contents[0]!.subarray(0, 15).toString('latin1') === 'SQLite format 3'
  if (isDatabase && mayLackLog(contents[0]!, files[0]!))
    output.progress(
      `If Uptime Kuma was running when you copied ${files[0]}, its latest changes are in ${files[0]}-wal.`,
    )
  if (isDatabase) return { source, encoding: 'base64', document: (await smallCopy(files[0]!)).toString('base64') }
  return { source, document: contents.map(String).join('\n---\n') }
}

/** Whether the database keeps changes in a file beside it that is not there. SQLite deletes it when it is closed. */
const mayLackLog = (bytes: Buffer, path: string): boolean => bytes[18] === 2 && !existsSync(`${path}-wal`)

async function bytesOf(path: string): Promise<Buffer> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`Couldn't read ${path}: ${error.code === 'ENOENT' ? 'no such file' : error.message}.`)
  })
}

const wanted: readonly (readonly [table: string, columns: string, where?: string])[] = [
  ['monitor', '*'],
  ['tag', '*'],
  ['monitor_tag', '*'],
  ['notification', '*'],
  ['monitor_notification', '*'],
  ['maintenance', '*'],
  ['monitor_maintenance', '*'],
  ['maintenance_status_page', '*'],
  ['status_page', '*'],
  ['status_page_cname', '*'],
  ['group', '*'],
  ['monitor_group', '*'],
  ['incident', '*'],
  ['proxy', 'id, protocol, host, port'],
  ['remote_browser', 'id, name'],
  ['setting', 'key, value', "where key in ('serverTimezone', 'tlsExpiryNotifyDays', 'domainExpiryNotifyDays')"],
  ['heartbeat', 'id, monitor_id, time, status, msg, important', 'where important = 1 order by id desc limit 20000'],
]

/** Without the history of heartbeats, which is nearly all of the file; changes of state stay. */
async function smallCopy(path: string): Promise<Buffer> {
  const { DatabaseSync } = await import('node:sqlite').catch(() => {
    throw new CommandError('Reading a database needs Node 22.13 or newer.')
  })
  const folder = await mkdtemp(join(tmpdir(), 'lapwing-import-'))
  try {
    const copy = join(folder, 'kuma.db')
    const db = new DatabaseSync(copy)
    db.prepare('attach database ? as kuma').run(`${pathToFileURL(path).href}?mode=ro`)
    // Older versions lack some of them.
    const tables = db.prepare("select name from kuma.sqlite_schema where type = 'table'").all()
    const present = new Set(['monitor', ...tables.map(({ name }) => name)])
    for (const [table, columns, where = ''] of wanted)
      if (present.has(table)) db.exec(`create table "${table}" as select ${columns} from kuma."${table}" ${where}`)
    db.close()
    return await readFile(copy)
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`Couldn't read ${path} as a database of Uptime Kuma: ${(error as Error).message}.`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
