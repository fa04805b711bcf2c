// A rolling upgrade: processes of the last release go on beside the current ones, on the schema that these migrated.
import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startSite } from '../faults/targets.ts'
import { emptyDatabase, urlOf } from '../kit/lapwing/database.ts'
import { keys } from '../kit/lapwing/lapwing.ts'
import { lastRelease } from '../kit/lapwing/last-release.ts'
import { ask, checkout, closedFolder, startProcess } from '../kit/lapwing/process.ts'
import { startReceiver } from '../kit/resources/receiver.ts'
import { waitUntil } from '../kit/wait-until.ts'

const key = keys.write
const git = (...args: string[]) => spawnSync('git', args, { cwd: checkout, maxBuffer: 100_000_000 })
const isInHistory = git('cat-file', '-e', `${lastRelease.commit}^{commit}`).status === 0

/** The files of the last release, with the packages of the current one. */
function lastReleaseFolder(): string {
  const folder = join(closedFolder(), 'last-release')
  mkdirSync(folder)
  const archive = git('archive', lastRelease.commit, 'bin', 'src', 'scripts', 'package.json')
  const unpacked = spawnSync('tar', ['-x', '-C', folder], { input: archive.stdout })
  expect({ archive: archive.status, unpacked: unpacked.status }).toEqual({ archive: 0, unpacked: 0 })
  symlinkSync(join(checkout, 'node_modules'), join(folder, 'node_modules'))
  const dashboard = join(folder, 'web', 'dist')
  mkdirSync(dashboard, { recursive: true })
  writeFileSync(join(dashboard, 'index.html'), '<!doctype html>')
  return folder
}

it.skipIf(!isInHistory)('checks, serves and alerts beside the last release (needs its commit)', async () => {
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
  const folder = lastReleaseFolder()
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
})
