// An external database instead of the embedded one, shared by several Lapwings.
import { describe, expect, it, onTestFinished } from 'vitest'
import { databaseAway } from '../../src/domain/self-monitoring.ts'
import { sql } from '../../src/store/database/sql.ts'
import { startSite } from '../faults/targets.ts'
import { emptyDatabase, newDatabase, storeOn, urlOf } from '../kit/lapwing/database.ts'
import { start as startServer, usedDataDir } from '../kit/lapwing/embedded-servers.ts'
import { type LapwingProcess, ask, startProcess } from '../kit/lapwing/process.ts'
import { freePort } from '../kit/servers/free-port.ts'
import { waitUntil } from '../kit/wait-until.ts'

describe('two replicas', () => {
  let replicas: LapwingProcess[] = []
  let origins: string[] = []
  let key = ''

  it('start together on an empty database, and one of them prints the set-up link', async () => {
    const env = {
      LAPWING_DATABASE_URL: urlOf(await emptyDatabase()),
      LAPWING_SECRET_KEY: 'a key that both replicas share .',
      LAPWING_ROLES: 'server,housekeeper',
    }
    replicas = [startProcess(env), startProcess(env)]
    origins = await Promise.all(replicas.map((replica) => replica.origin()))
    const keys = replicas.flatMap(({ log }) => log.flatMap(({ apiKey }) => apiKey ?? []))
    expect(keys).toHaveLength(1)
    key = String(keys[0])
  })

  it('respond alike, and accept the cursors of each other', async () => {
    const [here = '', there = ''] = origins
    const location = (await ask(here, '/v1/locations', { key })).body.data[0].id
    for (const name of ['one', 'two']) {
      const body = { name, type: 'http', target: 'https://example.com', interval: 300, locations: [location] }
      expect(await ask(here, '/v1/monitors', { key, method: 'POST', body })).toMatchObject({ status: 201 })
    }
    const page = await ask(here, '/v1/monitors?limit=1', { key })
    const next = await ask(there, `/v1/monitors?limit=1&cursor=${page.body.next_cursor}`, { key })
    expect([page, next].map(({ body }) => body.data[0].name)).toEqual(['two', 'one'])
  })

  it('continue when the other one dies', async () => {
    await replicas[0]?.end('SIGKILL')
    expect(await ask(origins[1]!, '/v1/me', { key })).toMatchObject({ status: 200 })
    expect(await replicas[1]?.end()).toMatchObject({ code: 0, stderr: '' })
  })
})

it('probers that are replaced one by one give back every check, and all monitors are checked throughout', async () => {
  const database = await emptyDatabase()
  const env = { LAPWING_DATABASE_URL: urlOf(database), LAPWING_SECRET_KEY: 'a key that all processes share ..' }
  const server = startProcess({ ...env, LAPWING_ROLES: 'server' })
  const origin = await server.origin()
  const key = String((await server.says('keep this write key')).apiKey)
  const startProber = async (): Promise<LapwingProcess> => {
    const prober = startProcess({ ...env, LAPWING_ROLES: 'prober' })
    await prober.says('is ready')
    return prober
  }
  const site = await startSite()
  onTestFinished(site.stop)
  const probers = [await startProber(), await startProber()]
  const location = (await ask(origin, '/v1/locations', { key })).body.data[0].id
  for (let n = 0; n < 10; n++) {
    const body = { name: `Site ${n}`, type: 'http', target: site.url, interval: 5, locations: [location] }
    expect(await ask(origin, '/v1/monitors', { key, method: 'POST', body })).toMatchObject({ status: 201 })
  }
  const store = storeOn(database)
  const stored = async (): Promise<number[]> => {
    const rows = await store.rows<{ count: number }>(sql`
      select count(*)::int as count from results group by monitor_number order by monitor_number`)
    return rows.map(({ count }) => count)
  }
  const allCheckedAgain = async (): Promise<void> => {
    const before = await stored()
    await waitUntil(async () => {
      const now = await stored()
      return now.length === 10 && now.every((count, n) => count > (before[n] ?? 0))
    })
  }
  await allCheckedAgain()
  const replacements: LapwingProcess[] = []
  for (const prober of probers) {
    replacements.push(await startProber())
    expect(await prober.end()).toMatchObject({ code: 0, stderr: '' })
    await allCheckedAgain()
  }
  for (const prober of replacements) expect(await prober.end()).toMatchObject({ code: 0, stderr: '' })
  const leased = await store.rows(sql`select from turns where leased_until > '-infinity'`)
  expect(leased).toHaveLength(0)
  // A check that was cut off is given back and runs again; none is stored without a request.
  expect((await stored()).reduce((sum, count) => sum + count)).toBeLessThanOrEqual(site.asked.length)
})

it('a housekeeper serves no requests', async () => {
  const port = await freePort()
  const housekeeper = startProcess({
    LAPWING_DATABASE_URL: urlOf(await newDatabase()),
    LAPWING_ROLES: 'housekeeper',
    LAPWING_PORT: String(port),
  })
  expect((await housekeeper.says('is ready')).msg).not.toContain('http')
  await expect(ask(`http://127.0.0.1:${port}`, '/healthz')).rejects.toThrow('fetch failed')
  expect(await housekeeper.end()).toMatchObject({ code: 0, stderr: '' })
})

it('reports an unreachable database, and recovers automatically', async () => {
  const dataDir = await usedDataDir()
  const server = await startServer(dataDir)
  const lapwing = startProcess({
    LAPWING_DATABASE_URL: urlOf(server.connection),
    LAPWING_ROLES: 'server,notifier,housekeeper',
  })
  const origin = await lapwing.origin()
  const key = String((await lapwing.says('keep this write key')).apiKey)
  expect(await ask(origin, '/v1/me', { key })).toMatchObject({ status: 200 })

  await server.stop()
  expect(await ask(origin, '/healthz')).toMatchObject({ status: 200 })
  expect(await ask(origin, '/readyz')).toEqual({
    status: 503,
    body: { ready: false, database: 'unreachable', migrations: 'unknown', problems: [databaseAway] },
  })
  const message = 'The service is temporarily unavailable; it is safe to try again'
  expect(await ask(origin, '/v1/plan', { key })).toEqual({
    status: 500,
    body: { error: { code: 'internal_error', message } },
  })

  const again = await startServer(dataDir)
  await expect.poll(async () => (await ask(origin, '/readyz')).status).toBe(200)
  expect(await ask(origin, '/v1/plan', { key })).toMatchObject({ status: 200 })
  expect(await lapwing.end()).toMatchObject({ code: 0, stderr: '' })
  await again.stop()
})
