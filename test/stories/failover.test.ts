// A database with a streaming standby: reading from it, and going on with it when the primary is lost.
import { writeFileSync } from 'node:fs'
import { type Server, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../src/domain/clock.ts'
import type { Log } from '../../src/domain/log.ts'
import { type Database, openStore } from '../../src/store/database/database.ts'
import { sql } from '../../src/store/database/sql.ts'
import { withStandby } from '../../src/store/database/standby-reads.ts'
import { readSettings } from '../../src/settings.ts'
import { checkConnections } from '../../src/wiring/doctor/check-connections.ts'
import { startSite } from '../faults/targets.ts'
import { hasPostgres, startReplicatedServers } from '../kit/debian/replicated-postgresql.ts'
import { emptyDatabase, urlOf } from '../kit/lapwing/database.ts'
import { keys } from '../kit/lapwing/lapwing.ts'
import { type LapwingProcess, ask, closedFolder, startProcess } from '../kit/lapwing/process.ts'
import { quiet } from '../kit/log.ts'
import { type Receiver, startReceiver } from '../kit/resources/receiver.ts'
import { listening } from '../kit/servers/listening.ts'
import { waitUntil } from '../kit/wait-until.ts'

const key = keys.write

function logged(): { readonly log: Log; readonly lines: string[] } {
  const lines: string[] = []
  const keep = (message: string): void => void lines.push(message)
  return { lines, log: { ...quiet, info: keep, warn: keep } }
}

describe.skipIf(!hasPostgres)('a primary and its standby (need postgresql)', () => {
  let servers: Awaited<ReturnType<typeof startReplicatedServers>>
  let receiver: Receiver
  let server: LapwingProcess
  let prober: LapwingProcess
  let origin = ''

  beforeAll(async () => {
    servers = await startReplicatedServers()
    receiver = await startReceiver()
    const hook = { name: 'Hook', type: 'webhook', default: true, config: { url: `${receiver.origin}/hook` } }
    const provision = join(closedFolder(), 'provision.yaml')
    const apiKeys = [{ name: 'story', scope: 'write', key }]
    writeFileSync(provision, JSON.stringify({ organizations: [{ name: 'Acme', apiKeys, channels: [hook] }] }))
    const { primary, standby } = servers
    const folders = [standby, primary].map(({ connection }) => connection.host).join(',')
    const settings = {
      // The standby comes first: Lapwing finds out which one accepts writes.
      LAPWING_DATABASE_URL: urlOf({ ...primary.connection, host: folders }),
      LAPWING_DATABASE_READ_URL: urlOf(standby.connection),
      LAPWING_SECRET_KEY: 'a key that both processes share, as they must',
      LAPWING_PROVISION: provision,
    }
    server = startProcess({ ...settings, LAPWING_ROLES: 'server,notifier,housekeeper' })
    origin = await server.origin()
    prober = startProcess({ ...settings, LAPWING_ROLES: 'prober' })
    await prober.says('is ready')
  })
  afterAll(async () => {
    for (const one of [server, prober]) await one?.end('SIGKILL')
    await servers?.stop()
  })

  const pauseReplay = async (): Promise<void> => {
    const { run } = servers.standby
    await run('select pg_wal_replay_pause()')
    await waitUntil(async () => (await run('select pg_get_wal_replay_pause_state() as state'))[0].state === 'paused')
  }
  const read = async (path: string): Promise<any> => (await ask(origin, `/v1${path}`, { key })).body
  const post = (path: string, body: object) => ask(origin, `/v1${path}`, { key, method: 'POST', body })

  it('reads what was just committed from the standby, and from the primary while the standby is behind', async () => {
    const { log, lines } = logged()
    let skippedMs = 0
    const clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + skippedMs }
    const { connection } = servers.standby
    const store = withStandby(openStore(servers.primary.connection, { log, connections: 2 }), {
      connection,
      connections: 2,
      log,
      clock,
    })
    onTestFinished(() => store.close())
    const source = () =>
      store.read((db: Database) => db.row<any>(sql`select pg_is_in_recovery() as "isStandby", max(n) as n from notes`))
    // On a busy machine the standby may be behind for longer than a read waits for it.
    const fromStandby = () =>
      waitUntil(async () => {
        skippedMs += 60_000
        const found = await source()
        return found.isStandby && found
      })
    await store.script('create table notes (n int)')
    for (const n of [1, 2, 3]) {
      await store.run(sql`insert into notes values (${n})`)
      expect(await fromStandby()).toEqual({ isStandby: true, n })
    }
    expect(lines.at(-1)).toBe('reports and status pages are read from the standby')
    const { run } = servers.standby
    await pauseReplay()
    await store.run(sql`insert into notes values (4)`)
    const known = lines.length
    for (let reads = 0; reads < 3; reads++) {
      skippedMs += 6000
      expect(await source()).toEqual({ isStandby: false, n: 4 })
    }
    expect(lines.slice(known)).toEqual([
      'the standby cannot be used, so reports and status pages are read from the primary',
    ])
    await run('select pg_wal_replay_resume()')
    expect(await fromStandby()).toEqual({ isStandby: true, n: 4 })
    expect(lines.slice(known + 1)).toEqual(['reports and status pages are read from the standby'])
    await expect(store.read((db) => db.row(sql`select 1 / 0`))).rejects.toThrow('division by zero')
    expect(lines).toHaveLength(known + 2)
    await store.script('drop table notes')
  })

  it('serves reports and status pages from the standby', async () => {
    const page = await post('/status-pages', { name: 'Status', slug: 'acme-status' })
    expect(page.status, JSON.stringify(page.body)).toBe(201)
    const isUsed = (): boolean => server.log.some(({ msg }) => msg.includes('are read from the standby'))
    await waitUntil(async () => {
      const report = await ask(origin, '/v1/reports', { key })
      expect(report.status, JSON.stringify(report.body)).toBe(200)
      return isUsed()
    })
    await expect.poll(async () => (await fetch(`${origin}/status/acme-status`)).status).toBe(200)
  })

  it('lets the doctor look at the standby and at every server', async () => {
    const { primary, standby } = servers
    const store = openStore(primary.connection, { log: quiet, connections: 1 })
    onTestFinished(() => store.close())
    const said = async (env: Record<string, string>): Promise<string[]> => {
      const settings = readSettings({ LAPWING_DATABASE_URL: urlOf(primary.connection), ...env })
      return (await checkConnections(store, settings, systemClock)).map(({ level, message }) => `${level}: ${message}`)
    }
    await expect
      .poll(() => said({ LAPWING_DATABASE_READ_URL: urlOf(standby.connection) }))
      .toEqual(['ok: The standby has replayed everything.'])
    expect(await said({ LAPWING_DATABASE_READ_URL: urlOf(primary.connection) })).toEqual([
      expect.stringMatching(/^warning: LAPWING_DATABASE_READ_URL does not lead to a standby, so reports/),
    ])
    await pauseReplay()
    await store.run(sql`create table written (n int)`)
    expect(await said({ LAPWING_DATABASE_READ_URL: urlOf(standby.connection) })).toEqual([
      expect.stringMatching(/^warning: The standby is \d+ KB behind the primary, so reports/),
    ])
    await standby.run('select pg_wal_replay_resume()')
    await store.run(sql`drop table written`)
    const both = [primary.connection.host, standby.connection.host]
    const several = (hosts: (string | undefined)[]) => ({
      LAPWING_DATABASE_URL: urlOf({ ...primary.connection, host: hosts.join(',') }),
    })
    expect(await said(several(both))).toEqual(['ok: All 2 servers of the database respond.'])
    expect(await said(several([...both, '/nowhere']))).toEqual([
      expect.stringMatching(/^warning: \/nowhere of the database does not respond/),
    ])
  })

  it('survives the loss of the primary: nothing confirmed is lost, one incident, one alert', async () => {
    const site = await startSite()
    onTestFinished(site.stop)
    const { data } = await read('/locations')
    const monitor = { name: 'Site', type: 'http', target: site.url, interval: 5, locations: [data[0].id] }
    const made = await post('/monitors', { ...monitor, config: { confirmationThreshold: 2 } })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    await waitUntil(async () => (await read(`/monitors/${made.body.id}`)).status === 'up')
    site.away = true
    const events = (): string[] => receiver.requests.map((request) => request.json().event)
    await waitUntil(() => events().includes('incident.firing'))

    const confirmed: string[] = []
    let failures = 0
    let isWriting = true
    const writing = (async () => {
      for (let n = 0; isWriting; n++) {
        const { status, body } = await post('/monitors', { name: `Job ${n}`, type: 'heartbeat', interval: 86_400 })
        if (status === 201) confirmed.push(body.id)
        else failures += 1
      }
    })()
    await waitUntil(() => confirmed.length >= 3)
    await servers.primary.kill()
    await waitUntil(() => failures > 0)
    await servers.standby.run('select pg_promote()')
    const before = confirmed.length
    await waitUntil(() => confirmed.length > before)
    isWriting = false
    await writing

    for (const id of confirmed) expect((await ask(origin, `/v1/monitors/${id}`, { key })).status).toBe(200)
    const requested = site.requested.length
    await waitUntil(() => site.requested.length >= requested + 2)
    site.away = false
    await waitUntil(() => events().includes('incident.resolved'))
    await waitUntil(async () => (await read(`/monitors/${made.body.id}`)).status === 'up')
    expect(events()).toEqual(['incident.firing', 'incident.resolved'])
    expect((await read(`/incidents?monitor_id=${made.body.id}`)).data).toHaveLength(1)
    // How long depends on the machine; docs/several-machines.md gives the figure.
    const gaps = site.requested.slice(1).map((at, index) => at - site.requested[index]!)
    console.info(`longest time without a check of every 5 s: ${(Math.max(...gaps) / 1000).toFixed(1)} s`)
    for (const one of [server, prober]) expect(await one.end()).toMatchObject({ code: 0, stderr: '' })
  })
})

