// From a new monitor to checks, and from a failing site to notifications, with Lapwing as users run it. Each test
// continues with the installation of the one before it.
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { newDatabase, urlOf } from '../kit/lapwing/database.ts'
import { keys } from '../kit/lapwing/lapwing.ts'
import { listening } from '../kit/servers/listening.ts'
import { type LapwingProcess, ask, closedFolder, newDataDir, startProcess } from '../kit/lapwing/process.ts'
import { type Receiver, startReceiver } from '../kit/resources/receiver.ts'
import { waitUntil } from '../kit/wait-until.ts'

const key = keys.write
let settings: Record<string, string>
let receiver: Receiver
let chat: Receiver
let lapwing: LapwingProcess
let origin = ''

beforeAll(async () => {
  receiver = await startReceiver()
  chat = await startReceiver()
  const file = join(closedFolder(), 'provision.yaml')
  const hook = { name: 'Hook', type: 'webhook', default: true, config: { url: `${receiver.origin}/hook` } }
  const people = { name: 'Chat', type: 'slack', default: true, config: { url: `${chat.origin}/chat` } }
  const apiKeys = [{ name: 'story', scope: 'write', key }]
  writeFileSync(file, JSON.stringify({ organizations: [{ name: 'Acme', apiKeys, channels: [hook, people] }] }))
  settings = {
    LAPWING_DATABASE_URL: urlOf(await newDatabase()),
    LAPWING_DATA_DIR: newDataDir(),
    LAPWING_PROVISION: file,
  }
})

async function startLapwing(more: Record<string, string> = {}): Promise<void> {
  lapwing = startProcess({ ...settings, ...more })
  origin = await lapwing.origin()
}

/** A site that closes all connections while it is away, and returns 503 while it has errors. */
async function startSite() {
  let state: 'well' | 'away' | 'stumbling' = 'well'
  const server = createServer((request, response) => {
    if (state === 'away') return void request.socket.destroy()
    response.writeHead(state === 'well' ? 200 : 503).end('hello')
  })
  return {
    url: `http://127.0.0.1:${await listening(server)}/`,
    goAway: () => void (state = 'away'),
    stumble: () => void (state = 'stumbling'),
    comeBack: () => void (state = 'well'),
  }
}

