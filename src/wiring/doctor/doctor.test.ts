import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hasPgBouncer, managesStatements, startPgBouncer } from '../../../test/kit/debian/pgbouncer.ts'
import { emptyDatabase, urlOf } from '../../../test/kit/lapwing/database.ts'
import { acme, sharedLapwing } from '../../../test/kit/lapwing/lapwing.ts'
import { closedFolder, program } from '../../../test/kit/lapwing/process.ts'
import { sharedKey } from '../../../test/kit/lapwing/start-lapwing.ts'
import { logged } from '../../../test/kit/resources/notifications.ts'
import { make } from '../../../test/kit/resources/monitors.ts'
import { programThat } from '../../../test/kit/programs.ts'
import { systemClock } from '../../domain/clock.ts'
import { readSettings } from '../../settings.ts'
import { sql } from '../../store/database/sql.ts'
import { checkPing } from './check-machine.ts'
import { examine, findingsAsText } from './examine.ts'
import type { DoctorFinding } from './finding.ts'

const channels = '    channels: [ { name: My hook, type: webhook, config: { url: "http://127.0.0.1:1/" } } ]'
const app = sharedLapwing({ provision: acme.replace('- name: Acme\n', `- name: Acme\n${channels}\n`) })

type Environment = Record<string, string>

/** Everything but problems of this machine. */
function doctor(env: Environment = {}, clock = app().clock): Promise<DoctorFinding[]> {
  const usual = {
    LAPWING_DATABASE_URL: urlOf(app().database),
    LAPWING_DATA_DIR: app().dataDir,
    LAPWING_SECRET_KEY: sharedKey,
    LAPWING_PORT: '0',
    LAPWING_BROWSERS: '0',
    LAPWING_ROLES: 'server,notifier,housekeeper',
  }
  return examine({ clock, version: '0.0.0-test', read: () => readSettings({ ...usual, ...env }) })
}

const about = (findings: readonly DoctorFinding[], check: string): string[] =>
  findings.filter((one) => one.check === check).map(({ level, message }) => `${level}: ${message}`)

describe('a running installation', () => {
  it('is described line by line, with a remedy for everything that is wrong', async () => {
    await make(app(), { name: 'Shop' })
    const [channel] = (await app().get('/notification-channels')).body.data
    await logged(app(), { status: 'failed', error: 'refused', channel })
    const origin = new URL(app().origin)
    const findings = await doctor({ LAPWING_PORT: origin.port, LAPWING_HOST: origin.hostname })
    expect(about(findings, 'processes')).toEqual(['ok: One process of Lapwing is running.'])
    expect(about(findings, 'locations')[0]).toMatch(/^warning: No probe is running at Frankfurt, New York,/)
    expect(about(findings, 'work')).toEqual(['problem: No location is alive: nothing is checked.'])
    expect(about(findings, 'results')[0]).toMatch(/^warning: Checks are scheduled, and none was stored/)
    expect(about(findings, 'deliveries')[0]).toMatch(
      /^problem: Alerts do not arrive through My hook \(webhook, 1 failed\)\./,
    )
    expect(about(findings, 'server')[0]).toMatch(/^problem: Lapwing serves at .* and is not ready\./)
    expect(about(findings, 'mail')[0]).toMatch(/^warning: Invitations/)
    // The clock of the tests stands on the first of March.
    expect(about(findings, 'clock')[0]).toMatch(/^problem: The clock of this machine is \d+\.\d s (behind|ahead of)/)
    for (const { level, remedy } of findings) expect(remedy === null).toBe(level === 'ok')
    expect(findingsAsText(findings)).toMatch(/\n\d problems, \d warnings\n$/)
  })

  it('reports the results of its probes, and no names that a terminal would obey', async () => {
    const { store, clock } = app()
    await store.run(
      sql`update locations set seen_at = ${clock.now()}, name = ${'Frank\u001b[2Jfurt'} where slug = 'fra'`,
    )
    const findings = await doctor()
    expect(about(findings, 'locations')).toEqual([
      'warning: No probe is running at New York, so nothing is checked from there.',
    ])
    await store.run(sql`update locations set seen_at = null`)
    expect(JSON.stringify(await doctor())).not.toMatch(/\\u001b/)
    await store.run(sql`update locations set name = 'Frankfurt' where slug = 'fra'`)
  })
})