it('leaves a server that responds no more for another one that accepts writes', async () => {
  const database = await emptyDatabase()
  const frozen = new Set<Server>()
  const relay = createServer((inside) => {
    const outside = connect(join(database.host!, `.s.PGSQL.${database.port}`))
    inside.on('data', (bytes) => frozen.has(relay) || outside.write(bytes)).on('close', () => outside.destroy())
    outside.on('error', () => inside.destroy()).pipe(inside)
  })
  const other = createServer((inside) => {
    const outside = connect(join(database.host!, `.s.PGSQL.${database.port}`))
    inside.pipe(outside).on('error', () => inside.destroy())
    outside.pipe(inside)
  })
  const hosts = [await listening(relay), await listening(other)].map((port) => `127.0.0.1:${port}`).join(',')
  const { log, lines } = logged()
  const connection = { connectionString: `postgres://${database.user}@${hosts}/${database.database}` }
  const store = openStore(connection, { log, connections: 2 })
  onTestFinished(() => store.close())
  expect(await store.row(sql`select 1 as n`)).toEqual({ n: 1 })
  frozen.add(relay)
  await expect(store.row(sql`select 2 as n`)).rejects.toThrow('the database does not respond')
  expect(await store.row(sql`select 3 as n`)).toEqual({ n: 3 })
  expect(lines).toContain('another server of the database is the primary now')
})
