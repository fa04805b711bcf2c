import { createHash } from 'node:crypto'
import { type Socket, createServer } from 'node:net'
import { TLSSocket, createSecureContext } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { createAuthority } from '../../../test/kit/checks/certificates.ts'
import { databaseCatalog } from '../../../test/kit/checks/database-catalog.ts'
import { openNet, runCheck } from '../../../test/kit/checks/run-check.ts'
import { type MariadbServer, hasMariadb, startMariadb } from '../../../test/kit/debian/mariadb.ts'
import { listening } from '../../../test/kit/servers/listening.ts'
import { waitUntil } from '../../../test/kit/wait-until.ts'
import type { Outcome } from '../../domain/outcome.ts'
import { mysql } from './mysql.ts'

const catalog = databaseCatalog('mysql', { metrics: ['rows', 'greeting_ms'] })
tryCatalogEntry(mysql, {
  ...catalog,
  config: {
    ...catalog.config,
    database: { accept: ['shop', ''], reject: [['a\nb', 'config.database: must not contain line breaks']] },
    query: { accept: ['select 1', 'select 1\nfrom orders'], reject: [['x'.repeat(10_001), 'at most 10000']] },
  },
})

const password = 'hunter2 ä"'
const authority = createAuthority()
const certificate = authority.issue({ names: ['127.0.0.1'] })
const net = openNet({ extraTrust: [authority.root] })
const time = expect.any(Number) as number

