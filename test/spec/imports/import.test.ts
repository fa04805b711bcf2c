// Importing monitors from another tool over HTTP.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { unmatchedTypes } from '../../../src/importers/kuma/unmatched-types.ts'
import type { ImportReport } from '../../../src/operations/imports/schema.ts'
import { openIncident } from '../../kit/resources/incidents.ts'
import { ping } from '../../kit/resources/heartbeats.ts'
import { expectRefusal, inDatabase, patch, rulesOf } from '../../kit/resources/monitors.ts'
import { startReceiver } from '../../kit/resources/receiver.ts'
import { lapwing } from '../../kit/lapwing/lapwing.ts'
import type { TestLapwing } from '../../kit/lapwing/lapwing.ts'
import { sql } from '../../../src/store/database/sql.ts'

const file = (name: string): string =>
  readFileSync(new URL(`../../kit/importers/files/${name}`, import.meta.url)).toString('base64')

async function importInto(app: TestLapwing, body: object): Promise<ImportReport> {
  const answer = await app.post('/monitors/import', body)
  expect(answer.status, answer.text.slice(0, 500)).toBe(200)
  return answer.body as ImportReport
}

const kuma2 = { source: 'kuma', encoding: 'base64', document: file('kuma-2.db') }
const backup = (...monitorList: object[]) => ({ source: 'kuma', document: JSON.stringify({ monitorList }) })
const site = { id: 7, name: 'Site', type: 'http', url: 'https://example.com/', interval: 60, active: true }

describe('a database of Uptime Kuma 2 with all its types', () => {
  it('is reported first: what maps, what changes, what is skipped', async () => {
    const app = await lapwing()
    const report = await importInto(app, kuma2)
    expect(report.summary).toEqual({ monitors: 40, create: 25, update: 0, keep: 0, skipped: 15 })
    const without = report.skipped.filter(({ reason }) => reason.startsWith('Lapwing has no type for'))
    expect(without.map((one) => one.source_type).toSorted()).toEqual(Object.keys(unmatchedTypes).toSorted())
    expect(without).toHaveLength(11)
    expect(report.changed.filter(({ field }) => field === 'interval')).toMatchObject([
      { key: 'kuma-19', from: '60 s', to: '3600 s', reason: 'the shortest interval of browser monitors is 3600 s' },
    ])
    expect((await app.get('/monitors')).body.data).toEqual([])
  })

  it('is imported once, however often it is sent, and its push URL keeps working', async () => {
    const app = await lapwing()
    const first = await importInto(app, { ...kuma2, dryRun: false, shadow: true })
    expect(first.summary).toMatchObject({ create: 25 })
    const again = await importInto(app, { ...kuma2, dryRun: false, shadow: true })
    expect(again.summary).toMatchObject({ create: 0, update: 0, keep: 25 })
    const { data } = (await app.get('/monitors?limit=100')).body
    expect([data.length, new Set(data.map((one: { shadow: boolean }) => one.shadow))]).toEqual([25, new Set([true])])
    const token = 'Zk3vT9sQpLx2mWc8RfYb1nHd'
    expect(await ping(app, `/api/push/${token}?status=up&msg=OK&ping=12`)).toMatchObject({ status: 200 })
    const checkout = first.mapped.find(({ key }) => key === 'kuma-3')!
    const shown = await app.get(`/monitors/${checkout.monitor_id}`)
    expect(shown.body.config).toMatchObject({ authType: 'basic', authPassword: '[redacted]', method: 'POST' })
    expect(shown.text).not.toContain('hunter2')
    const rules = await rulesOf(app, checkout.monitor_id!)
    expect(rules.map(({ name, value }) => [name, value])).toContainEqual([
      'Unexpected Status Code',
      '["200","201","400","401","402","403","404"]',
    ])
  })
})

describe('an import that is repeated', () => {
  it('follows the other tool while a monitor is in shadow mode, and leaves it alone afterwards', async () => {
    const app = await lapwing()
    const run = (monitor: object) =>
      importInto(app, { ...backup({ ...site, ...monitor }), dryRun: false, shadow: true })
    const id = (await run({ maxretries: 2, keyword: 'x' })).mapped[0]!.monitor_id!
    expect((await run({ name: 'Renamed', interval: 120 })).summary).toMatchObject({ update: 1, create: 0 })
    expect((await app.get(`/monitors/${id}`)).body).toMatchObject({
      name: 'Renamed',
      interval_seconds: 120,
      config: {},
    })
    expect((await app.post('/monitors/import/switch-over', { source: 'kuma' })).body.switched).toEqual([id])
    expect((await app.post('/monitors/import/switch-over', { source: 'kuma' })).body.switched).toEqual([])
    expect((await run({ name: 'Renamed again' })).summary).toMatchObject({ keep: 1, update: 0 })
    expect((await app.get(`/monitors/${id}`)).body).toMatchObject({ name: 'Renamed', shadow: false })
  })

  it('does not take the token of another heartbeat', async () => {
    const app = await lapwing()
    const push = (id: number) => ({ ...site, id, type: 'push', pushToken: 'abcdefgh12345678' })
    const report = await importInto(app, { ...backup(push(1), push(2)), dryRun: false })
    expect(report.changed).toMatchObject([{ key: 'kuma-2', field: 'token' }])
    expect(report.summary).toMatchObject({ create: 2 })
  })
})

