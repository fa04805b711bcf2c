// Importing maintenance windows and status pages.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { ImportReport } from '../../../src/operations/imports/schema.ts'
import { lapwing } from '../../kit/lapwing/lapwing.ts'
import type { TestLapwing } from '../../kit/lapwing/lapwing.ts'

const database = readFileSync(new URL('../../kit/importers/files/kuma-2.db', import.meta.url)).toString('base64')
const kuma = { source: 'kuma', encoding: 'base64', document: database }

async function importInto(app: TestLapwing, body: object): Promise<ImportReport> {
  const answer = await app.post('/monitors/import', { ...kuma, ...body })
  expect(answer.status, answer.text.slice(0, 500)).toBe(200)
  return answer.body as ImportReport
}

const windowsOf = async (app: TestLapwing) => (await app.get('/maintenance-windows?limit=100')).body.data
const pagesOf = async (app: TestLapwing) => (await app.get('/status-pages')).body.data

it('imports the maintenance and the status pages of Uptime Kuma once', async () => {
  const app = await lapwing()
  const dry = await importInto(app, {})
  expect(dry.resources.map(({ key, action, id }) => [key, action, id])).toEqual([
    ['kuma-maintenance-1', 'create', null],
    ['kuma-maintenance-3-1', 'create', null],
    ['kuma-maintenance-3-2', 'create', null],
    ['kuma-maintenance-4', 'create', null],
    ['kuma-maintenance-5', 'create', null],
    ['kuma-maintenance-7', 'create', null],
    ['kuma-page-1', 'create', null],
    ['kuma-page-2', 'create', null],
  ])
  expect(
    dry.skipped.filter(({ kind }) => kind === 'maintenance_window').map(({ name, reason }) => [name, reason]),
  ).toEqual([
    ['Every third day', 'it recurs every 3 days; windows recur daily, weekly or monthly'],
    ['By hand', 'it is turned on and off by hand: windows have an end. Schedule one when you need it'],
    ['Long gone', 'it has already ended'],
    ['Of containers', 'none of its monitors is imported'],
  ])
  expect([await windowsOf(app), await pagesOf(app)]).toEqual([[], []])

  const first = await importInto(app, { dryRun: false })
  const again = await importInto(app, { dryRun: false })
  expect(again.resources).toEqual(first.resources.map((one) => ({ ...one, action: 'keep' })))
  expect(await windowsOf(app)).toHaveLength(6)
  expect(await pagesOf(app)).toHaveLength(2)
  expect(JSON.stringify([dry, first])).not.toMatch(/proxy-secret|setting-secret/)
})

it('keeps when maintenance recurs, by the clocks of its zone, and what it covers', async () => {
  const app = await lapwing()
  const { mapped } = await importInto(app, { dryRun: false })
  const idOf = (key: string) => mapped.find((one) => one.key === key)!.monitor_id
  const byName = Map.groupBy(await windowsOf(app), ({ name }: { name: string }) => name)
  expect(byName.get('Database upgrade')).toMatchObject([
    {
      starts_at: '2026-03-10T06:00:00.000Z',
      duration_minutes: 150,
      timezone: 'America/New_York',
      recurrence: 'once',
      description: 'About database upgrade',
      monitor_ids: [idOf('kuma-2'), idOf('kuma-3')],
    },
  ])
  expect(byName.get('Backups')).toMatchObject(
    ['2024-01-04T22:30:00.000Z', '2024-01-01T22:30:00.000Z'].map((starts_at) => ({
      starts_at,
      duration_minutes: 90,
      timezone: 'Europe/Berlin',
      recurrence: 'weekly',
    })),
  )
  expect(byName.get('Month end')).toMatchObject([{ starts_at: '2024-01-31T03:00:00.000Z', recurrence: 'monthly' }])
  expect(byName.get('Nightly')).toMatchObject([{ recurrence: 'daily', enabled: false, duration_minutes: 20 }])
  expect(byName.get('Sundays')).toMatchObject([
    { starts_at: '2024-01-07T05:15:00.000Z', duration_minutes: 45, recurrence_until: '2026-12-30T23:00:00.000Z' },
  ])
})

