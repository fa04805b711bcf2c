// A backup of a running Lapwing, restored into an empty place.
import { basename, join } from 'node:path'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BackupFile, writeBackup } from '../../src/backup/file.ts'
import { createFolderDestination } from '../../src/backup/folder.ts'
import type { Operation } from '../../src/operations/registry/define.ts'
import { operations } from '../../src/operations/index.ts'
import { type Settings, readSettings } from '../../src/settings.ts'
import { dumpTables } from '../../src/store/backup/dump.ts'
import { type BackupEntry, nothingMore } from '../../src/store/backup/entry.ts'
import type { DatabaseConnection } from '../../src/store/database/database.ts'
import { migrate } from '../../src/store/database/migrate.ts'
import { sql } from '../../src/store/database/sql.ts'
import { backUp, restoreFrom } from '../../src/wiring/backups.ts'
import { emptyDatabase, storeOn, urlOf } from '../kit/lapwing/database.ts'
import { newFolder } from '../kit/files.ts'
import { type TestLapwing, keys, lapwing, sharedLapwing } from '../kit/lapwing/lapwing.ts'
import { type Real, makeOneOfEach } from '../kit/lapwing/one-of-each.ts'
import { sharedKey } from '../kit/lapwing/start-lapwing.ts'
import { quiet } from '../kit/log.ts'

const passphrase = 'correct horse battery'
const shown = operations.filter(({ audience }) => audience === 'public')
// Without a housekeeper, which would go on writing.
const roles = { LAPWING_ROLES: 'server' }
const app = sharedLapwing({ env: roles })
const folder = newFolder()
afterAll(folder.remove)
const file = join(folder.path, 'all.backup')
const real: Real = new Map()

const plainFile = (path: string): BackupFile => ({
  destination: createFolderDestination(folder.path),
  name: basename(path),
  passphrase: null,
  signal: new AbortController().signal,
})

const isRequired = (field: { safeParse(value: unknown): { success: boolean } }): boolean =>
  !field.safeParse(undefined).success
const reads = shown.filter(
  ({ method, query }) => method === 'GET' && !Object.values(query?.shape ?? {}).some(isRequired),
)
/** The signature of a bundle covers the address of the installation, which differs. */
const isSame = ({ id }: Operation): boolean => id !== 'getIncidentBundle'

function pathOf({ path }: Operation): string {
  const parts = path.split('/')
  return parts
    .map((part, n) => (part.startsWith('{') ? (real.get(parts.slice(0, n).join('/')) ?? '0') : part))
    .join('/')
}

function settingsOf(database: DatabaseConnection, env: Record<string, string> = {}): Settings {
  const dataDir = join(folder.path, database.database!)
  return readSettings({ LAPWING_DATABASE_URL: urlOf(database), LAPWING_DATA_DIR: dataDir, ...env })
}

const sealed = { LAPWING_BACKUP_PASSPHRASE: passphrase }
const partsOf = (settings: Settings) => ({ settings, clock: app().clock, log: quiet })
const key = { LAPWING_SECRET_KEY: sharedKey }

beforeAll(async () => {
  await makeOneOfEach(app(), shown, { real, pathOf })
  const settings = { ...settingsOf(app().database, { ...sealed, ...key }), dataDir: app().dataDir }
  // Some things are created when they are first read.
  for (const operation of reads) await app().get(pathOf(operation))
  const summary = await backUp(partsOf(settings), file, '1.2.3')
  expect(summary).toMatchObject({ artifacts: 1, hasKey: true })
})

async function restored(from = file): Promise<{ app: TestLapwing; settings: Settings }> {
  const database = await emptyDatabase()
  const settings = settingsOf(database, sealed)
  await restoreFrom(partsOf(settings), from)
  const env = { ...roles, LAPWING_DATA_DIR: settings.dataDir }
  return { app: await lapwing({ database, clock: app().clock, env }), settings }
}

/** What tells one process from another: addresses, what differs from call to call, and what is being prepared. */
const own = ({ text }: { text: string }, { origin }: TestLapwing): string =>
  text.replaceAll(origin, 'https://lapwing.example')

