// Three probes as processes of their own: what two of them see opens an incident, and one that is cut off confirms
// nothing.
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { newDatabase, urlOf } from '../kit/lapwing/database.ts'
import { ask, closedFolder, startProcess } from '../kit/lapwing/process.ts'
import { waitUntil } from '../kit/wait-until.ts'

const key = 'lw_story_write_0123456789abcdef'
const slugs = ['a', 'b', 'c']
const tokenOf = (slug: string): string => `lwp_${slug.repeat(40)}`

it('two of three probes confirm an outage while the third is cut off, and an unknown token is rejected', async () => {
  const folder = closedFolder()
  const provision = join(folder, 'provision.yaml')
  const locations = slugs.map(
    (slug) =>
      `  - { slug: ${slug}, name: ${slug.toUpperCase()}, region: eu, country: X, countryCode: DE, ` +
      `tokens: [ { name: t, token: ${tokenOf(slug)} } ] }`,
  )
  writeFileSync(
    provision,
    `organizations:\n  - name: Acme\n    apiKeys: [ { name: k, scope: write, key: ${key} } ]\nlocations:\n${locations.join('\n')}\n`,
  )
  const lapwing = startProcess({
    LAPWING_ROLES: 'server,housekeeper',
    LAPWING_DATABASE_URL: urlOf(await newDatabase()),
    LAPWING_PROVISION: provision,
    LAPWING_INTERVAL_FLOOR: '5',
  })
  const origin = await lapwing.origin()
  const probes = slugs.map((slug) =>
    startProcess(
      {},
      { args: ['probe', '--server', origin, '--token', tokenOf(slug), '--dir', join(folder, slug), '--allow-private'] },
    ),
  )
  const site = createServer((_request, response) => response.end('fine'))
  site.listen(0, '127.0.0.1')
  onTestFinished(() => void site.close())
  const listed = await waitUntil(async () => {
    const { body } = await ask(origin, '/v1/locations', { key })
    return body.data.every(({ status }: { status: string }) => status === 'live') && body.data
  })
  const target = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`
  const { body: monitor } = await ask(origin, '/v1/monitors', {
    key,
    method: 'POST',
    body: {
      name: 'Shop',
      type: 'http',
      target,
      interval: 5,
      schedulingStrategy: 'parallel',
      locations: listed.map(({ id }: { id: string }) => id),
    },
  })
  const checks = async () => (await ask(origin, `/v1/monitors/${monitor.id}/checks`, { key })).body
  await waitUntil(async () => (await checks()).locations?.length === 3)

  probes[2]!.child.kill('SIGSTOP')
  onTestFinished(() => void probes[2]!.child.kill('SIGKILL'))
  site.close()
  site.closeAllConnections()
  const incident = await waitUntil(async () => {
    const { body } = await ask(origin, `/v1/incidents?monitor_id=${monitor.id}`, { key })
    return body.data[0]
  })
  const seenBy = (await checks()).data.filter(({ success }: { success: boolean }) => !success)
  expect(new Set(seenBy.map(({ location }: { location: string }) => location))).toEqual(new Set(['A', 'B']))
  expect(incident.status).toBe('firing')

  const rejected = await startProcess(
    {},
    { args: ['probe', '--server', origin, '--token', 'lwp_unknown', '--dir', join(folder, 'd')] },
  ).ended
  expect([rejected.code, rejected.stderr]).toEqual([78, expect.stringContaining('rejects the token of this probe')])
})
