// `lapwing backup` and `lapwing restore`: everything of an installation in one file.
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createFiles } from '../artifacts/files.ts'
import { readBackup, verifyBackup, writeBackup } from '../backup/file.ts'
import { BadBackup } from '../backup/bad-backup.ts'
import { StartupError } from '../domain/fault.ts'
import { withTimeLimit } from '../domain/limits/time-limit.ts'
import type { Settings } from '../settings.ts'
import { dumpTables } from '../store/backup/dump.ts'
import { type BackupEntry, type EntryAbout, nothingMore } from '../store/backup/entry.ts'
import { UnfitBackup, beginLoading, isEmpty } from '../store/backup/load.ts'
import type { Store } from '../store/database/database.ts'
import { migrate, newestMigration, schemaState } from '../store/database/migrate.ts'
import { type BackupPlace, newBackupAt, storedBackupAt } from './backup-places.ts'
import { withDatabase } from './commands.ts'
import { type DatabaseParts, openBareDatabase, openDatabaseBeside } from './open-database.ts'
import { adoptKey, readKeys } from './secret-keys.ts'

const maxRemovalMs = 30_000

class BackupRefused extends StartupError {
  override name = 'BackupRefused'
}

export interface BackupSummary {
  readonly bytes: number
  readonly tables: number
  readonly artifacts: number
  readonly hasKey: boolean
}

/** May run beside Lapwing. */
export function backUp(parts: DatabaseParts, text: string, version: string): Promise<BackupSummary> {
  const place = newBackupAt(text, parts)
  return withDatabase(parts, openDatabaseBeside, (store) =>
    naming(text, () => saveBackup({ ...parts, store, version }, place, new AbortController().signal)),
  )
}

interface BackupSource extends DatabaseParts {
  readonly store: Store
  readonly version: string
}

/** The key goes only into an encrypted backup. */
async function saveBackup(
  { store, settings, clock, version }: BackupSource,
  place: BackupPlace,
  signal: AbortSignal,
): Promise<BackupSummary> {
  const passphrase = settings.backupPassphrase
  const key = passphrase === null ? null : (readKeys(settings)?.[0] ?? null)
  const counts: Record<string, number> = {}
  const count = async function* (entries: AsyncIterable<BackupEntry>): AsyncGenerator<BackupEntry> {
    for await (const entry of entries) {
      counts[entry.about.type] = (counts[entry.about.type] ?? 0) + 1
      yield entry
    }
  }
  // A newer version may have migrated the database before this one was started again.
  const { number: migration } = await schemaState(store)
  const about = { migration, lapwing: version, createdAt: clock.now().toISOString() }
  const entries = count(entriesOf(store, { settings, about, key }))
  const bytes = await writeBackup({ ...place, passphrase, signal }, entries)
  return { bytes, tables: counts['table'] ?? 0, artifacts: counts['artifact'] ?? 0, hasKey: key !== null }
}

/** Saves a backup and reads it back; one that could not be restored is deleted. Returns its size. */
export async function saveVerified(source: BackupSource, place: BackupPlace, signal: AbortSignal): Promise<number> {
  return naming(place.name, async () => {
    const { bytes } = await saveBackup(source, place, signal)
    try {
      await verifyBackup({ ...place, passphrase: source.settings.backupPassphrase, signal })
      return bytes
    } catch (error) {
      await withTimeLimit({ clock: source.clock, ms: maxRemovalMs }, (limited) =>
        place.destination.remove(place.name, limited),
      ).catch(() => undefined)
      throw error
    }
  })
}

interface BackupContent {
  readonly settings: Settings
  readonly about: Omit<Extract<EntryAbout, { type: 'schema' }>, 'type'>
  readonly key: string | null
}

async function* entriesOf(store: Store, { settings, about, key }: BackupContent): AsyncGenerator<BackupEntry> {
  yield { about: { type: 'schema', ...about }, data: nothingMore() }
  if (key !== null) yield { about: { type: 'key' }, data: once(Buffer.from(key)) }
  const session = await store.openSession()
  try {
    yield* dumpTables(session)
  } finally {
    await session.end()
  }
  if (settings.artifactsUrl === null) yield* artifactsIn(artifactFolder(settings))
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

const artifactFolder = ({ dataDir }: Settings): string => join(dataDir, 'artifacts')
const artifactKey = /^\d{4}-\d\d-\d\d\/[\w-]{1,100}$/

async function* artifactsIn(folder: string): AsyncGenerator<BackupEntry> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  for (const key of names.filter((name) => artifactKey.test(name)))
    yield { about: { type: 'artifact', key }, data: bytesOf(join(folder, key)) }
}

/** Nothing of a file whose retention ended meanwhile. */
async function* bytesOf(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

export interface RestoreSummary {
  readonly createdAt: string
  readonly lapwing: string
  readonly hasKey: boolean
}

/** Into an empty database. If it fails, the database is as empty as before. */
export async function restoreFrom(parts: DatabaseParts, text: string): Promise<RestoreSummary> {
  const { settings, clock, log } = parts
  const place = storedBackupAt(text, parts)
  const { signal } = new AbortController()
  return withDatabase(parts, openBareDatabase, async (store) => {
    if (!(await isEmpty(store)))
      throw new BackupRefused(
        'This database already holds an organization. Restore into an empty one: choose another ' +
          'LAPWING_DATA_DIR or LAPWING_DATABASE_URL.',
      )
    return naming(text, async () => {
      const entries = readBackup({ ...place, passphrase: settings.backupPassphrase, signal })
      const first = (await entries.next()).value as BackupEntry | undefined
      if (first?.about.type !== 'schema') throw new BadBackup('is not a backup of Lapwing')
      const { migration, createdAt, lapwing } = first.about
      if (migration > (await newestMigration()))
        throw new BadBackup(`was made by a newer Lapwing (${lapwing}); restore it with that version`)
      await migrate(store, { log, now: clock.now(), upTo: migration })
      const hasKey = await load(store, settings, entries)
      await migrate(store, { log, now: clock.now() })
      return { createdAt, lapwing, hasKey }
    })
  })
}

/** Errors of a file begin with its name. */
async function naming<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BadBackup) throw new BackupRefused(`${file}: ${error.message}.`)
    if (error instanceof UnfitBackup) throw new BackupRefused(`${file}: cannot be used, because ${error.message}.`)
    throw error
  }
}

/** Returns whether the backup contains the key. Everything is in place before the commit of the tables. */
async function load(store: Store, settings: Settings, entries: AsyncIterable<BackupEntry>): Promise<boolean> {
  const session = await store.openSession()
  const files = createFiles(artifactFolder(settings))
  let key: string | null = null
  try {
    const loading = await beginLoading(session)
    for await (const { about, data } of entries) {
      if (about.type === 'table') await loading.table({ about, data })
      else if (about.type === 'sequence') await loading.sequence({ about, data })
      else if (about.type === 'key') key = (await buffer(data)).toString()
      else if (about.type === 'artifact') await keepArtifact(files, about.key, await buffer(data))
    }
    if (key !== null) adoptKey(settings, key)
    await loading.finish()
    return key !== null
  } finally {
    await session.end()
  }
}

async function keepArtifact(files: ReturnType<typeof createFiles>, key: string, bytes: Buffer): Promise<void> {
  if (!artifactKey.test(key)) throw new UnfitBackup(`its artifact ${JSON.stringify(key)} has an unknown form`)
  const content = { bytes, contentType: 'application/octet-stream' }
  if (bytes.length > 0) await files.put(key, content, new AbortController().signal)
}
