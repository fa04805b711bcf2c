// Importing channels and who they notify.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { ImportReport } from '../../../src/operations/imports/schema.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { lapwing } from '../../kit/lapwing/lapwing.ts'
import type { TestLapwing } from '../../kit/lapwing/lapwing.ts'
import { inDatabase } from '../../kit/resources/monitors.ts'

const file = (name: string): Buffer => readFileSync(new URL(`../../kit/importers/files/${name}`, import.meta.url))
const kuma2 = { source: 'kuma', encoding: 'base64', document: file('kuma-2.db').toString('base64') }
const site = { id: 7, name: 'Site', type: 'http', url: 'https://example.com/', interval: 60, active: true }

async function importInto(app: TestLapwing, body: object): Promise<ImportReport> {
  const answer = await app.post('/monitors/import', body)
  expect(answer.status, answer.text.slice(0, 500)).toBe(200)
  return answer.body as ImportReport
}

it('imports the notifications of Uptime Kuma with the monitors that use them, once', async () => {
  const app = await lapwing()
  const dry = await importInto(app, kuma2)
  expect(dry.channels).toEqual([
    {
      key: 'kuma-notification-1',
      name: 'Ops Discord',
      source_type: 'discord',
      type: 'discord',
      action: 'create',
      contact_group: { id: null, name: 'Ops Discord' },
      contacts: [],
      channel_id: null,
      enter: [],
    },
    expect.objectContaining({ key: 'kuma-notification-2', type: 'ntfy', action: 'create' }),
  ])
  expect(dry.skipped).toContainEqual({
    kind: 'channel',
    key: 'kuma-notification-3',
    name: 'Threema',
    source_type: 'threema',
    reason: 'Lapwing has no channel for threema',
    nearest: 'apprise',
  })
  const channels = async () => (await app.get('/notification-channels')).body.data
  expect(await channels()).toEqual([])

  const first = await importInto(app, { ...kuma2, dryRun: false, shadow: true })
  const again = await importInto(app, { ...kuma2, dryRun: false, shadow: true })
  expect(again.channels).toEqual(first.channels.map((one) => ({ ...one, action: 'keep' })))
  expect(again.summary).toMatchObject({ create: 0, update: 0, keep: 25 })
  expect(await channels()).toMatchObject([
    { name: 'Phones', type: 'ntfy', config: { topic: '__redacted__' } },
    { name: 'Ops Discord', config: { url: '__redacted__' }, routes: [{ contact_group: { name: 'Ops Discord' } }] },
  ])
  const front = first.mapped.find(({ key }) => key === 'kuma-2')!
  const { config } = (await app.get(`/monitors/${front.monitor_id}`)).body
  expect(config.notificationGroupIds).toEqual(first.channels.map(({ contact_group: { id } }) => id))
  const [{ kept }] = (await inDatabase<{ kept: string }>(
    app,
    sql`select string_agg(a::text, ' ') as kept from activity a`,
  )) as [{ kept: string }]
  expect(kept).toContain('notification_channel.created')
  expect(JSON.stringify([dry, first]) + kept).not.toMatch(/webhooks\/1\/abc|shop-alerts/)
  const document = (await app.get('/config')).body
  expect(document.channels).toMatchObject([{ key: 'ops-discord' }, { key: 'phones' }])
  const { changes } = (await app.post('/config/plans', { document })).body
  const differing = changes.filter(({ action, fields }: any) => action !== 'adopt' || fields.length > 0)
  expect(differing).toEqual([])
})