describe('what keeps Lapwing from starting', () => {
  const password = 'not-for-terminals'

  it.each<[string, Environment, string, RegExp]>([
    ['a wrong setting', { LAPWING_PORT: 'x' }, 'settings', /^problem: LAPWING_PORT: must be a whole number/],
    ['an unknown setting', { LAPWING_PORTS: '1' }, 'settings', /^problem: LAPWING_PORTS: no such setting\./],
    [
      'half of a pair',
      { LAPWING_MAIL_FROM: 'a@example.com' },
      'settings',
      /^problem: LAPWING_MAIL_URL and LAPWING_MAIL_FROM/,
    ],
    [
      'a database that is away',
      { LAPWING_DATABASE_URL: `postgres://lapwing:${password}@127.0.0.1:1/lapwing` },
      'database',
      /^problem: The database cannot be reached: .*ECONNREFUSED/,
    ],
    [
      'another key',
      { LAPWING_SECRET_KEY: `${password}-and-not-the-right-one` },
      'secret key',
      /^problem: LAPWING_SECRET_KEY is not the key/,
    ],
    [
      'a mail server that is away',
      { LAPWING_MAIL_URL: `smtp://ada:${password}@127.0.0.1:1`, LAPWING_MAIL_FROM: 'a@example.com' },
      'mail',
      /^problem: The mail server 127\.0\.0\.1:1 cannot be reached/,
    ],
    [
      'a missing provision file',
      { LAPWING_PROVISION: '/nowhere.yaml' },
      'settings',
      /^problem: The provision file \/nowhere\.yaml/,
    ],
  ])('%s is named, without secrets', async (_what, env, check, sentence) => {
    const findings = await doctor(env)
    expect(about(findings, check)[0]).toMatch(sentence)
    expect(JSON.stringify(findings)).not.toContain(password)
  })

  it('another program at the port is named', async () => {
    const other = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await new Promise((resolve) => other.once('listening', resolve))
    const findings = await doctor({ LAPWING_PORT: String((other.address() as AddressInfo).port) })
    expect(about(findings, 'server')[0]).toMatch(/^problem: Another program responds at/)
  })

  it('a database of a newer version, an older one and an empty one are distinguished', async () => {
    const { store } = app()
    const schemas = async () => about(await doctor({}, systemClock as never), 'database').at(-1)
    await store.run(sql`insert into migrations (number, name, applied_at) values (9999, '9999-future.sql', now())`)
    expect(await schemas()).toMatch(/^problem: A newer Lapwing has migrated this database \(9999-future\.sql\)/)
    await store.run(sql`delete from migrations where number = 9999`)
    const [last] = await store.rows<{ number: number; name: string; applied_at: Date }>(
      sql`delete from migrations where number = (select max(number) from migrations) returning *`,
    )
    expect(await schemas()).toMatch(/^warning: One migration is pending/)
    await store.run(sql`
      insert into migrations (number, name, applied_at) values (${last!.number}, ${last!.name}, ${last!.applied_at})`)
    const empty = await doctor({ LAPWING_DATABASE_URL: urlOf(await emptyDatabase()) })
    expect(about(empty, 'database').at(-1)).toBe('warning: The database is empty.')
  })

  it('a folder and a key that others can read or nobody can write are named', async () => {
    const folder = closedFolder()
    writeFileSync(join(folder, 'secret-key'), `${sharedKey}\n`)
    chmodSync(join(folder, 'secret-key'), 0o644)
    const findings = await doctor({ LAPWING_DATA_DIR: folder })
    expect(about(findings, 'secret key')[0]).toMatch(/^problem: Other users of this machine can read the secret key/)
    writeFileSync(join(folder, 'file'), '')
    const file = await doctor({ LAPWING_DATA_DIR: join(folder, 'file') })
    expect(about(file, 'data folder')[0]).toMatch(/is not a folder\.$/)
  })
})

describe('lapwing doctor', () => {
  const run = (env: Environment, ...words: string[]) =>
    spawnSync(process.execPath, [program, 'doctor', ...words], {
      env: { PATH: process.env['PATH'], LAPWING_BROWSERS: '0', LAPWING_PORT: '0', ...env },
      encoding: 'utf8',
    })

  it('creates nothing in an empty place, and passes with warnings', () => {
    const dataDir = join(closedFolder(), 'data')
    const { status, stdout, stderr } = run({ LAPWING_DATA_DIR: dataDir }, '--json')
    expect([status, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toMatchObject({ ok: true })
    expect(about(JSON.parse(stdout).findings, 'database')).toEqual(['warning: There is no embedded database yet.'])
    expect(existsSync(dataDir)).toBe(false)
  })

  it('names what is wrong with the files of a stopped database, and fails', () => {
    const dataDir = join(closedFolder(), 'data')
    mkdirSync(join(dataDir, 'postgres'), { recursive: true })
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
    const { status, stdout } = run({ LAPWING_DATA_DIR: dataDir })
    expect(status).toBe(1)
    expect(stdout).toMatch(/problem {2}The database in .* was made by PostgreSQL 17, [^]*→ It needs a dump/)
  })
})

describe.skipIf(!hasPgBouncer)('a connection pooler (needs pgbouncer)', () => {
  it('is named, with what it costs and the connection for notifications that it needs', async () => {
    const { database } = app()
    const pgBouncer = await startPgBouncer(database, {
      pool_mode: 'transaction',
      default_pool_size: 4,
      ...(managesStatements && { max_prepared_statements: 0 }),
    })
    onTestFinished(() => pgBouncer.stop())
    const listening = async (url?: string): Promise<string[]> => {
      const env = { LAPWING_DATABASE_URL: pgBouncer.url, ...(url && { LAPWING_DATABASE_LISTEN_URL: url }) }
      const findings = await doctor(env)
      expect(about(findings, 'connection pooler')[0]).toMatch(/^warning: .* does not support prepared statements/)
      return [...about(findings, 'connection pooler').slice(1), ...about(findings, 'connection for notifications')]
    }
    expect(await listening()).toEqual([expect.stringMatching(/^warning: LAPWING_DATABASE_LISTEN_URL is not set/)])
    expect(await listening(urlOf(database))).toEqual(['ok: Notifications of the database have a direct connection.'])
    expect(await listening(pgBouncer.url)).toEqual([
      'problem: LAPWING_DATABASE_LISTEN_URL leads through a connection pooler.',
    ])
    expect(await listening(urlOf(await emptyDatabase()))).toEqual([
      'problem: LAPWING_DATABASE_LISTEN_URL leads to another database.',
    ])
  })
})

it('says that ping checks are blind if fping gets no reply from this machine', async () => {
  const deaf = programThat("echo '127.0.0.1 : [0], timed out (NaN avg, 100% loss)'; exit 1")
  expect(about(await checkPing(readSettings({}), systemClock, deaf), 'ping checks')).toEqual([
    'problem: Ping checks cannot run here: fping gets no reply, not even from this machine.',
  ])
})
