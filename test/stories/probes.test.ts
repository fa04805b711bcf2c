// Probes as processes of their own, each behind its own line. What two of three locations see opens an incident; a
// lossy line and one that is cut open none.
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { newDatabase, urlOf } from '../kit/lapwing/database.ts'
import { type LapwingProcess, ask, closedFolder, program, startProcess } from '../kit/lapwing/process.ts'
import { type Place, startPlaces } from '../kit/servers/places.ts'
import { waitUntil } from '../kit/wait-until.ts'

const key = 'lw_story_write_0123456789abcdef'
const slugs = ['a', 'b', 'c']
const tokenOf = (slug: string): string => `lwp_${slug.repeat(40)}`

interface StoredCheck {
  readonly success: boolean
  readonly location: string
  readonly timestamp: string
}

function provisionIn(folder: string): string {
  const path = join(folder, 'provision.yaml')
  const locations = slugs.map((slug) => ({
    slug,
    name: slug.toUpperCase(),
    region: 'eu',
    country: 'X',
    countryCode: 'DE',
    tokens: [{ name: 't', token: tokenOf(slug) }],
  }))
  const organizations = [{ name: 'Acme', apiKeys: [{ name: 'k', scope: 'write', key }] }]
  writeFileSync(path, JSON.stringify({ organizations, locations }))
  return path
}

async function startSite(address: string) {
  let hits = 0
  const site = createServer((_request, response) => {
    hits += 1
    response.end('fine')
  })
  const end = (): void => {
    site.close()
    site.closeAllConnections()
  }
  onTestFinished(end)
  await new Promise<void>((resolve) => void site.listen(0, address, resolve))
  const { port } = site.address() as AddressInfo
  return { port, target: `http://${address}:${port}/`, hits: () => hits, end }
}

it('probes of three locations confirm each other, and those of one location replace each other', async () => {
  const folder = closedFolder()
  const { address, all } = startPlaces(4)
  const lapwing = startProcess({
    LAPWING_HOST: address,
    LAPWING_ROLES: 'server,housekeeper',
    LAPWING_DATABASE_URL: urlOf(await newDatabase()),
    LAPWING_PROVISION: provisionIn(folder),
    LAPWING_INTERVAL_FLOOR: '5',
  })
  const origin = await lapwing.origin()
  const site = await startSite(address)
  const start = async (slug: string, index: number): Promise<LapwingProcess> => {
    const { command, wayTo } = all[index]!
    const dir = join(folder, String(index))
    const options = ['--server', await wayTo(origin), '--dir', dir, '--allow-private', '--allow-http']
    const probe = startProcess(
      { LAPWING_PROBE_TOKEN: tokenOf(slug) },
      { command: [...command, process.execPath, program, 'probe', ...options] },
    )
    onTestFinished(() => void probe.child.kill('SIGKILL'))
    return probe
  }
  const probes = await Promise.all([start('a', 0), start('b', 1), start('c', 2), start('a', 3)])
  await Promise.all(probes.map((probe) => probe.says('connected')))
  const listed = await waitUntil(async () => {
    const { body } = await ask(origin, '/v1/locations', { key })
    return body.data.every(({ status }: { status: string }) => status === 'live') && body.data
  })
  const { body: monitor } = await ask(origin, '/v1/monitors', {
    key,
    method: 'POST',
    body: {
      name: 'Shop',
      type: 'http',
      target: site.target,
      interval: 5,
      schedulingStrategy: 'parallel',
      locations: listed.map(({ id }: { id: string }) => id),
    },
  })
  const checks = async (): Promise<StoredCheck[]> =>
    (await ask(origin, `/v1/monitors/${monitor.id}/checks?limit=100`, { key })).body.data
  const incidents = async () => (await ask(origin, `/v1/incidents?monitor_id=${monitor.id}`, { key })).body.data
  const seenAt = (name: string, success: boolean, since = '') =>
    waitUntil(async () =>
      (await checks()).some((one) => one.location === name && one.success === success && one.timestamp > since),
    )
  const [a, b, c, second] = all as [Place, Place, Place, Place]
  b.makeLossy()
  for (const name of ['A', 'B', 'C']) await seenAt(name, true)

  // Two probes share A: each check runs once. When one is gone, the other runs them all.
  expect(site.hits()).toBeLessThanOrEqual((await checks()).length + slugs.length)
  probes[3]!.child.kill('SIGKILL')
  await seenAt('A', true, (await checks())[0]!.timestamp)

  // What only one location sees opens no incident.
  if (a.refuse) {
    a.refuse(site.port)
    await seenAt('A', false)
    const failed = (await checks()).find(({ success }) => !success)!
    for (const name of ['B', 'C']) await seenAt(name, true, failed.timestamp)
    expect(await incidents()).toEqual([])
    a.mend()
    await seenAt('A', true, failed.timestamp)
  }

  c.cut()
  second.cut()
  const before = (await checks())[0]!.timestamp
  site.end()
  const [incident] = await waitUntil(async () => {
    const open = await incidents()
    return open.length > 0 && open
  })
  expect(incident.status).toBe('firing')
  const seenBy = (await checks()).filter(({ success, timestamp }) => !success && timestamp > before)
  expect(new Set(seenBy.map(({ location }) => location))).toEqual(new Set(['A', 'B']))
  const rejected = await startProcess(
    { LAPWING_PROBE_TOKEN: 'lwp_unknown' },
    { args: ['probe', '--server', origin, '--dir', join(folder, 'd'), '--allow-http'] },
  ).ended
  expect([rejected.code, rejected.stderr]).toEqual([78, expect.stringContaining('rejects the token of this probe')])
})
