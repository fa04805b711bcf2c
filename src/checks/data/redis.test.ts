import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { createAuthority } from '../../../test/kit/checks/certificates.ts'
import { databaseCatalog } from '../../../test/kit/checks/database-catalog.ts'
import { openNet, runCheck } from '../../../test/kit/checks/run-check.ts'
import { type RedisServer, hasRedis, startRedis } from '../../../test/kit/debian/redis.ts'
import { sendAndReceive } from '../../net/send-receive.ts'
import { waitUntil } from '../../../test/kit/wait-until.ts'
import type { Outcome } from '../../domain/outcome.ts'
import { redis } from './redis.ts'

const catalog = databaseCatalog('redis', {
  metrics: ['ping_ms', 'key_exists', 'memory_bytes', 'memory_used_pct'],
  login: 'password',
})
tryCatalogEntry(redis, {
  ...catalog,
  config: {
    ...catalog.config,
    database: { accept: [0, 15], reject: [[-1, 'greater than or equal to 0']] },
    key: { accept: ['queue', 'a b'], reject: [['x'.repeat(1001), 'at most 1000']] },
  },
})

const password = 'hunter2 ä"'
const authority = createAuthority()
const certificate = authority.issue({ names: ['127.0.0.1'] })
const net = openNet({ extraTrust: [authority.root] })
const time = expect.any(Number) as number

describe('a real Redis', { skip: !hasRedis && process.env['CI'] !== 'true' }, () => {
  let server: RedisServer
  let locked: RedisServer

  beforeAll(async () => {
    server = await startRedis({ certificate, settings: ['maxmemory 100mb', 'maxclients 100'] })
    const users = [`user robot on ">${password.replaceAll('"', '\\"')}" ~* +ping +get +info`]
    locked = await startRedis({ settings: ['requirepass hunter2', ...users] })
    await say(
      server.port,
      'SET state open\r\nRPUSH queue a b c\r\nSET password "hunter2 hidden"\r\nSADD tags a b\r\nHSET user name ada\r\n',
    )
  })
  afterAll(async () => {
    await server?.stop()
    await locked?.stop()
  })

  const check = (port: number, config: Record<string, unknown> = {}): Promise<Outcome> =>
    runCheck(redis, `127.0.0.1:${port}`, { net, config: { tlsMode: 'none', ...config } })

  it('is asked for a key, over TLS', async () => {
    const config = { tlsMode: 'required', key: 'state', expectValueRegexp: '^open$' }
    const outcome = await check(server.tlsPort, config)
    expect(outcome).toMatchObject({ success: true, error: null })
    expect(outcome.metrics).toEqual({
      'redis.connect_time_ms': time,
      'redis.tls_time_ms': time,
      'redis.tls_version': 13,
      'redis.cert_valid': 1,
      'redis.cert_days_left': 89,
      'redis.lifetime_days': 91,
      'redis.lifetime_left_pct': 98.9,
      'redis.ping_ms': time,
      'redis.query_ms': time,
      'redis.key_exists': 1,
      'redis.value_match': 1,
      'redis.connections': 1,
      'redis.connections_used_pct': 1,
      'redis.replicas': 0,
      'redis.is_replica': 0,
      'redis.memory_bytes': time,
      'redis.memory_used_pct': time,
    })
    expect(outcome.evidence).toMatchObject({ value: 'open', version: expect.stringMatching(/^\d+\.\d+/) })
  })

  it.each([
    ['queue', 3],
    ['tags', 2],
    ['user', 1],
  ])('counts the entries of %s', async (key, value) => {
    expect((await check(server.port, { key })).metrics).toMatchObject({ 'redis.value': value, 'redis.key_exists': 1 })
  })

  it('says that a key does not exist', async () => {
    const { metrics } = await check(server.port, { key: 'missing', expectValueRegexp: 'open' })
    expect(metrics).toMatchObject({ 'redis.key_exists': 0, 'redis.value_match': 0 })
    expect((await check(server.port, { key: 'state', database: 1 })).metrics).toMatchObject({ 'redis.key_exists': 0 })
  })

  it('logs in with a password, and as a user with few rights', async () => {
    expect(await check(locked.port, { password: 'hunter2' })).toMatchObject({
      success: true,
      metrics: { 'redis.auth_ok': 1 },
    })
    expect(await check(locked.port, { username: 'robot', password })).toMatchObject({ success: true })
  })

  it('says what is wrong with a login', async () => {
    const failed = await check(locked.port, { username: 'robot', password: 'wrong' })
    expect(failed).toMatchObject({ success: false, cause: 'auth', metrics: { 'redis.auth_ok': 0 } })
    expect(failed.error).toMatch(/^the login was rejected: WRONGPASS/)
    const error = 'the server responded: NOAUTH Authentication required.'
    expect(await check(locked.port)).toMatchObject({ cause: 'auth', error })
    expect(await check(locked.port, { username: 'robot', password, database: 3 })).toMatchObject({
      cause: 'content',
      error: expect.stringMatching(/NOPERM/),
    })
  })

  it('never shows the password', async () => {
    const outcome = await check(server.port, { key: 'password', password: 'hunter2' })
    expect(JSON.stringify(outcome)).not.toMatch(/hunter2/)
    expect(JSON.stringify(await check(locked.port, { key: 'hunter2', password: 'hunter2' }))).not.toMatch(/hunter2/)
  })

  it('has a replica, which is measured until it loses its primary', async () => {
    const primary = await startRedis()
    const replica = await startRedis({ settings: [`replicaof 127.0.0.1 ${primary.port}`] })
    try {
      const state = async (port: number) => (await check(port)).metrics
      await waitUntil(async () => (await state(replica.port))['redis.replicating'] === 1)
      expect(await state(replica.port)).toMatchObject({ 'redis.is_replica': 1, 'redis.replication_lag_s': time })
      expect(await state(primary.port)).toMatchObject({ 'redis.is_replica': 0, 'redis.replicas': 1 })
      await primary.stop()
      await waitUntil(async () => (await state(replica.port))['redis.replicating'] === 0)
    } finally {
      await replica.stop()
    }
  })
})

async function say(port: number, commands: string): Promise<void> {
  const { signal } = new AbortController()
  const connection = await net.connect({ host: '127.0.0.1', port, ipVersion: 'any', signal })
  let replies = ''
  const take = (chunk: Buffer): boolean => {
    replies += chunk.toString()
    return replies.split('\r\n').length > commands.split('\r\n').length - 1
  }
  await sendAndReceive(connection, { payload: Buffer.from(commands), take, signal })
  connection.socket.destroy()
}
