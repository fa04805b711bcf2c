import { beforeAll, describe, expect, it } from 'vitest'
import { channelKinds } from '../../../src/channels/index.ts'
import { showChannelAddress } from '../../../src/operations/channels/address.ts'
import { listChannelKinds } from '../../../src/operations/channels/kinds.ts'
import { createChannel, deleteChannel, updateChannel } from '../../../src/operations/channels/write.ts'
import { type Dashboard, type DashboardAnswer, dashboardOf } from '../../kit/people/dashboard.ts'
import { type TestLapwing, keys, lapwing, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import type { Fields } from '../../kit/resources/monitors.ts'
import { activityOf, makeGroup } from '../../kit/people/people.ts'

const app = sharedLapwing({
  env: { LAPWING_ALLOW_PRIVATE_TARGETS: 'false', LAPWING_PUBLIC_URL: 'https://status.example.org' },
})
let dashboard: Dashboard
beforeAll(() => {
  dashboard = dashboardOf(app())
})

const secretUrl = 'https://hooks.example.com/very-secret-path'
const hook = { name: 'Hook', type: 'webhook', config: { url: secretUrl, secret: 'hunter2' } }

/** Creates a channel through the dashboard, each a millisecond after the previous one. */
const create = (fields: Fields = {}, key = keys.write): Promise<DashboardAnswer> => {
  app().clock.advance(1)
  return dashboard.ask(createChannel, { body: { ...hook, ...fields }, key })
}
const make = async (fields: Fields = {}, key = keys.write): Promise<any> => {
  const { status, body } = await create(fields, key)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const change = (id: number, body: Fields): Promise<DashboardAnswer> => {
  app().clock.advance(1)
  return dashboard.ask(updateChannel, { id, body })
}
const read = async (id: number): Promise<any> => (await app().get(`/notification-channels/${id}`)).body

function expectRefusal({ status, body }: DashboardAnswer, code: number, message: string | RegExp): void {
  expect(status, JSON.stringify(body)).toBe(code)
  if (typeof message === 'string') expect(body.error.message).toBe(message)
  else expect(body.error.message).toMatch(message)
}

describe('the URL of a channel', () => {
  const address = (id: number, key = keys.write) => dashboard.ask(showChannelAddress, { id, key })

  it('is shown again to people who may change it, without the other secrets', async () => {
    const { id } = await make()
    expect((await address(id)).body).toEqual({ object: 'channel_address', url: secretUrl })
    expect((await address(id, keys.other)).status).toBe(404)
  })

  it('stays hidden if it works like a password', async () => {
    const { id } = await make({ type: 'slack', config: { url: 'https://hooks.slack.com/services/T/B/x' } })
    expectRefusal(await address(id), 409, 'The URL of a Slack channel works like a password and cannot be shown')
  })
})

describe('a channel, read with a key,', () => {
  it('is shown with its routes, and with every secret masked', async () => {
    const [night, day] = [await makeGroup(app(), { name: 'Night' }), await makeGroup(app(), { name: 'Day' })]
    const ids = [night.id, day.id]
    const made = await make({
      config: { ...hook.config, contact_group_ids: [night.id, day.id.toUpperCase(), night.id] },
    })
    expect((await app().get(`/notification-channels/${made.id}`)).body).toEqual({
      object: 'notification_channel',
      managed: null,
      id: made.id,
      name: 'Hook',
      type: 'webhook',
      enabled: true,
      is_default: false,
      severity_filter: ['critical', 'warning'],
      config: { url: '__redacted__', secret: '__redacted__', contact_group_ids: ids },
      routes: [{ contact_group: { id: night.id, name: 'Night' } }, { contact_group: { id: day.id, name: 'Day' } }],
      fallback_channel_id: null,
      created_at: app().clock.now().toISOString(),
      updated_at: app().clock.now().toISOString(),
    })
    expect(await read(made.id)).toEqual(made)
  })

  it('has a list of groups even when it is routed from none', async () => {
    expect(await make()).toMatchObject({ config: { contact_group_ids: [] }, routes: [] })
  })

  it('has no route to a deleted group', async () => {
    const [stays, goes] = [await makeGroup(app()), await makeGroup(app())]
    const { id } = await make({ config: { ...hook.config, contact_group_ids: [goes.id, stays.id] } })
    await app().ask('DELETE', `/contact-groups/${goes.id}?force=true`)
    expect(await read(id)).toMatchObject({ routes: [{ contact_group: { id: stays.id } }] })
  })

  it('is 404 in another organization, for an unknown id and for a huge id', async () => {
    const { id } = await make()
    expect((await app().get(`/notification-channels/${id}`, { key: keys.other })).status).toBe(404)
    for (const unknown of [`${id + 1000}`, '9007199254740993', '9'.repeat(40), '9'.repeat(400)])
      expect((await app().get(`/notification-channels/${unknown}`)).status, unknown).toBe(404)
  })

  it.each(['0', '-1', '1.5', '1e3', '01', 'abc', '%31x', '0x10', '١'])('is 400 when the id is %s', async (id) => {
    const { status, body } = await app().get(`/notification-channels/${id}`)
    expect([status, body.error.message]).toEqual([400, 'id: must be a positive integer'])
  })

  const credentials = channelKinds.flatMap(({ type, config }) =>
    Object.entries(config)
      .filter(([key]) => /(token|secret|password|key)$|phone/i.test(key))
      .map(([key, { notes }]) => ({ type, key, notes })),
  )
  it.each(credentials)('of type $type marks $key as secret', ({ notes }) => {
    expect(notes.secret).toBe(true)
  })

  it.each(['slack', 'discord', 'teams', 'googlechat', 'mattermost', 'rocketchat', 'webhook', 'zapier'])(
    'of type %s does not show its url',
    async (type) => {
      const { id } = await make({ type, config: { url: secretUrl } })
      expect((await read(id)).config.url).toBe('__redacted__')
      expect((await app().get('/notification-channels?limit=100')).text).not.toContain('very-secret')
    },
  )
})

describe('the list of channels', () => {
  it('has the newest first, page by page, and only those of the organization', async () => {
    const own = await lapwing()
    const made = await madeIn(own, 5)
    const first = (await own.get('/notification-channels?limit=2')).body
    expect(first.data).toEqual(made.slice(0, 2))
    const second = (await own.get(`/notification-channels?limit=2&cursor=${first.next_cursor}`)).body
    expect(second.data).toEqual(made.slice(2, 4))
    const third = (await own.get(`/notification-channels?limit=2&cursor=${second.next_cursor}`)).body
    expect(third).toEqual({ object: 'list', data: made.slice(4), has_more: false, next_cursor: null })
    expect((await own.get('/notification-channels', { key: keys.other })).body.data).toEqual([])
    for (const limit of ['0', '101', 'x'])
      expect((await own.get(`/notification-channels?limit=${limit}`)).status).toBe(400)
  })

  async function madeIn(own: TestLapwing, count: number): Promise<any[]> {
    const there = dashboardOf(own)
    const made: any[] = []
    for (let n = 0; n < count; n++) {
      own.clock.advance(1)
      made.unshift((await there.ask(createChannel, { body: { ...hook, name: `Hook ${n}` } })).body)
    }
    return made
  }
})

describe('through the API a channel', () => {
  it.each([
    ['POST', ''],
    ['PATCH', '/1'],
    ['DELETE', '/1'],
    ['PUT', '/1'],
    ['DELETE', ''],
  ])('cannot be changed: %s on the path%s is 405 with a hint to the dashboard', async (method, rest) => {
    const answer = await app().ask(method, `/notification-channels${rest}`, {
      body: method === 'DELETE' ? undefined : hook,
    })
    expect([answer.status, answer.body.error.code]).toEqual([405, 'method_not_allowed'])
    expect(answer.body.error.message).toMatch(/dashboard/)
    expect(answer.headers.get('allow')).toBe('GET, HEAD')
  })

  it('cannot be changed through dashboard operations, which are not in the description', async () => {
    for (const [method, path] of [
      ['POST', ''],
      ['PATCH', '/1'],
      ['DELETE', '/1'],
      ['GET', ''],
    ] as const)
      expect((await app().ask(method, `/dashboard/notification-channels${path}`)).status).toBe(404)
    const { paths } = (await app().get('/openapi.json')).body
    expect(Object.keys(paths).filter((path) => path.includes('channel'))).toEqual([
      '/notification-channels',
      '/notification-channels/{id}',
      '/notification-channels/{id}/test',
    ])
    expect(Object.keys(paths['/notification-channels/{id}'])).toEqual(['get'])
  })

  it('returns 405 elsewhere without that hint', async () => {
    expect((await app().ask('DELETE', '/locations')).body.error.message).not.toMatch(/dashboard/)
  })
})

describe('in the dashboard a channel', () => {
  it.each([
    [{ name: '' }, 'name: String must contain at least 1 character(s)'],
    [{ name: 'x'.repeat(101) }, 'name: String must contain at most 100 character(s)'],
    [{ type: 'pigeon' }, /^type: Invalid value\. Allowed values: .*webhook/],
    [{ severityFilter: [] }, 'severityFilter: Array must contain at least 1 element(s)'],
    [{ severityFilter: ['info'] }, 'severityFilter[0]: Invalid value. Allowed values: critical, warning'],
    [{ config: {} }, 'config.url: Required'],
    [{ config: { url: null } }, 'config.url: Required'],
    [{ config: { url: '' } }, 'config.url: Required'],
    [{ config: { url: '__redacted__' } }, 'config.url: Required'],
    [{ config: { ...hook.config, surprise: 1 } }, 'config.surprise: unsupported field'],
    [{ config: { ...hook.config, surprise: null } }, 'config.surprise: unsupported field'],
    [{ config: { ...hook.config, secret: 5 } }, 'config.secret: Expected string, received number'],
    [{ config: { ...hook.config, contact_group_ids: ['ops'] } }, 'config.contact_group_ids[0]: must be a valid UUID'],
    [{ config: { url: 'http://hooks.example.com/' } }, 'config.url: must be an https:// URL'],
    [{ config: { url: 'https://10.0.0.1/' } }, /^config\.url: 10\.0\.0\.1 is a private address/],
    [{ config: { url: 'https://localhost/' } }, /^config\.url: localhost is the server itself/],
    [{ config: { url: 'https://status.example.org/hook' } }, 'config.url: must not lead back to Lapwing itself'],
    [
      { fallbackChannelId: 987_654_321 },
      'fallbackChannelId: unknown notification channel id in this organization: 987654321',
    ],
    [{ fallbackChannelId: 0 }, 'fallbackChannelId: Number must be greater than or equal to 1'],
    [{ surprise: true }, 'surprise: unsupported field'],
  ] as [Fields, string | RegExp][])('cannot be created as %j', async (fields, message) => {
    expectRefusal(await create(fields), 400, message)
  })

  it('cannot be routed from unknown groups; the response lists them', async () => {
    const [mine, theirs] = [await makeGroup(app()), await makeGroup(app(), {}, { key: keys.other })]
    const message = `config.contact_group_ids: unknown contact group id(s) in this organization: ${theirs.id}`
    expectRefusal(await create({ config: { ...hook.config, contact_group_ids: [mine.id, theirs.id] } }), 400, message)
    expectRefusal(await change((await make()).id, { config: { contact_group_ids: [theirs.id] } }), 400, message)
  })

  it('stores all fields', async () => {
    const fallback = await make({ name: 'Fallback' })
    const fields = { name: 'Ops', enabled: false, isDefault: true, severityFilter: ['warning', 'critical', 'warning'] }
    expect(await make({ ...fields, fallbackChannelId: fallback.id })).toMatchObject({
      name: 'Ops',
      enabled: false,
      is_default: true,
      severity_filter: ['critical', 'warning'],
      fallback_channel_id: fallback.id,
    })
  })

  it('may send to a private network where that is allowed, and over plain HTTP', async () => {
    const own = dashboardOf(await lapwing({ env: { LAPWING_ALLOW_PRIVATE_TARGETS: 'true' } }))
    const ask = (url: string) => own.ask(createChannel, { body: { ...hook, config: { url } } })
    expect((await ask('http://10.0.0.1/hook')).status).toBe(201)
    expectRefusal(await ask('http://169.254.169.254/'), 400, /cloud metadata/)
  })

  it('is created once for one Idempotency-Key', async () => {
    const ask = () => dashboard.ask(createChannel, { body: hook, idempotencyKey: 'once' })
    expect((await ask()).body).toEqual((await ask()).body)
  })

  it('cannot be created by viewers', async () => {
    const answer = await dashboard.ask(createChannel, { body: hook, role: 'viewer' })
    expectRefusal(answer, 403, 'Your role is viewer. Ask an admin: Ada.')
  })
})

describe('a change of a channel', () => {
  it('keeps omitted fields', async () => {
    const made = await make()
    const { body } = await change(made.id, {
      name: 'Renamed',
      enabled: false,
      severityFilter: ['warning'],
      isDefault: true,
    })
    const updated_at = app().clock.now().toISOString()
    expect(body).toEqual({
      ...made,
      name: 'Renamed',
      enabled: false,
      severity_filter: ['warning'],
      is_default: true,
      updated_at,
    })
    expect(await read(made.id)).toEqual(body)
  })

  it.each(['left out', 'empty', 'masked'])('keeps a secret that is %s', async (how) => {
    const { id } = await make()
    const sent = {
      'left out': {},
      empty: { url: '', secret: '' },
      masked: { url: '__redacted__', secret: '__redacted__' },
    }[how]!
    const { status, body } = await change(id, { config: { ...sent, contact_group_ids: [] } })
    expect([status, body.config]).toEqual([200, { url: '__redacted__', secret: '__redacted__', contact_group_ids: [] }])
    const [{ action }] = await activityOf(app(), id)
    expect(action).toBe('notification_channel.created')
  })

  it('clears an optional secret with null, and no required one', async () => {
    const { id } = await make()
    expect((await change(id, { config: { secret: null } })).body.config).toEqual({
      url: '__redacted__',
      contact_group_ids: [],
    })
    expectRefusal(await change(id, { config: { url: null } }), 400, 'config.url: Required')
  })

  it('sends no stored secret to another server', async () => {
    const { id } = await make()
    const url = 'https://elsewhere.example.com/'
    const message = 'config.secret: must be sent again, or removed with null, because url changed'
    expectRefusal(await change(id, { config: { url } }), 400, message)
    expectRefusal(await change(id, { config: { url, secret: '__redacted__' } }), 400, message)
    expect((await change(id, { config: { url, secret: 'swordfish' } })).status).toBe(200)
    expect((await change(id, { config: { url: secretUrl, secret: null } })).status).toBe(200)
  })

  it('asks no other server for access tokens with a stored secret', async () => {
    const server = { server: 'own', host: 'smtp.example.com', secure: 'tls', from: 'alerts@example.com' }
    const secrets = { oauthClientSecret: 'hunter2', oauthRefreshToken: '1/x' }
    const client = { oauthTokenUrl: 'https://login.example.com/token', oauthClientId: 'app', ...secrets }
    const config = { ...server, authType: 'oauth2', username: 'alerts@example.com', ...client }
    const { id } = await make({ type: 'email', config })
    const oauthTokenUrl = 'https://elsewhere.example.com/token'
    const refused = await change(id, { config: { oauthTokenUrl } })
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body)).toContain('because oauthTokenUrl changed')
    expect((await change(id, { config: { oauthTokenUrl, ...secrets } })).status).toBe(200)
    expect((await change(id, { config: { host: 'mail.example.com' } })).status).toBe(400)
  })

  it('cannot create a cycle of fallbacks', async () => {
    const last = await make()
    const middle = await make({ fallbackChannelId: last.id })
    const first = await make({ fallbackChannelId: middle.id })
    for (const fallbackChannelId of [first.id, middle.id, last.id])
      expectRefusal(
        await change(last.id, { fallbackChannelId }),
        400,
        'fallbackChannelId: must not lead back to this channel',
      )
    expect((await change(first.id, { fallbackChannelId: null })).body.fallback_channel_id).toBeNull()
    expect((await change(last.id, { fallbackChannelId: first.id })).body.fallback_channel_id).toBe(first.id)
  })

  it('that changes nothing is not recorded', async () => {
    const made = await make()
    expect((await change(made.id, { name: 'Hook', config: { url: secretUrl, secret: 'hunter2' } })).body).toEqual(made)
    expect(await activityOf(app(), made.id)).toHaveLength(1)
  })

  it('cannot change the type', async () => {
    expectRefusal(await change((await make()).id, { type: 'slack' }), 400, 'type: unsupported field')
  })

  it('is 404 for an unknown channel', async () => {
    const theirs = await make({}, keys.other)
    for (const id of [theirs.id, 987_654_321]) {
      expectRefusal(await change(id, { name: 'Mine' }), 404, 'Notification channel not found')
      expectRefusal(await dashboard.ask(deleteChannel, { id }), 404, 'Notification channel not found')
    }
  })
})

