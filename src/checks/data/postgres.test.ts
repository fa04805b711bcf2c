import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { createAuthority } from '../../../test/kit/checks/certificates.ts'
import { hasPostgresql, startPostgresql } from '../../../test/kit/debian/postgresql.ts'
import { openNet, runCheck } from '../../../test/kit/checks/run-check.ts'
import { waitUntil } from '../../../test/kit/wait-until.ts'
import type { Outcome } from '../../domain/outcome.ts'
import { databaseCatalog } from '../../../test/kit/checks/database-catalog.ts'
import { postgres } from './postgres.ts'

tryCatalogEntry(postgres, {
  ...databaseCatalog('postgres'),
  config: {
    ...databaseCatalog('postgres').config,
    database: { accept: ['shop', ''], reject: [['a\nb', 'config.database: must not contain line breaks']] },
    query: { accept: ['select 1', 'select 1\nfrom orders'], reject: [['x'.repeat(10_001), 'at most 10000']] },
  },
})

const password = 'hunter2 ä"\\'
const authority = createAuthority()
const certificate = authority.issue({ names: ['127.0.0.1'] })
const net = openNet({ extraTrust: [authority.root] })
const time = expect.any(Number) as number
const users = ['scram', 'hashed', 'clear', 'trusted']

describe('a real PostgreSQL', { skip: !hasPostgresql && process.env['CI'] !== 'true' }, () => {
  let server: Awaited<ReturnType<typeof startPostgresql>>

  beforeAll(async () => {
    server = await startPostgresql({
      certificate,
      clients: [
        'host all scram 127.0.0.1/32 scram-sha-256',
        'host all hashed 127.0.0.1/32 md5',
        'host all clear 127.0.0.1/32 password',
        'host all trusted 127.0.0.1/32 trust',
      ],
      settings: { max_connections: '20' },
    })
    for (const user of users) {
      const method = user === 'hashed' ? 'md5' : 'scram-sha-256'
      await server.run(`set password_encryption = '${method}'; create role ${user} login password '${password}'`)
    }
    await server.run(`create database shop`)
    await server.run(`create table secrets (id int)`)
  })
  afterAll(() => server?.stop())

  const check = (config: Record<string, unknown> = {}): Promise<Outcome> => {
    const login = { username: 'scram', password, database: 'shop' }
    return runCheck(postgres, `127.0.0.1:${server.port}`, { net, config: { ...login, ...config } })
  }

  it('is asked for a value, over TLS', async () => {
    const outcome = await check({ query: 'select 42, now() from generate_series(1, 3)', expectValueRegexp: '^42$' })
    expect(outcome).toMatchObject({ success: true, error: null })
    expect(outcome.metrics).toEqual({
      'postgres.connect_time_ms': time,
      'postgres.tls_time_ms': time,
      'postgres.tls_version': 13,
      'postgres.cert_valid': 1,
      'postgres.cert_days_left': 89,
      'postgres.lifetime_days': 91,
      'postgres.lifetime_left_pct': 98.9,
      'postgres.auth_ok': 1,
      'postgres.auth_ms': time,
      'postgres.query_ms': time,
      'postgres.rows': 3,
      'postgres.value': 42,
      'postgres.value_match': 1,
      'postgres.connections': time,
      'postgres.connections_used_pct': time,
      'postgres.replicas': 0,
      'postgres.is_replica': 0,
    })
    expect(outcome.metrics['postgres.connections_used_pct']).toBeGreaterThanOrEqual(5)
    expect(outcome.evidence).toMatchObject({ value: '42', version: expect.stringMatching(/^\d+\.\d+/) })
  })

  it.each(users)('logs in as %s, with and without TLS', async (username) => {
    expect(await check({ username })).toMatchObject({ success: true })
    const plain = await check({ username, tlsMode: 'none' })
    if (username === 'clear') {
      expect(plain).toMatchObject({ success: false, cause: 'auth', error: expect.stringMatching(/only over TLS/) })
    } else expect(plain).toMatchObject({ success: true, metrics: { 'postgres.tls_version': 0 } })
  })

  it.each(['scram', 'hashed', 'clear'])('refuses a wrong password of %s', async (username) => {
    const outcome = await check({ username, password: 'hunter3' })
    expect(outcome).toMatchObject({ success: false, cause: 'auth', metrics: { 'postgres.auth_ok': 0 } })
    expect(outcome.error).toBe(`the login was rejected: password authentication failed for user "${username}"`)
  })

  it('is only greeted without a user', async () => {
    const none = { username: undefined, password: undefined }
    expect((await check(none)).metrics).not.toHaveProperty(['postgres.auth_ok'])
    expect(await check(none)).toMatchObject({ success: true, metrics: { 'postgres.cert_valid': 1 } })
    expect(await check({ ...none, tlsMode: 'none' })).toMatchObject({ success: true })
  })

  it.each([
    ['create table t (id int)', 'content', /cannot execute CREATE TABLE in a read-only transaction/],
    ['select 1; select 2', 'content', /cannot insert multiple commands/],
    ['select * from missing', 'content', /relation "missing" does not exist/],
    ['select id from secrets', 'content', /relation "secrets" does not exist/],
    ['copy (select 1) to stdout', 'content', /the query is a COPY/],
    ['select pg_sleep(5)', 'timeout', /statement timeout/],
  ])('does not run %j', async (query, cause, error) => {
    const outcome = await check({ query, timeoutSeconds: 1 })
    expect(outcome).toMatchObject({ success: false, cause, error: expect.stringMatching(error) })
  })

  it('does not keep what is too much', async () => {
    expect((await check({ query: 'select * from generate_series(1, 100000)' })).metrics['postgres.rows']).toBe(1000)
    expect(await check({ query: `select repeat('x', 2000000)` })).toMatchObject({
      success: false,
      error: expect.stringMatching(/said more than 1 MiB/),
    })
    const long = await check({ query: `select repeat('x', 2000)`, expectValueRegexp: '^x{900}' })
    expect(long).toMatchObject({ success: true, metrics: { 'postgres.value_match': 1 } })
    expect(String(long.evidence?.['value']).length).toBeLessThan(510)
  })

  it('tells an unexpected value, and none', async () => {
    const failed = await check({ query: `select 'closed'`, expectValueRegexp: 'open' })
    expect(failed).toMatchObject({ success: true, metrics: { 'postgres.value_match': 0 } })
    const empty = await check({ query: 'select 1 where false', expectValueRegexp: 'open' })
    expect(empty).toMatchObject({ success: true, metrics: { 'postgres.value_match': 0, 'postgres.rows': 0 } })
    expect(empty.evidence?.['value']).toBe(null)
  })

  it('never shows the password', async () => {
    const query = `select '${password.replaceAll("'", "''")}'`
    expect(JSON.stringify(await check({ query }))).not.toMatch(/hunter2/)
    expect(JSON.stringify(await check({ query: `select ${password}` }))).not.toMatch(/hunter2/)
  })

  it('says that a database does not exist', async () => {
    expect(await check({ database: 'nowhere' })).toMatchObject({
      cause: 'other',
      error: 'the server responded: database "nowhere" does not exist',
    })
  })

  it('refuses a certificate that nobody trusts, unless it is not verified', async () => {
    const login = { username: 'scram', password, database: 'shop' }
    const target = `127.0.0.1:${server.port}`
    const refused = await runCheck(postgres, target, { config: login })
    expect(refused).toMatchObject({ success: false, cause: 'certificate', metrics: { 'postgres.cert_valid': 0 } })
    expect(refused.metrics).not.toHaveProperty(['postgres.auth_ok'])
    expect(await runCheck(postgres, target, { config: { ...login, verifyTls: false } })).toMatchObject({
      success: true,
    })
  })

  it('has a standby, which is measured until it loses its primary', async () => {
    const standby = await server.startStandby()
    const state = async (port: number): Promise<Outcome> =>
      runCheck(postgres, `127.0.0.1:${port}`, { net, config: { username: 'scram', password, database: 'shop' } })
    await waitUntil(async () => (await state(server.port)).metrics['postgres.replicas'] === 1)
    await waitUntil(async () => (await state(standby.port)).metrics['postgres.replicating'] === 1)
    expect((await state(standby.port)).metrics).toMatchObject({
      'postgres.is_replica': 1,
      'postgres.replication_lag_s': 0,
    })
    await server.run(`select pg_terminate_backend(pid) from pg_stat_replication`)
    await standby.run(`alter system set primary_conninfo = 'host=127.0.0.1 port=1 user=admin'`)
    await standby.run('select pg_reload_conf()')
    await waitUntil(async () => (await state(standby.port)).metrics['postgres.replicating'] === 0)
  })
})