describe('a restored backup', () => {
  it('answers every read like the original, with its key and its artifacts', async () => {
    const { app: copy, settings } = await restored()
    // A new process on the same database, because the first one remembers figures for a while.
    const original = await lapwing({
      database: app().database,
      clock: app().clock,
      env: { ...key, ...roles, LAPWING_DATA_DIR: app().dataDir },
    })
    expect(readFileSync(join(settings.dataDir, 'secret-key'), 'utf8')).toBe(`${sharedKey}\n`)
    expect(reads.length).toBeGreaterThan(60)
    for (const operation of reads.filter(isSame)) {
      const path = pathOf(operation)
      const [before, after] = [await original.get(path), await copy.get(path)]
      expect({ path, status: after.status, text: own(after, copy) }).toEqual({
        path,
        status: before.status,
        text: own(before, original),
      })
    }
  })

  it('goes on counting where the original stopped', async () => {
    const { app: copy } = await restored()
    const made = await copy.post('/on-call-schedules', { name: 'Another' })
    expect(made.status, made.text).toBe(201)
    expect(made.body.id).toBeGreaterThan(Number(real.get('/on-call-schedules')))
  })
})

describe('a restore', () => {
  it('is refused where somebody is at home', async () => {
    const settings = settingsOf(app().database, { ...sealed, ...key })
    await expect(restoreFrom(partsOf(settings), file)).rejects.toThrow('This database already holds an organization.')
  })

  it('leaves nothing behind if it fails, and can be tried again', async () => {
    const database = await emptyDatabase()
    const parts = partsOf(settingsOf(database, sealed))
    const cut = join(folder.path, 'cut.backup')
    const whole = readFileSync(file)
    writeFileSync(cut, whole.subarray(0, -100))
    await expect(restoreFrom(parts, cut)).rejects.toThrow(/: (is damaged|cannot be decrypted)/)
    expect(existsSync(join(parts.settings.dataDir, 'secret-key'))).toBe(false)
    expect(await restoreFrom(parts, file)).toMatchObject({ lapwing: '1.2.3', hasKey: true })
  })

  it('is refused if the settings hold another key', async () => {
    const parts = partsOf(settingsOf(await emptyDatabase(), { ...sealed, LAPWING_SECRET_KEY: 'x'.repeat(40) }))
    await expect(restoreFrom(parts, file)).rejects.toThrow('The backup has another secret key.')
  })

  it('brings a backup of an older version up to date', async () => {
    const old = storeOn(await emptyDatabase())
    const migration = 50
    await migrate(old, { log: quiet, now: app().clock.now(), upTo: migration })
    await old.run(sql`insert into organizations (id, name, slug, plan, created_at, updated_at)
      values (gen_random_uuid(), 'Old', 'old', 'enterprise', now(), now())`)
    const entries = async function* (): AsyncGenerator<BackupEntry> {
      const createdAt = app().clock.now().toISOString()
      yield { about: { type: 'schema', migration, lapwing: '0.1.0', createdAt }, data: nothingMore() }
      const session = await old.openSession()
      yield* dumpTables(session)
      await session.end()
    }
    const older = join(folder.path, 'older.backup')
    await writeBackup(plainFile(older), entries())
    const database = await emptyDatabase()
    expect(await restoreFrom(partsOf(settingsOf(database)), older)).toMatchObject({ hasKey: false })
    expect(await storeOn(database).rows(sql`select name from organizations`)).toEqual([{ name: 'Old' }])
  })

  it.each<[string, BackupEntry['about']]>([
    ['another table', { type: 'table', name: 'monitors; drop table users', columns: [], partitions: [] }],
    ['other columns', { type: 'table', name: 'organizations', columns: ['id'], partitions: [] }],
    ['a place outside of the folder', { type: 'artifact', key: '../../secret-key' }],
    ['a newer schema', { type: 'schema', migration: 9999, lapwing: '9.0.0', createdAt: '2030-01-01T00:00:00Z' }],
  ])('refuses a file with %s', async (_name, about) => {
    const entries = async function* (): AsyncGenerator<BackupEntry> {
      const migration = 50
      if (about.type !== 'schema')
        yield { about: { type: 'schema', migration, lapwing: '0.1.0', createdAt: '' }, data: nothingMore() }
      yield { about, data: nothingMore() }
    }
    const hostile = join(folder.path, `${about.type}-${_name}.backup`)
    await writeBackup(plainFile(hostile), entries())
    await expect(restoreFrom(partsOf(settingsOf(await emptyDatabase())), hostile)).rejects.toThrow(
      /cannot be used, because its|was made by a newer Lapwing \(9\.0\.0\)/,
    )
  })
})

it('the plan and its runs are for the first organization, which runs the installation', async () => {
  const own = await app().get('/backups')
  expect([own.status, own.body]).toEqual([200, { object: 'backups', plan: null, last_good: null, runs: [] }])
  const other = await app().get('/backups', { key: keys.other })
  expect([other.status, other.body.error]).toEqual([403, expect.objectContaining({ code: 'forbidden' })])
})