describe('a deleted channel', () => {
  it('is confirmed and deleted, and no channel falls back to it', async () => {
    const { id } = await make()
    const other = await make({ fallbackChannelId: id })
    const answer = await dashboard.ask(deleteChannel, { id })
    expect(answer).toEqual({ status: 200, body: { object: 'deleted', id: String(id), deleted: true } })
    expect((await app().get(`/notification-channels/${id}`)).status).toBe(404)
    expect((await dashboard.ask(deleteChannel, { id })).status).toBe(404)
    expect((await read(other.id)).fallback_channel_id).toBeNull()
  })
})

describe('the number of channels a plan has', () => {
  const key = 'lw_test_few_channels_0123456789'
  const provision = `
organizations:
  - name: Small
    limits: { notification_channels: 3, webhook_channels: 2 }
    apiKeys: [ { name: rw, scope: write, key: ${key} } ]
`
  it('is never exceeded, neither that of all nor that of webhooks', async () => {
    const own = await lapwing({ provision })
    const there = dashboardOf(own)
    const ask = (fields: Fields) => there.ask(createChannel, { body: { ...hook, ...fields }, key })
    const zap = { type: 'zapier', config: { url: 'https://hooks.zapier.com/hooks/catch/1/a' } }
    const chat = { type: 'slack', config: { url: 'https://hooks.slack.com/services/T0/B0/x' } }
    expect((await ask({})).status).toBe(201)
    expect((await ask(zap)).status).toBe(201)
    for (const fields of [{}, zap]) expectRefusal(await ask(fields), 403, /limit webhook_channels is 2/)
    expect((await ask(chat)).status).toBe(201)
    expectRefusal(await ask(chat), 403, /limit notification_channels is 3/)
    expect((await own.get('/plan', { key })).body.usage.notification_channels).toBe(3)
  })
})