async function make(monitor: object): Promise<any> {
  const { status, body } = await ask(origin, '/v1/monitors', { key, method: 'POST', body: monitor })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

/** Two checks in a row, five seconds apart, confirm an outage. */
async function watch(name: string, target: string): Promise<string> {
  const { data } = await read('/locations')
  const config = { confirmationThreshold: 2 }
  const { id } = await make({ name, type: 'http', target, interval: 5, locations: [data[0].id], config })
  await waitUntil(async () => (await statusOf(id)) === 'up')
  return id
}

const read = async (path: string): Promise<any> => (await ask(origin, `/v1${path}`, { key })).body
const statusOf = async (id: string): Promise<string> => (await read(`/monitors/${id}`)).status
const incidentsOf = async (id: string): Promise<any[]> => (await read(`/incidents?monitor_id=${id}`)).data

/** The first event of this kind about a monitor, now or later. */
async function received(event: string, monitorName: string): Promise<any> {
  const isIt = (one: any): boolean => one.event === event && one.enrichment.monitor_name === monitorName
  return waitUntil(() => receiver.requests.map((request) => request.json()).find(isIt))
}

it('sends all notifications after a kill between the failure and the delivery', async () => {
  // Without a notifier, so that it dies with all notifications pending.
  await startLapwing({ LAPWING_ROLES: 'server,prober,housekeeper' })
  const site = await startSite()
  const id = await watch('Site', site.url)
  site.goAway()
  const [incident] = await waitUntil(async () => {
    const found = await incidentsOf(id)
    return found.length > 0 && found
  })
  await lapwing.end('SIGKILL')
  expect(receiver.requests).toEqual([])

  await startLapwing()
  expect(await received('incident.firing', 'Site')).toMatchObject({ incident: { id: incident.id, fire_count: 1 } })
  site.comeBack()
  expect(await received('incident.resolved', 'Site')).toMatchObject({ incident: { id: incident.id } })
  expect(receiver.requests).toHaveLength(2)
  await waitUntil(async () => (await statusOf(id)) === 'up')
})

const checksOf = async (id: string): Promise<any[]> => (await read(`/monitors/${id}/checks`)).data

async function watchWell(more: object): Promise<string> {
  const [location] = (await read('/locations')).data
  const { url: target } = await startSite()
  return (await make({ name: 'Well', type: 'http', target, interval: 5, locations: [location.id], ...more })).id
}

it('checks a new monitor at once, again at its interval, and not while it is paused', async () => {
  const id = await watchWell({})
  const checks = await waitUntil(async () => {
    const found = await checksOf(id)
    return found.length >= 2 && found
  })
  expect(checks.slice(-2)).toMatchObject([
    { success: true, status_code: 200 },
    { success: true, status_code: 200 },
  ])
  expect(await statusOf(id)).toBe('up')
  await ask(origin, `/v1/monitors/${id}/pause`, { key, method: 'POST' })
  const before = (await checksOf(id)).length
  const other = await watchWell({ name: 'Other' })
  await waitUntil(async () => (await checksOf(other)).length >= 2)
  expect((await checksOf(id)).length).toBe(before)
  await ask(origin, `/v1/monitors/${other}`, { key, method: 'DELETE' })
})

it('checks at once on request', async () => {
  const rare = await watchWell({ interval: 86_400 })
  await waitUntil(async () => (await checksOf(rare)).length === 1)
  expect((await ask(origin, `/v1/monitors/${rare}/check-now`, { key, method: 'POST' })).status).toBe(202)
  await waitUntil(async () => (await checksOf(rare)).length === 2)
})

it('notifies of a site that goes down and recovers, and of a job that does not check in', async () => {
  const job = await make({ name: 'Backup', type: 'heartbeat', interval: 5, config: { graceSeconds: 1 } })
  expect((await fetch(job.target)).status).toBe(200)
  const site = await startSite()
  const id = await watch('Shop', site.url)

  site.goAway()
  const firing = await received('incident.firing', 'Shop')
  expect(firing.incident).toMatchObject({ severity: 'critical', fire_count: 1 })
  expect(firing.enrichment).toMatchObject({ root_cause: 'connect', confirming_probes: ['This server (local)'] })
  expect(await incidentsOf(id)).toMatchObject([
    { id: firing.incident.id, status: 'firing', message: firing.incident.message },
  ])
  expect(await statusOf(id)).toBe('down')

  const taken = await ask(origin, `/v1/incidents/${firing.incident.id}/acknowledge`, { key, method: 'POST' })
  expect(taken).toMatchObject({ status: 200, body: { status: 'acknowledged', acknowledged_by: 'story' } })

  site.comeBack()
  const resolved = await received('incident.resolved', 'Shop')
  expect(resolved.incident).toMatchObject({
    id: firing.incident.id,
    status: 'resolved',
    duration: expect.stringMatching(/\d+s$/),
  })
  expect(await statusOf(id)).toBe('up')
  expect(await incidentsOf(id)).toMatchObject([{ status: 'resolved', resolve_reason: null }])

  const missed = await received('incident.firing', 'Backup')
  expect(missed).toMatchObject({
    incident: { severity: 'critical' },
    enrichment: { monitor_type: 'heartbeat', root_cause: 'heartbeat' },
  })
  expect((await fetch(job.target)).status).toBe(200)
  expect(await received('incident.resolved', 'Backup')).toMatchObject({ incident: { id: missed.incident.id } })
})

it('notifies people once of a site that is away, then returns 503, and recovers', async () => {
  const site = await startSite()
  const id = await watch('Story', site.url)
  site.goAway()
  const { incident: first } = await received('incident.firing', 'Story')
  site.stumble()
  const [second] = await waitUntil(async () => {
    const found = await incidentsOf(id)
    return found.length > 1 && found
  })
  expect(await statusOf(id)).toBe('down')
  site.comeBack()
  await waitUntil(async () => (await incidentsOf(id)).every(({ status }) => status === 'resolved'))
  const notified = (): string[] =>
    chat.requests.map((request) => request.json().text).filter((text) => /Story/.test(text))
  await waitUntil(() => notified().length === 3)
  expect(notified()).toEqual([
    expect.stringContaining('🔴'),
    expect.stringMatching(/UPDATE Story: /),
    expect.stringContaining('UP Story: recovered after'),
  ])
  const timeline = (await read(`/incidents/${first.id}/timeline`)).data.map(({ type }: { type: string }) => type)
  expect(timeline.indexOf('joined')).toBeLessThan(timeline.indexOf('resolved'))
  expect(await incidentsOf(id)).toMatchObject([{ id: second.id }, { id: first.id }])
})

it('notifies once of a page that is changed, restored briefly and changed again', async () => {
  const good = '<p>Welcome to the shop</p><form action=/order></form>'
  let page = good
  const server = createServer((_request, response) => void response.setHeader('content-type', 'text/html').end(page))
  const target = `http://127.0.0.1:${await listening(server)}/`
  const { data } = await read('/locations')
  const { id } = await make({ name: 'Page', type: 'integrity', target, interval: 3600, locations: [data[0].id] })
  const looks = async (): Promise<number> => (await read(`/monitors/${id}/checks?limit=100`)).data.length
  const look = async (content: string): Promise<void> => {
    page = content
    const before = await looks()
    await ask(origin, `/v1/monitors/${id}/check-now`, { key, method: 'POST' })
    await waitUntil(async () => (await looks()) > before)
  }
  await waitUntil(async () => (await looks()) === 1)

  const tampered = good.replace('/order', 'https://evil.example/collect')
  await look(tampered)
  const { incident } = await received('incident.firing', 'Page')
  expect((await read(`/monitors/${id}/integrity/changes`)).data).toMatchObject([
    { page: target, kind: 'form_target', item: 'https://evil.example', locations: ['This server'] },
  ])
  await look(good)
  await look(tampered)
  expect(await incidentsOf(id)).toMatchObject([{ id: incident.id, status: 'firing' }])

  for (let n = 0; n < 3; n++) await look(good)
  expect(await received('incident.resolved', 'Page')).toMatchObject({ incident: { id: incident.id } })
  expect(await incidentsOf(id)).toHaveLength(1)
  const notified = receiver.requests
    .map((request) => request.json())
    .filter((one) => one.enrichment.monitor_name === 'Page')
  expect(notified.map(({ event }) => event)).toEqual(['incident.firing', 'incident.resolved'])
})
