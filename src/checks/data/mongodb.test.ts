import { Decimal128, Long, ObjectId } from 'bson'
import { describe, expect, it } from 'vitest'
import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { createAuthority } from '../../../test/kit/checks/certificates.ts'
import { databaseCatalog } from '../../../test/kit/checks/database-catalog.ts'
import { openNet, runCheck } from '../../../test/kit/checks/run-check.ts'
import { startSmallMongodb } from '../../../test/kit/servers/small-mongodb.ts'
import type { Outcome } from '../../domain/outcome.ts'
import { mongodb } from './mongodb.ts'

const catalog = databaseCatalog('mongodb', { metrics: [] })
tryCatalogEntry(mongodb, {
  ...catalog,
  config: {
    ...catalog.config,
    authDatabase: { accept: ['admin', 'shop'], reject: [['x'.repeat(64), 'at most 63']] },
    database: { accept: ['shop'], reject: [['a\nb', 'must not contain line breaks']] },
    command: {
      accept: ['', '{"ping": 1}', '{\n"count": "orders"\n}'],
      reject: [
        ['ping', 'config.command: must be JSON'],
        ['{"drop": "orders"}', 'config.command: must begin with one of ping, hello'],
        ['{"insert": "orders", "find": 1}', 'config.command: must begin with one of ping, hello'],
        ['null', 'must be JSON'],
      ],
    },
    valuePath: { accept: ['n', 'cursor.firstBatch.0.total'], reject: [['x'.repeat(501), 'at most 500']] },
  },
})

const account = { username: 'rob=ot,1', password: 'hunter2 ä"' }
const authority = createAuthority()
const certificate = authority.issue({ names: ['127.0.0.1'] })
const net = openNet({ extraTrust: [authority.root] })
const time = expect.any(Number) as number
const day = new Date('2026-03-01T12:00:00Z')
const later = new Date('2026-03-01T12:00:07Z')
const member = (state: number, optimeDate: Date, self = false) => ({ state, optimeDate, ...(self && { self }) })

const replies = {
  hello: () => ({ isWritablePrimary: true, setName: 'rs0' }),
  ping: () => ({}),
  buildInfo: () => ({ version: '8.0.4' }),
  serverStatus: () => ({ connections: { current: 20, available: 80 } }),
  replSetGetStatus: () => ({ members: [member(1, later, true), member(2, day), member(8, day)] }),
  count: (command: any) => ({ n: command.query?.state === 'stuck' && command.$db === 'shop' ? 7 : 0 }),
  find: () => ({ cursor: { firstBatch: [{ total: Long.fromNumber(12), at: day, _id: id, price, note: { a: 1 } }] } }),
  distinct: () => ({ ok: 0, code: 50, errmsg: 'operation exceeded time limit' }),
  collStats: () => ({ ok: 0, code: 26, errmsg: 'ns does not exist: hunter2 ä"' }),
}
const id = new ObjectId('65a000000000000000000000')
const price = Decimal128.fromString('9.90')

const check = async (
  config: Record<string, unknown> = {},
  more: Partial<Parameters<typeof startSmallMongodb>[0]> = {},
): Promise<Outcome> => {
  const port = await startSmallMongodb({ replies, account, ...more })
  return runCheck(mongodb, `127.0.0.1:${port}`, { net, config: { ...account, tlsMode: 'none', ...config } })
}

describe('a MongoDB', () => {
  it('is asked for a value, over TLS', async () => {
    const config = {
      tlsMode: 'required',
      database: 'shop',
      command: '{"count": "orders", "query": {"state": "stuck"}}',
      valuePath: 'n',
      expectValueRegexp: '^7$',
    }
    const outcome = await check(config, { certificate })
    expect(outcome).toMatchObject({ success: true, error: null })
    expect(outcome.metrics).toEqual({
      'mongodb.connect_time_ms': time,
      'mongodb.tls_time_ms': time,
      'mongodb.tls_version': 13,
      'mongodb.cert_valid': 1,
      'mongodb.cert_days_left': 89,
      'mongodb.lifetime_days': 91,
      'mongodb.lifetime_left_pct': 98.9,
      'mongodb.auth_ok': 1,
      'mongodb.auth_ms': time,
      'mongodb.query_ms': time,
      'mongodb.value': 7,
      'mongodb.value_match': 1,
      'mongodb.connections': 20,
      'mongodb.connections_used_pct': 20,
      'mongodb.is_replica': 0,
      'mongodb.replicas': 1,
    })
    expect(outcome.evidence).toMatchObject({ value: '7', version: '8.0.4', replica_set: 'rs0' })
  })

  it.each([
    ['cursor.firstBatch.0.total', '12'],
    ['cursor.firstBatch.0.at', day.toISOString()],
    ['cursor.firstBatch.0._id', id.toHexString()],
    ['cursor.firstBatch.0.price', '9.90'],
    ['cursor.firstBatch.0.note', '{"a":1}'],
    ['cursor.firstBatch.1.total', null],
    ['constructor.name', null],
  ])('has a value at %s', async (valuePath, value) => {
    expect((await check({ command: '{"find": "orders"}', valuePath })).evidence).toMatchObject({ value })
  })

  it('tells a secondary from the primary', async () => {
    const secondary = {
      ...replies,
      hello: () => ({ secondary: true, setName: 'rs0' }),
      replSetGetStatus: () => ({ members: [member(1, later), member(2, day, true)] }),
    }
    expect((await check({}, { replies: secondary })).metrics).toMatchObject({
      'mongodb.is_replica': 1,
      'mongodb.replicating': 1,
      'mongodb.replication_lag_s': 7,
    })
    const recovering = { ...secondary, replSetGetStatus: () => ({ members: [member(3, day, true)] }) }
    expect((await check({}, { replies: recovering })).metrics).toMatchObject({ 'mongodb.replicating': 0 })
  })

  it('is greeted without a user, and says what it does not tell', async () => {
    const outcome = await check({ username: undefined, password: undefined })
    expect(outcome).toMatchObject({ success: true, metrics: { 'mongodb.value': 1 } })
    expect(outcome.evidence).toMatchObject({ not_measured: 'command requires authentication' })
    const refused = await check({ username: undefined, password: undefined, command: '{"count": "orders"}' })
    expect(refused).toMatchObject({ success: false, cause: 'auth' })
  })

  it.each([
    [{ password: 'wrong' }, 'auth', 'the login was rejected: Authentication failed.'],
    [{ command: '{"distinct": "a"}' }, 'timeout', 'the server responded: operation exceeded time limit'],
    [{ command: '{"collStats": "a"}' }, 'content', 'the server responded: ns does not exist: [redacted]'],
    [{ command: '{"dbStats": 1}' }, 'content', "the server responded: no such command: 'dbStats'"],
  ])('fails with %j', async (config, cause, error) => {
    expect(await check(config)).toMatchObject({ success: false, cause, error })
  })

  it('is described by a server that sends nonsense, and it stays a fault of the server', async () => {
    const odd = { toString: 1 }
    const outcome = await check(
      {},
      {
        replies: {
          ...replies,
          buildInfo: () => ({ version: odd }),
          replSetGetStatus: () => ({ members: [null, 1, { self: true }] }),
          ping: () => ({ ok: 0, code: odd, errmsg: odd, codeName: odd }),
        },
      },
    )
    expect(outcome).toMatchObject({
      success: false,
      error: expect.stringContaining('an error without'),
    })
    expect(outcome).not.toHaveProperty('infrastructure')
  })
})
