// From a new monitor to real checks.
import { createServer } from 'node:http'
import { beforeAll, expect, it } from 'vitest'
import { newDatabase, urlOf } from '../kit/lapwing/database.ts'
import { listening } from '../kit/servers/listening.ts'
import { type LapwingProcess, ask, startProcess } from '../kit/lapwing/process.ts'
import { waitUntil } from '../kit/wait-until.ts'

const env = { LAPWING_SECRET_KEY: 'a key that the second start needs' }
let lapwing: LapwingProcess
let origin = ''
let key = ''
let location = ''
let status = 200
let visits = 0
let target = ''

beforeAll(async () => {
  const site = createServer((_request, response) => {
    visits += 1
    response.writeHead(status).end('hello')
  })
  target = `http://127.0.0.1:${await listening(site)}/`
  Object.assign(env, { LAPWING_DATABASE_URL: urlOf(await newDatabase()) })
  lapwing = startProcess(env)
  origin = await lapwing.origin()
  key = String((await lapwing.says('keep this write key'))['apiKey'])
  location = (await ask(origin, '/v1/locations', { key })).body.data[0].id
})

async function monitor(body: object): Promise<string> {
  const made = await ask(origin, '/v1/monitors', {
    key,
    method: 'POST',
    body: { name: 'Site', type: 'http', target, interval: 5, locations: [location], ...body },
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body.id
}

const checksOf = async (id: string) => (await ask(origin, `/v1/monitors/${id}/checks`, { key })).body.data
const stateOf = async (id: string) => (await ask(origin, `/v1/monitors/${id}`, { key })).body.state
let watched = ''

it('checks a new monitor at once, and again at its interval', async () => {
  // The threshold keeps a failing site degraded long enough to observe it.
  watched = await monitor({ config: { confirmationThreshold: 10 } })
  const checks = await waitUntil(async () => {
    const found = await checksOf(watched)
    return found.length >= 2 && found
  })
  expect(checks.slice(-2)).toMatchObject([
    { success: true, status_code: 200 },
    { success: true, status_code: 200 },
  ])
  expect(await stateOf(watched)).toBe('up')
})

it('detects a site that returns an error, and its recovery', async () => {
  status = 500
  await waitUntil(async () => (await stateOf(watched)) === 'degraded')
  expect((await checksOf(watched))[0]).toMatchObject({
    success: false,
    status_code: 500,
    error: 'answered with status 500',
  })
  status = 200
  await waitUntil(async () => (await stateOf(watched)) === 'up')
})

it('checks at once on request', async () => {
  const rare = await monitor({ interval: 86_400 })
  await waitUntil(async () => (await checksOf(rare)).length === 1)
  expect((await ask(origin, `/v1/monitors/${rare}/check-now`, { key, method: 'POST' })).status).toBe(202)
  await waitUntil(async () => (await checksOf(rare)).length === 2)
})

it('does not check a paused monitor', async () => {
  await ask(origin, `/v1/monitors/${watched}/pause`, { key, method: 'POST' })
  const before = (await checksOf(watched)).length
  const other = await monitor({ name: 'Other' })
  await waitUntil(async () => (await checksOf(other)).length >= 2)
  expect((await checksOf(watched)).length).toBe(before)
  await ask(origin, `/v1/monitors/${other}`, { key, method: 'DELETE' })
})

it('continues with all monitors after a kill', async () => {
  await ask(origin, `/v1/monitors/${watched}/resume`, { key, method: 'POST' })
  await lapwing.end('SIGKILL')
  visits = 0
  lapwing = startProcess(env)
  origin = await lapwing.origin()
  await waitUntil(() => visits >= 2)
  await waitUntil(async () => (await stateOf(watched)) === 'up')
})
