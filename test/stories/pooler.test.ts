// A whole Lapwing behind PgBouncer in transaction mode, which shares every session between clients.
import { expect, it, onTestFinished } from 'vitest'
import { hasPgBouncer, startPgBouncer } from '../kit/debian/pgbouncer.ts'
import { emptyDatabase, urlOf } from '../kit/lapwing/database.ts'
import { ask, startProcess } from '../kit/lapwing/process.ts'
import { startSite } from '../faults/targets.ts'

it.skipIf(!hasPgBouncer)('checks and answers behind PgBouncer in transaction mode (needs pgbouncer)', async () => {
  const database = await emptyDatabase()
  const pgBouncer = await startPgBouncer(database, { pool_mode: 'transaction', default_pool_size: 5 })
  onTestFinished(() => pgBouncer.stop())
  const site = await startSite()
  onTestFinished(site.stop)
  const lapwing = startProcess({
    LAPWING_DATABASE_URL: pgBouncer.url,
    LAPWING_DATABASE_LISTEN_URL: urlOf(database),
    LAPWING_SECRET_KEY: 'a key of at least thirty-two characters',
  })
  const origin = await lapwing.origin()
  const key = String((await lapwing.says('keep this write key')).apiKey)
  const [location] = (await ask(origin, '/v1/locations', { key })).body.data
  const body = { name: 'Site', type: 'http', target: site.url, interval: 60, locations: [location.id] }
  const made = await ask(origin, '/v1/monitors', { key, method: 'POST', body })
  expect(made).toMatchObject({ status: 201 })
  const state = async (): Promise<unknown> => (await ask(origin, `/v1/monitors/${made.body.id}`, { key })).body.state
  await expect.poll(state).toBe('up')
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask(origin, '/v1/monitors', { key })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  // A busy machine may need longer than readiness waits for the database.
  await expect.poll(async () => (await ask(origin, '/readyz')).status).toBe(200)
  const { code, stderr } = await lapwing.end()
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const errors = lapwing.log.filter(({ level }) => level >= 50)
  expect(errors).toEqual([])
})
