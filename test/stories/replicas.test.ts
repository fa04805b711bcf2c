// An external database instead of the embedded one, shared by several Lapwings.
import { describe, expect, it } from 'vitest'
import { databaseAway } from '../../src/domain/self-monitoring.ts'
import { emptyDatabase, newDatabase, urlOf } from '../kit/lapwing/database.ts'
import { start as startServer, usedDataDir } from '../kit/lapwing/embedded-servers.ts'
import { type LapwingProcess, ask, startProcess } from '../kit/lapwing/process.ts'
import { freePort } from '../kit/servers/free-port.ts'

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