it('keeps components, announcements with their times, and hostnames of a page, and names what it cannot have', async () => {
  const app = await lapwing()
  const { resources, mapped, changed } = await importInto(app, { dryRun: false })
  const { id } = resources.find(({ key }) => key === 'kuma-page-1')!
  const page = (await app.get(`/status-pages/${id}`)).body
  expect(page).toMatchObject({
    slug: 'shop-page',
    name: 'Shop status',
    description: 'Everything around the shop',
    theme: 'dark',
    footer: 'Shop Ltd.',
    public: true,
    auto_publish_incidents: false,
  })
  const monitorId = (key: string) => mapped.find((one) => one.key === key)!.monitor_id
  expect(page.components).toMatchObject([
    { name: 'Machines', monitor_ids: [monitorId('kuma-12')] },
    { name: 'Storefront', display_mode: 'expanded', monitor_ids: [monitorId('kuma-3'), monitorId('kuma-2')] },
  ])
  const announcements = (await app.get(`/status-pages/${id}/announcements`)).body.data
  expect(announcements).toMatchObject([
    { title: 'New data centre', status: 'investigating', created_at: '2026-02-28T10:00:00.000Z', resolved_at: null },
    {
      title: 'Payments are slow',
      body: 'Some cards take a **minute**.',
      resolved_at: '2026-02-20T12:00:00.000Z',
      updates: [{ created_at: '2026-02-20T10:00:00.000Z' }, { body: 'Resolved.', status: 'resolved' }],
    },
  ])
  const edited = (await app.get(`/status-pages/${id}/draft`)).body
  expect(edited.hosts).toMatchObject([{ host: 'status.shop.example' }])
  expect(changed.filter(({ key }) => key === 'kuma-page-1').map(({ field, to }) => [field, to])).toEqual([
    ['icon', ''],
    ['custom_css', ''],
    ['show_tags', ''],
    ['links', ''],
    ['styles of incidents', 'minor'],
    ['slug', 'shop-page'],
    ['monitors of Machines', '1'],
    ['hostname', 'once it is verified'],
  ])
})

it('names the settings of monitors that Lapwing does not have', async () => {
  const app = await lapwing()
  const { changed, mapped } = await importInto(app, { dryRun: false, shadow: true })
  const texts = changed.map(({ key, field, from, to }) => [key, field, from, to].join(' | '))
  expect(texts).toEqual(
    expect.arrayContaining([
      'kuma-2 | proxy | http://proxy.example.com:3128 | none',
      'kuma-2 | reminders | every 30 failed checks, which is every 1800 s | every 3600 s',
      'kuma-2 | colors of tags | env:prod #059669, Team Shop #DC2626 | ',
      'kuma-6 | OAuth audience | https://id.example.com/ | ',
      'kuma-10 | retries | not if the value is wrong | always',
      'kuma-12 | TLS alert | certificate_required | that it connects',
      'kuma-13 | timeout of each packet | 5 s | the timeout of the check',
      'kuma-14 | resolvers | 1.1.1.1,9.9.9.9 | 1.1.1.1',
      'kuma-19 | browser | Chrome in the office | ours',
      'kuma-19 | delay | 500 ms | ',
      'kuma-20 | protocol | TCP | that of the type',
      'kuma-notification-1 | default | for new monitors | ',
      'kuma-page-1 | public | yes | no',
    ]),
  )
  const shop = mapped.find(({ key }) => key === 'kuma-2')!
  expect((await app.get(`/monitors/${shop.monitor_id}`)).body.config.repeatIntervalSeconds).toBe(3600)
})

it('asks the subscribers of a Statuspage to confirm, but not in shadow mode or a dry run', async () => {
  const page = { id: 'p1', name: 'Acme', subdomain: 'acme' }
  const incident_updates = [{ status: 'resolved', body: 'Fixed.', display_at: '2026-02-01T12:00:00Z' }]
  const document = JSON.stringify({
    page,
    components: [{ id: 'c1', page_id: 'p1', name: 'Checkout' }],
    incidents: [{ name: 'Payments fail', impact: 'major', components: [{ id: 'c1' }], incident_updates }],
    subscribers: [{ email: 'ada@example.com' }, { email: 'nobody' }, { email: 'no one' }],
  })
  const statuspage = { source: 'statuspage', encoding: 'text', document }
  const app = await lapwing()
  const dry = await importInto(app, statuspage)
  expect(dry.resources).toMatchObject([{ components: 1, announcements: 1, subscribers: 1, id: null }])
  const { resources, changed } = await importInto(app, { ...statuspage, dryRun: false })
  const id = resources[0]!.id!
  expect((await app.get(`/status-pages/${id}/subscribers`)).body.data).toMatchObject([
    { address: 'ada@example.com', state: 'waiting' },
  ])
  const { components } = (await app.get(`/status-pages/${id}`)).body
  expect((await app.get(`/status-pages/${id}/announcements`)).body.data).toMatchObject([
    { title: 'Payments fail', severity: 'major', affected_component_ids: [components[0].id], status: 'resolved' },
  ])
  expect(changed.find(({ field }) => field === 'subscribers')).toMatchObject({
    from: '3',
    to: '1',
    reason: 'each is asked by email to confirm; nobody is not an email address (and 1 more)',
  })
  const other = await lapwing()
  const shadow = await importInto(other, { ...statuspage, dryRun: false, shadow: true })
  expect(shadow.resources).toMatchObject([{ subscribers: 0 }])
  expect((await other.get(`/status-pages/${shadow.resources[0]!.id}/subscribers`)).body.data).toEqual([])
})