describe('the activity log', () => {
  it('records changes of a channel with their user, without secrets', async () => {
    const { id } = await make()
    await change(id, { name: 'Renamed', config: { secret: 'swordfish' } })
    app().clock.advance(1)
    await dashboard.ask(deleteChannel, { id })
    const events = await activityOf(app(), id)
    expect(events.map(({ action }) => action)).toEqual([
      'notification_channel.deleted',
      'notification_channel.updated',
      'notification_channel.created',
    ])
    expect(events[0]).toMatchObject({
      entity_type: 'notification_channel',
      entity_name: 'Renamed',
      actor: { name: 'Ada', email: 'ada@example.com' },
      changes: { via: 'dashboard' },
    })
    expect(events[1].changes).toMatchObject({
      name: { from: 'Hook', to: 'Renamed' },
      'config.secret': { from: '[redacted]', to: '[redacted]' },
    })
    expect(events[2].changes).toMatchObject({
      config: { to: { url: '[redacted]', secret: '[redacted]', contact_group_ids: [] } },
    })
    expect(JSON.stringify(events)).not.toMatch(/hunter2|swordfish|very-secret/)
  })
})

describe('the channel types', () => {
  it('are listed with their form fields', async () => {
    const { data } = (await dashboard.ask(listChannelKinds)).body
    expect(data.map(({ type }: { type: string }) => type)).toEqual(channelKinds.map(({ type }) => type))
    const webhook = data.find(({ type }: { type: string }) => type === 'webhook')
    expect(webhook).toMatchObject({ object: 'channel_kind', name: 'Webhook', summary: expect.stringMatching(/\S/) })
    expect(webhook.config.find(({ key }: { key: string }) => key === 'url')).toMatchObject({
      required: true,
      secret: true,
      type: 'string',
    })
    expect(webhook.config.map(({ key }: { key: string }) => key)).toContain('contact_group_ids')
  })
})