describe('an import', () => {
  it('skips what cannot be created, says why, and carries on', async () => {
    const app = await lapwing()
    const report = await importInto(app, {
      ...backup({ ...site, id: 1, url: 'ftp://x' }, { ...site, id: 1 }, { ...site, id: 2, type: 'constructor' }, site),
      dryRun: false,
    })
    expect(report.skipped).toMatchObject([
      { key: 'kuma-2', reason: 'Lapwing does not know the type constructor' },
      { key: 'kuma-1', reason: 'target: must be a https:// or http:// URL' },
      { key: 'kuma-1', reason: 'another monitor of the document has the same key' },
    ])
    expect(report.mapped).toMatchObject([{ key: 'kuma-7', action: 'create' }])
  })

  it.each([
    [{ source: 'kuma' }, 'document: send either a document or credentials'],
    [{ source: 'kuma', document: 'x' }, /^document: must be a JSON backup of Uptime Kuma 1.x/],
    [{ source: 'kuma', document: '[]' }, /^document: must be a JSON backup of Uptime Kuma 1.x/],
    [{ source: 'kuma', credentials: { apiKey: 'x' } }, 'credentials: Uptime Kuma is imported from a document'],
    [{ source: 'nagios', document: 'x' }, /^source: /],
  ])('%j is refused', async (body, message) => {
    const app = await lapwing()
    expectRefusal(await app.post('/monitors/import', body), 400, message)
  })

  it('with more than 16 MiB is refused', async () => {
    const app = await lapwing()
    const answer = await app.post('/monitors/import', { source: 'kuma', document: 'x'.repeat(17 * 1024 * 1024) })
    expect([answer.status, answer.body.error]).toEqual([
      413,
      { code: 'payload_too_large', message: 'The body is larger than 16 MiB (16,777,216 bytes)' },
    ])
  })
})

it('imports from an API, whose addresses of check-ins keep working', async () => {
  const app = await lapwing()
  const uuid = '5bf66975-d4c7-4bf5-bcc8-b8d8a82ea278'
  const check = { name: 'Backup', slug: 'backup', timeout: 3600, grace: 600, ping_url: `https://hc-ping.com/${uuid}` }
  const api = await startReceiver((response, { path }) =>
    response.end(JSON.stringify(path.endsWith('/flips/') ? [] : { checks: [check] })),
  )
  const credentials = { apiKey: 'the-key-of-healthchecks', url: api.origin }
  const report = await importInto(app, { source: 'healthchecks', credentials, dryRun: false })
  expect(report.mapped).toMatchObject([{ key: `healthchecks-${uuid}`, type: 'heartbeat', action: 'create' }])
  for (const path of [`/${uuid}/start`, `/${uuid}`, `/ping/${uuid}/0`])
    expect(await ping(app, path)).toMatchObject({ status: 200, text: 'OK' })
  expect(await ping(app, `/${uuid.replace('5', '6')}`)).toMatchObject({ status: 404 })
  const [{ kept }] = (await inDatabase<{ kept: string }>(
    app,
    sql`select string_agg(a::text, ' ') as kept from activity a`,
  )) as [{ kept: string }]
  expect(kept).toContain('monitor.created')
  expect(kept).not.toContain(credentials.apiKey)
})

it('compares the log of Uptime Kuma with the incidents of its monitors', async () => {
  const app = await lapwing()
  const incident = await openIncident(app, { name: 'Shop', shadow: true })
  await inDatabase(app, sql`update monitors set import_key = 'kuma-2' returning id`)
  await patch(app, incident.monitor.id, { name: 'Shop' })
  const compared = await app.post('/monitors/import/compare', { ...kuma2, toleranceSeconds: 600 })
  expect(compared.body).toMatchObject({
    object: 'import_comparison',
    agreed: [{ key: 'kuma-2', incident_id: incident.id, their_start: '2026-03-01T12:05:00.000Z' }],
    only_theirs: [{ key: 'kuma-2', start: '2026-03-01T12:30:00.000Z', message: 'timeout of 48000ms exceeded' }],
    only_ours: [],
    summary: { monitors: 1, agreed: 1, only_theirs: 1, only_ours: 0 },
  })
})
