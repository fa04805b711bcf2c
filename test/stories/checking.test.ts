// From a new monitor to real checks. What happens when a site fails, or Lapwing is killed, is in alerting.test.ts.
import { createServer } from 'node:http'
import { beforeAll, expect, it } from 'vitest'
import { newDatabase, urlOf } from '../kit/lapwing/database.ts'
import { listening } from '../kit/servers/listening.ts'
import { ask, startProcess } from '../kit/lapwing/process.ts'
import { waitUntil } from '../kit/wait-until.ts'

let origin = ''
let key = ''
let location = ''
let target = ''

beforeAll(async () => {
  const site = createServer((_request, response) => void response.end('hello'))
  target = `http://127.0.0.1:${await listening(site)}/`
  const lapwing = startProcess({ LAPWING_DATABASE_URL: urlOf(await newDatabase()) })
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
  watched = await monitor({})
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