describe('a real MariaDB', { skip: !hasMariadb && process.env['CI'] !== 'true' }, () => {
  let server: MariadbServer

  beforeAll(async () => {
    server = await startMariadb({
      certificate,
      statements: [
        'create database shop',
        'create table shop.orders (id int)',
        'insert into shop.orders values (1), (2), (3)',
        `create user robot@'127.0.0.1' identified by '${password}'`,
        `grant select, slave monitor on *.* to robot@'127.0.0.1'`,
        `grant all on shop.* to robot@'127.0.0.1'`,
        `create user small@'127.0.0.1' identified by '${password}'`,
        `create user open@'127.0.0.1'`,
        `create user socket@'127.0.0.1' identified via unix_socket`,
        `create user replica@'127.0.0.1' identified by 'x'`,
        `grant replication slave on *.* to replica@'127.0.0.1'`,
      ],
      settings: ['--server-id=1', '--log-bin=log', '--max-connections=50'],
    })
  })
  afterAll(() => server?.stop())

  const check = (config: Record<string, unknown> = {}, port = server.port): Promise<Outcome> =>
    runCheck(mysql, `127.0.0.1:${port}`, { net, config: { username: 'robot', password, database: 'shop', ...config } })

  it('is asked for a value, over TLS', async () => {
    const outcome = await check({ query: 'select id, null from orders order by id desc', expectValueRegexp: '^3$' })
    expect(outcome).toMatchObject({ success: true, error: null })
    expect(outcome.metrics).toEqual({
      'mysql.connect_time_ms': time,
      'mysql.greeting_ms': time,
      'mysql.tls_time_ms': time,
      'mysql.tls_version': 13,
      'mysql.cert_valid': 1,
      'mysql.cert_days_left': 89,
      'mysql.lifetime_days': 91,
      'mysql.lifetime_left_pct': 98.9,
      'mysql.auth_ok': 1,
      'mysql.auth_ms': time,
      'mysql.query_ms': time,
      'mysql.rows': 3,
      'mysql.value': 3,
      'mysql.value_match': 1,
      'mysql.connections': time,
      'mysql.connections_used_pct': time,
      'mysql.is_replica': 0,
    })
    expect(outcome.evidence).toMatchObject({ value: '3', version: expect.stringMatching(/MariaDB/) })
  })

  it.each(['robot', 'small'])('logs in as %s without TLS', async (username) => {
    const database = username === 'small' ? undefined : 'shop'
    expect(await check({ username, database, tlsMode: 'none' })).toMatchObject({
      success: true,
      metrics: { 'mysql.tls_version': 0, 'mysql.value': 1 },
    })
  })

  it('notes what an account may not see', async () => {
    const outcome = await check({ username: 'small', database: undefined })
    expect(outcome.evidence?.['not_measured']).toMatch(/Access denied.*SLAVE MONITOR/)
    expect(outcome.metrics).not.toHaveProperty(['mysql.is_replica'])
  })

  it('logs in without a password, if there is none', async () => {
    expect(await check({ username: 'open', password: undefined, database: undefined })).toMatchObject({ success: true })
  })

  it('refuses a wrong password, and methods it does not know', async () => {
    expect(await check({ password: 'hunter3' })).toMatchObject({
      cause: 'auth',
      error: `the login was rejected: Access denied for user 'robot'@'127.0.0.1' (using password: YES)`,
      metrics: { 'mysql.auth_ok': 0 },
    })
    expect((await check({ username: 'socket', database: undefined })).error).toMatch(
      /method of login auth_socket|denied/,
    )
  })

  it('is only greeted without a user', async () => {
    const outcome = await check({ username: undefined, password: undefined })
    expect(outcome).toMatchObject({ success: true, metrics: { 'mysql.cert_valid': 1 } })
    expect(outcome.metrics).not.toHaveProperty(['mysql.auth_ok'])
  })

  it.each([
    ['create table t (id int)', 'content', /READ ONLY transaction/],
    ['insert into orders values (4)', 'content', /READ ONLY transaction/],
    ['select 1; select 2', 'content', /error in your SQL syntax/],
    ['select * from missing', 'content', /Table 'shop.missing' doesn't exist/],
    ['select sleep(5) from orders', 'timeout', /max_statement_time exceeded|maximum statement/],
    [`load data local infile '/etc/passwd' into table orders`, 'content', /.+/],
    ['kill 1', 'content', /.+/],
  ])('does not run %j', async (query, cause, error) => {
    const outcome = await check({ query, timeoutSeconds: 1 })
    expect(outcome).toMatchObject({ success: false, cause, error: expect.stringMatching(error) })
  })

  it('does not keep what is too much', async () => {
    const many = await check({ query: 'select * from seq_1_to_100000' })
    expect(many.success ? many.metrics['mysql.rows'] : 1000).toBe(1000)
    expect(await check({ query: `select repeat('x', 2000000)` })).toMatchObject({
      success: false,
      error: expect.stringMatching(/said more than 1 MiB/),
    })
  })

  it('never shows the password', async () => {
    expect(JSON.stringify(await check({ query: `select '${password}'` }))).not.toMatch(/hunter2/)
    expect(JSON.stringify(await check({ query: `select ${password}` }))).not.toMatch(/hunter2/)
  })

  it('says that a database does not exist', async () => {
    expect(await check({ database: 'nowhere' })).toMatchObject({
      success: false,
      error: expect.stringMatching(/nowhere/),
    })
  })

  it('has a replica, which is measured until it loses its primary', async () => {
    const source = `master_host='127.0.0.1', master_port=${server.port}, master_user='replica', master_password='x'`
    const replica = await startMariadb({
      statements: [`change master to ${source}, master_use_gtid=slave_pos, master_connect_retry=1`, 'start slave'],
      settings: ['--server-id=2', '--slave-net-timeout=1'],
    })
    try {
      const state = (): Promise<Outcome> => check({ tlsMode: 'none' }, replica.port)
      await waitUntil(async () => (await state()).metrics['mysql.replicating'] === 1)
      expect((await state()).metrics).toMatchObject({ 'mysql.is_replica': 1, 'mysql.replication_lag_s': 0 })
      await server.stop()
      await waitUntil(async () => (await state()).metrics['mysql.replicating'] === 0)
      expect((await state()).evidence?.['replication_error']).toMatch(/error/)
    } finally {
      await replica.stop()
    }
  })
})

const ok = [0, 0, 0, 2, 0, 0, 0]

/** MySQL 8 asks for this method; its passwords are known to it, or must be sent. */
function meetLikeMysql8(socket: Socket, { knows }: { knows: boolean }): void {
  const nonce = Buffer.from('abcdefghijklmnopqrst')
  const packet = (sequence: number, ...parts: readonly unknown[]): Buffer => {
    const body = Buffer.concat(
      parts.flat().map((part) => (typeof part === 'number' ? Buffer.from([part]) : Buffer.from(part as string))),
    )
    return Buffer.concat([Buffer.from([body.length, 0, 0, sequence]), body])
  }
  const hash = (...parts: Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest()
  const once = hash(Buffer.from(password))
  const expected = Buffer.from(once.map((byte, at) => byte ^ hash(hash(once), nonce)[at]!))
  const greeting = [[10], '8.4.0\0', [1, 0, 0, 0], nonce.subarray(0, 8), [0], [0xff, 0xff, 45, 2, 0, 0xff, 0xff, 21]]
  socket.write(packet(0, ...greeting, Buffer.alloc(10), nonce.subarray(8), [0], 'caching_sha2_password\0'))
  let secure: Socket | undefined
  const onPassword = (at: Socket, sequence: number) => (data: Buffer) =>
    void at.write(packet(sequence + 1, data.includes(password) ? ok : [0xff, 21, 4, '#28000no']))
  const onLogin = (at: Socket) => (data: Buffer) => {
    const sequence = data[3]!
    const isProven = knows && data.includes(expected)
    if (isProven) at.write(Buffer.concat([packet(sequence + 1, [1, 3]), packet(sequence + 2, ok)]))
    else at.once('data', onPassword(at, sequence + 2)).write(packet(sequence + 1, [1, 4]))
    if (isProven) answerQueries(at)
  }
  const answerQueries = (at: Socket): void =>
    void at.on('data', (data: Buffer) => at.write(packet(1, data[4] === 3 ? ok : [0])))
  socket.once('data', (first) => {
    if (first.readUIntLE(0, 3) !== 32) return onLogin(socket)(first)
    // The handshake may have come together with the request for it.
    socket.pause()
    if (first.length > 36) socket.unshift(first.subarray(36))
    secure = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(certificate) })
    secure.on('error', () => undefined).once('data', onLogin(secure))
  })
}

describe('the method of login of MySQL 8', () => {
  const check = async (knows: boolean, tlsMode: string): Promise<Outcome> => {
    const port = await listening(createServer((socket) => meetLikeMysql8(socket, { knows })))
    return runCheck(mysql, `127.0.0.1:${port}`, { net, config: { username: 'robot', password, tlsMode } })
  }

  it.each(['required', 'none'])('proves a password that the server knows, with tlsMode %s', async (tlsMode) => {
    expect(await check(true, tlsMode)).toMatchObject({ metrics: { 'mysql.auth_ok': 1 }, success: true })
  })

  it('sends the password only over TLS', async () => {
    expect(await check(false, 'none')).toMatchObject({ cause: 'auth', error: expect.stringMatching(/only over TLS/) })
  })
})
