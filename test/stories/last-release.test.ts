// A rolling upgrade: processes of the last release go on beside the current ones, on the schema that these migrated.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startSite } from '../faults/targets.ts'
import { emptyDatabase, urlOf } from '../kit/lapwing/database.ts'
import { keys } from '../kit/lapwing/lapwing.ts'
import { isInHistory, lastRelease, pastReleases, releaseFolder } from '../kit/lapwing/last-release.ts'
import { ask, closedFolder, startProcess } from '../kit/lapwing/process.ts'
import { startReceiver } from '../kit/resources/receiver.ts'
import { waitUntil } from '../kit/wait-until.ts'

const key = keys.write
it.skipIf(!isInHistory(lastRelease.commit))(
  'checks, serves and alerts beside the last release (needs its commit)',
  async () => {
    const database = urlOf(await emptyDatabase())
    const receiver = await startReceiver()
    const site = await startSite()
    onTestFinished(site.stop)
    const provision = join(closedFolder(), 'provision.yaml')
    const hook = { name: 'Hook', type: 'webhook', default: true, config: { url: `${receiver.origin}/hook` } }
    const apiKeys = [{ name: 'story', scope: 'write', key }]
    writeFileSync(provision, JSON.stringify({ organizations: [{ name: 'Acme', apiKeys, channels: [hook] }] }))
    const settings = {
      LAPWING_DATABASE_URL: database,
      LAPWING_SECRET_KEY: 'a key that both releases share, as they must',
      LAPWING_PROVISION: provision,
    }
    const folder = releaseFolder(lastRelease.commit)
    const command = [process.execPath, join(folder, 'src', 'main.ts')]
    const old = startProcess(settings, { command, spawn: { cwd: folder } })
    const api = (origin: string) => ({
      read: async (path: string): Promise<any> => (await ask(origin, `/v1${path}`, { key })).body,
      post: (path: string, body: object) => ask(origin, `/v1${path}`, { key, method: 'POST', body }),
    })
    const before = api(await old.origin())
    const [location] = (await before.read('/locations')).data
    const monitor = { type: 'http', target: site.url, interval: 5, locations: [location.id] }
    const create = async ({ post }: typeof before, name: string): Promise<string> => {
      const made = await post('/monitors', { ...monitor, name, config: { confirmationThreshold: 2 } })
      expect(made.status, JSON.stringify(made.body)).toBe(201)
      return made.body.id
    }
    const ids = [await create(before, 'Before')]

    // It migrates and leaves the checks to the last release.
    const current = startProcess({ ...settings, LAPWING_ROLES: 'server' })
    const now = api(await current.origin())
    ids.push(await create(before, 'During'), await create(now, 'After'))
    const states = ({ read }: typeof now) =>
      Promise.all(ids.map(async (id) => (await read(`/monitors/${id}`)).status as string))
    await waitUntil(async () => (await states(now)).every((status) => status === 'up'))
    site.away = true
    const notified = (event: string): string[] =>
      receiver.requests
        .map((request) => request.json())
        .filter((alert) => alert.event === event)
        .map(({ enrichment }) => enrichment.monitor_name)
        .sort()
    const everybody = ['After', 'Before', 'During']
    await waitUntil(() => notified('incident.firing').length === 3)
    const { data: incidents } = await now.read('/incidents?status=firing')
    expect((await now.post(`/incidents/${incidents[0].id}/acknowledge`, {})).status).toBe(200)
    expect((await before.read(`/incidents/${incidents[0].id}`)).status).toBe('acknowledged')
    const ending = await old.end()
    expect(ending).toMatchObject({ code: 0, stderr: '' })
    expect(old.log.filter(({ level }) => level >= 50)).toEqual([])

    // The rest of the upgrade.
    const prober = startProcess({ ...settings, LAPWING_ROLES: 'prober,notifier,housekeeper' })
    site.away = false
    await waitUntil(() => notified('incident.resolved').length === 3)
    expect(await states(now)).toEqual(['up', 'up', 'up'])
    expect([notified('incident.firing'), notified('incident.resolved')]).toEqual([everybody, everybody])
    for (const process of [current, prober]) expect(await process.end()).toMatchObject({ code: 0, stderr: '' })
  },
)

const bodiesFor = (locations: readonly string[]): readonly (readonly [path: string, body: object])[] => [
  ['/monitors', { name: 'Nightly', type: 'heartbeat', interval: 3600 }],
  ['/monitors', { name: 'Site', type: 'http', target: 'https://example.com/', interval: 60, locations }],
  ['/contacts', { name: 'Ada', email: 'ada@example.com' }],
]
const lists = ['/monitors', '/contacts']

/** What people created, as a version shows it. Later versions may show more. */
async function readAll(origin: string, token: string): Promise<Record<string, object[]>> {
  const read = lists.map(async (path) => {
    const { status, body } = await ask(origin, `/v1${path}`, { key: token })
    expect(status, path).toBe(200)
    return [path, body.data] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

it.for(pastReleases.filter(({ commit }) => isInHistory(commit)))(
  'everything of $version is there after an upgrade (needs its commit)',
  async ({ version, commit }) => {
    const settings = {
      LAPWING_DATABASE_URL: urlOf(await emptyDatabase()),
      LAPWING_SECRET_KEY: 'a key that all releases share, as they must',
      LAPWING_PUBLIC_URL: 'https://lapwing.example.com',
      LAPWING_ROLES: 'server',
    }
    const folder = releaseFolder(commit)
    const args = version === '0.2.0' ? [] : ['start']
    const program = [process.execPath, join(folder, 'src', 'main.ts'), ...args]
    const old = startProcess(settings, { command: program, spawn: { cwd: folder } })
    const before = await old.origin()
    const token = (await old.says('first start'))['apiKey'] as string
    const locations = (await ask(before, '/v1/locations', { key: token })).body.data as { id: string }[]
    for (const [path, body] of bodiesFor(locations.map(({ id }) => id))) {
      const made = await ask(before, `/v1${path}`, { key: token, method: 'POST', body })
      expect(made.status, JSON.stringify(made.body)).toBe(201)
    }
    const created = await readAll(before, token)
    expect(Object.values(created).every((list) => list.length > 0)).toBe(true)
    expect(await old.end()).toMatchObject({ code: 0 })

    const current = startProcess(settings)
    expect(await readAll(await current.origin(), token)).toMatchObject(created)
    expect(await current.end()).toMatchObject({ code: 0, stderr: '' })
  },
)