it('follows the links of monitors in shadow mode, keeps groups of your own, and says what to enter', async () => {
  const app = await lapwing()
  const own = (await app.post('/contact-groups', { name: 'Mail' })).body.id
  await app.post('/contacts', { name: 'Ada', email: 'ada@example.com' })
  const mail = {
    type: 'smtp',
    smtpHost: 'mail.example.com',
    smtpFrom: 'a@example.com',
    smtpTo: 'ADA@example.com, b@c.de',
  }
  const resend = { type: 'Resend', resendFromEmail: 'a@example.com', resendToEmail: 'not an address' }
  const notificationList = [
    { id: 1, name: 'Mail', config: JSON.stringify(mail) },
    { id: 2, name: 'Mail', config: JSON.stringify(resend) },
    {
      id: 3,
      name: 'Bad',
      config: JSON.stringify({ type: 'telegram', telegramBotToken: 'x-secret', telegramChatID: '1' }),
    },
  ]
  const run = (linked: object, more = {}) => {
    const monitorList = [{ ...site, notificationIDList: linked }]
    const document = JSON.stringify({ monitorList, notificationList })
    return importInto(app, { source: 'kuma', document, dryRun: false, shadow: true, ...more })
  }
  const none = await run({ 1: true }, { channels: false })
  expect(none.channels).toEqual([])
  const id = none.mapped[0]!.monitor_id!
  await app.ask('PATCH', `/monitors/${id}`, { body: { config: { notificationGroupIds: [own] } } })
  const dry = await run({ 1: true, 2: true }, { dryRun: true })
  expect(dry.summary).toMatchObject({ update: 1 })
  const report = await run({ 1: true, 2: true })
  expect(report.channels).toMatchObject([
    { contact_group: { name: 'Mail (Uptime Kuma)' }, contacts: ['ADA@example.com', 'b@c.de'], enter: [] },
    { contact_group: { name: 'Mail (Uptime Kuma 2)' }, contacts: [], channel_id: null, enter: ['host'] },
    { key: 'kuma-notification-3', channel_id: null, enter: ['bot_token'] },
  ])
  expect(JSON.stringify(report)).not.toContain('x-secret')
  expect((await app.get('/contacts')).body.data).toHaveLength(2)
  const [mailGroup, resendGroup] = report.channels.map(({ contact_group }) => contact_group.id)
  const groups = async () => (await app.get(`/monitors/${id}`)).body.config.notificationGroupIds
  expect(await groups()).toEqual([own, mailGroup, resendGroup])
  await run({ 2: true })
  expect(await groups()).toEqual([own, resendGroup])
})

it('imports a file of Gatus that Gatus accepts, and compares the outages that its API lists', async () => {
  const app = await lapwing()
  const report = await importInto(app, { source: 'gatus', document: file('gatus-full.yaml').toString(), dryRun: false })
  expect(
    report.skipped.filter(
      ({ reason }) => !/^Lapwing has no (type|channel)|^suites|heartbeat|connectors|bot/.test(reason),
    ),
  ).toEqual([])
  expect(report.summary).toMatchObject({ create: 15, skipped: 4 })
  expect(report.channels.map(({ key, enter }) => [key.replace('gatus-alerting-', ''), enter.join()])).toEqual(
    expect.arrayContaining([
      ['slack', ''],
      ['slack-core', ''],
      ['ntfy-gatus-_billing---more', ''],
      ['aws-ses', 'host'],
      ['custom', 'url'],
      ['zulip', 'channel'],
    ]),
  )
  const groupOf = (key: string) => report.channels.find((one) => one.key === `gatus-alerting-${key}`)!.contact_group.id
  const front = report.mapped.find(({ key }) => key === 'gatus-core_front-end')!
  expect((await app.get(`/monitors/${front.monitor_id}`)).body.config).toMatchObject({
    confirmationThreshold: 5,
    notificationGroupIds: [groupOf('slack-core'), groupOf('pagerduty')],
  })
  expect(JSON.stringify(report)).not.toMatch(/-secret/)
  await inDatabase(app, sql`update monitors set created_at = '2026-11-17T17:00:00Z' returning id`)
  const compared = await app.post('/monitors/import/compare', {
    source: 'gatus',
    document: file('gatus-statuses.json').toString(),
  })
  expect(compared.body.only_theirs).toMatchObject([
    { key: 'gatus-core_front-end', end: expect.any(String) },
    { key: 'gatus-_billing---more', end: null, message: '[STATUS] (503) < 300' },
    { key: 'gatus-_back-end', message: '[STATUS] (503) == 200' },
  ])
})
