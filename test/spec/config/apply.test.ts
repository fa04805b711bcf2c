import { describe, expect, it } from 'vitest'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { waitUntil } from '../../kit/wait-until.ts'

const app = sharedLapwing()

const secret = 'hunter2-hunter2'
const slow = { name: 'Slow', metric: 'response_time', operator: '>', value: '800', severity: 'warning' }
const shop = {
  key: 'shop',
  name: 'Shop',
  type: 'http',
  target: 'https://shop.example.com/',
  interval: 300,
  locations: ['fra'],
  config: { authType: 'bearer', bearerToken: secret, notificationGroupIds: ['people'] },
  alertRules: [{ defaultRule: 'Availability Check', failureThreshold: 7 }, slow],
}
const beat = { key: 'backup', name: 'Backup', type: 'heartbeat', interval: 3600 }

const whole = {
  version: 1,
  contacts: [{ key: 'grace', name: 'Grace Hopper', email: 'grace@example.com' }],
  contactGroups: [{ key: 'people', name: 'People', contactIds: ['grace'], escalationPolicyId: 'wake' }],
  onCallSchedules: [
    {
      key: 'primary',
      name: 'Primary',
      layers: [{ name: 'Weeks', rotation: 'weekly', startsAt: '2026-03-02T08:00:00Z', userIds: ['ada@example.com'] }],
    },
  ],
  channels: [
    {
      key: 'hook',
      name: 'Hook',
      type: 'webhook',
      fallbackChannelId: 'second',
      config: { url: 'https://hooks.example.com/one', secret, contact_group_ids: ['people'] },
    },
    { key: 'second', name: 'Second hook', type: 'webhook', config: { url: 'https://hooks.example.com/two', secret } },
  ],
  escalationPolicies: [
    {
      key: 'wake',
      name: 'Wake',
      steps: [
        { delayMinutes: 0, targets: [{ type: 'schedule', id: 'primary' }] },
        {
          delayMinutes: 5,
          targets: [
            { type: 'contact_group', id: 'people' },
            { type: 'channel', id: 'hook' },
          ],
        },
      ],
    },
  ],
  monitors: [shop],
  maintenanceWindows: [
    {
      key: 'nightly',
      name: 'Nightly',
      startsAt: '2026-03-02T02:00:00.000Z',
      durationMinutes: 30,
      recurrence: 'daily',
      monitorIds: ['shop'],
      enabled: false,
    },
  ],
  statusPages: [
    {
      key: 'public',
      slug: 'acme-shop',
      name: 'Acme',
      components: [{ name: 'Shop', monitorIds: ['shop'], displayMode: 'expanded' }],
    },
  ],
  objectives: [{ key: 'uptime', name: 'Uptime', monitorIds: ['shop'], target: 99.9, contactGroupIds: ['people'] }],
}

const plan = (document: object, more: object = {}, key?: string) =>
  app().post('/config/plans', { document, source: 'repo', ...more }, key ? { key } : {})
const apply = (id: string, key?: string) => app().post(`/config/plans/${id}/apply`, undefined, key ? { key } : {})
const applied = async (document: object, more: object = {}) => {
  const planned = await plan(document, more)
  expect(planned.text).toContain('config_plan')
  const { id } = planned.body
  expect((await apply(id)).text).not.toContain(secret)
  const done = await waitUntil(async () => {
    const { body, text } = await app().get(`/config/plans/${id}`)
    return body.state !== 'applying' && { body, text }
  })
  expect([done.body.state, done.text]).toEqual(['applied', expect.not.stringContaining(secret)])
  return planned.body
}
const patchMonitor = (id: string, body: object) => app().ask('PATCH', `/monitors/${id}`, { body })
const idOf = async (path: string, name: string) =>
  (await app().get(path)).body.data.find((one: { name: string }) => one.name === name).id

describe('a configuration', () => {
  it('is created in one go, whatever refers to whatever, and changes nothing when it is planned again', async () => {
    const planned = await applied(whole)
    expect(planned.summary).toEqual({ create: 10, adopt: 0, update: 0, delete: 0, unchanged: 0 })
    expect(JSON.stringify(planned)).not.toContain(secret)
    const again = await plan(whole)
    expect(again.body).toMatchObject({ changes: [], drift: [], summary: { unchanged: 10 } })
    const exported = (await app().get('/config')).body
    expect(exported.contactGroups).toContainEqual(whole.contactGroups[0])
    expect(exported.channels[0]).toMatchObject({ fallbackChannelId: 'second', config: { url: '__redacted__' } })
    expect(exported.escalationPolicies).toEqual(whole.escalationPolicies)
    expect(exported.statusPages).toEqual(whole.statusPages)
    expect(exported.objectives).toEqual(whole.objectives)
    expect(exported.maintenanceWindows).toEqual(whole.maintenanceWindows)
    const { data } = (await app().get('/activity?action=config.applied')).body
    expect(data[0].changes).toMatchObject({ source: 'repo', created: 10, via: 'config' })
    expect((await app().get('/activity?action=monitor.created')).body.data[0].changes.via).toBe('config')
  })

  it('tells what others changed from what the document changes, and never shows a secret', async () => {
    app().clock.advance(60_000)
    const id = await idOf('/monitors', 'Shop')
    await patchMonitor(id, { interval: 600 })
    const document = {
      ...whole,
      monitors: [
        { ...shop, name: 'Shop', tags: ['env:prod'], config: { ...shop.config, bearerToken: 'another-secret' } },
      ],
    }
    const { body, text } = await plan(document)
    expect(text).not.toMatch(/hunter2|another-secret/)
    expect(body.changes).toHaveLength(1)
    expect(body.changes[0].fields).toEqual(
      expect.arrayContaining([
        { field: 'interval', from: 600, to: 300, cause: 'drift' },
        { field: 'tags', from: [], to: ['env:prod'], cause: 'document' },
        { field: 'config.bearerToken', from: '[redacted]', to: '[redacted]', cause: 'document' },
      ]),
    )
    expect(body.drift).toEqual([
      expect.objectContaining({
        key: 'shop',
        fields: ['interval'],
        message: 'interval was changed through the API by rw on 2026-03-01 at 12:01 UTC',
      }),
    ])
    expect((await apply(body.id)).status).toBe(200)
    expect((await plan(document)).body.changes).toEqual([])
    // An omitted secret keeps what is stored.
    const { bearerToken: _, ...withoutSecret } = shop.config
    const kept = { ...document, monitors: [{ ...document.monitors[0], config: withoutSecret }] }
    expect((await plan(kept)).body.changes).toEqual([])
    await applied(whole)
  })

  it('is not applied if what it changes has moved on, was applied, or after 15 minutes', async () => {
    const document = { ...whole, monitors: [{ ...shop, description: 'The shop' }] }
    const [first, second] = [(await plan(document)).body, (await plan(document)).body]
    const both = await Promise.all([apply(first.id), apply(second.id)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)!.body.error.message).toContain('monitors[shop]: changed since')
    expect((await apply(first.id)).status).toBe(409)
    const late = (await plan(whole)).body
    app().clock.advance(15 * 60_000)
    expect((await apply(late.id)).body.error.message).toContain('expired')
    await applied(whole)
  })

  it('changes rules one by one and says what they would have done', async () => {
    const changed = {
      ...shop,
      alertRules: [
        { ...slow, value: '1200' },
        { ...slow, name: 'Dead slow', severity: 'critical' },
      ],
    }
    const { body } = await plan({ ...whole, monitors: [changed] })
    expect(body.changes[0].fields.map(({ field }: { field: string }) => field)).toEqual(
      expect.arrayContaining([
        'alertRules.Availability Check.failureThreshold',
        'alertRules.Slow.value',
        'alertRules.Dead slow.metric',
      ]),
    )
    expect(body.rehearsal).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          monitor: 'shop',
          rule: 'Slow',
          incidents: 0,
          message: expect.stringContaining('30 days'),
        }),
      ]),
    )
    await apply(body.id)
    const rules = (await app().get(`/monitors/${await idOf('/monitors', 'Shop')}/alert-rules`)).body.data
    expect(rules.map(({ name, value }: { name: string; value: string }) => [name, value])).toEqual(
      expect.arrayContaining([
        ['Slow', '1200'],
        ['Dead slow', '800'],
      ]),
    )
    await applied(whole)
  })

  it('deletes only with prune, only what it manages, and only up to its limit', async () => {
    const other = await app().post('/contacts', { name: 'Nobody', email: 'nobody@example.com' })
    const extra = { ...whole, contacts: [...whole.contacts, ...people(12)] }
    await applied(extra)
    const kept = (await plan(whole)).body
    expect([kept.summary.delete, kept.warnings[0]]).toEqual([0, expect.stringContaining('not in the document')])
    const unnamed = await plan(whole, { source: undefined, prune: true })
    expect([unnamed.status, unnamed.body.error.message]).toEqual([400, expect.stringMatching(/^source: required/)])
    const renamed = await plan({ ...whole, source: 'other' })
    expect([renamed.status, renamed.body.error.message]).toEqual([400, 'source: is repo, but the document says other'])
    const refused = await plan(whole, { prune: true })
    expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('would delete 12')])
    const pruned = await applied(whole, { prune: true, pruneLimit: 12 })
    expect(pruned.summary.delete).toBe(12)
    expect((await app().get(`/contacts/${other.body.id}`)).status).toBe(200)
  })

  it('takes objects of another source over only if it is named, and deletes none of its objects', async () => {
    const document = { source: 'team-b', contacts: whole.contacts }
    const refused = await plan(document, { source: undefined })
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      expect.stringMatching(
        /^contacts\[grace\]: managed by the source repo, and this document is team-b\. .*--take-over repo in lapwing/,
      ),
    ])
    const own = { source: 'team-b', contacts: [{ key: 'bo', name: 'Bo', email: 'bo@example.com' }] }
    expect((await plan(own, { source: undefined, prune: true })).body.summary).toMatchObject({ create: 1, delete: 0 })
    const taken = await plan(document, { source: undefined, takeOver: ['repo'] })
    expect(taken.body.warnings).toEqual([expect.stringContaining('is managed by repo; applying takes it over')])
  })

  it('never deletes the default group, which cannot be deleted', async () => {
    const { contactGroups, ...rest } = (await app().get('/config', { key: keys.other })).body
    const isDefault = (await app().get('/contact-groups', { key: keys.other })).body.data[0]
    expect([isDefault.is_default, contactGroups.length, rest.source]).toEqual([true, 1, 'other'])
    const first = await plan({ ...rest, contactGroups }, { source: undefined }, keys.other)
    await apply(first.body.id, keys.other)
    const without = await plan(rest, { source: undefined, prune: true }, keys.other)
    expect(without.body.changes).toEqual([])
  })

  it('restores a monitor with its id and history, and recreates what someone deleted', async () => {
    const id = await idOf('/monitors', 'Shop')
    await app().ask('DELETE', `/monitors/${id}`)
    const { body } = await plan(whole)
    const change = body.changes.find(({ section }: { section: string }) => section === 'monitors')
    expect(change).toMatchObject({ action: 'create', restores_history: true })
    expect(body.drift).toContainEqual(expect.objectContaining({ key: 'shop', deleted: true, changed_by: 'rw' }))
    await apply(body.id)
    expect((await app().get(`/monitors/${id}`)).body).toMatchObject({ id, name: 'Shop' })
    expect((await plan(whole)).body.changes).toEqual([])
  })

  it('is the same after it is applied to another organization', async () => {
    const document = {
      version: 1,
      contactGroups: [{ key: 'people', name: 'People' }],
      monitors: [{ ...shop, config: { notificationGroupIds: ['people'] } }, beat],
    }
    const planned = await plan(document, {}, keys.other)
    expect(planned.body.error).toBeUndefined()
    expect((await apply(planned.body.id, keys.other)).status).toBe(200)
    const first = (await app().get('/config', { key: keys.other })).body
    const adopted = await plan(first, { source: undefined }, keys.starter)
    expect(adopted.body.error).toBeUndefined()
    expect((await apply(adopted.body.id, keys.starter)).status).toBe(200)
    expect((await app().get('/config', { key: keys.starter })).body).toEqual(first)
  })

  it('creates and deletes many monitors together, with their rules, and lists all of their mistakes', async () => {
    const many = (count: number, more: object = {}) => ({
      source: 'many',
      monitors: Array.from({ length: count }, (_, n) => ({
        ...shop,
        key: `m${n}`,
        name: `M ${n}`,
        config: {},
        ...(n === 0 && { dependsOn: { monitors: ['m1'] } }),
        ...more,
      })),
    })
    const named = { source: undefined }
    const wrong = await plan({ ...many(230, { interval: 0 }), contacts: [{ key: 'x', name: 'X', email: 'x' }] }, named)
    expect([wrong.status, wrong.body.error.message]).toEqual([
      400,
      expect.stringMatching(/^contacts\[x\]\.email: .*; monitors\[m\d\]\.interval: [^;]* … and 229 more$/),
    ])
    const target = await plan(many(230, { type: 'tcp', target: 'no port', alertRules: [] }), named)
    expect(target.body.error.message).toMatch(/^monitors\[m\d+\]\.target: [^;]* … and 228 more$/)
    await applied(many(230), named)
    const rules = (await app().get(`/monitors/${await idOf('/monitors?limit=100', 'M 229')}/alert-rules`)).body.data
    expect(rules.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['Availability Check', 'Slow']),
    )
    expect((await plan(many(230), named)).body.changes).toEqual([])
    const pruned = await applied(many(1, { dependsOn: undefined }), { ...named, prune: true, pruneLimit: 229 })
    expect(pruned.summary).toMatchObject({ update: 1, delete: 229 })
    expect((await app().get('/activity?action=monitor.deleted&limit=100')).body.data).toHaveLength(100)
    await applied({ source: 'many', monitors: [] }, { ...named, prune: true })
  })

  it('needs the write scope to be planned and the read scope to be seen', async () => {
    expect((await plan(whole, {}, keys.read)).status).toBe(403)
    const { body } = await plan(whole)
    expect((await app().get(`/config/plans/${body.id}`, { key: keys.read })).body).toEqual(body)
    expect((await app().get(`/config/plans/${body.id}`, { key: keys.other })).status).toBe(404)
  })
})

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    key: `p${index}`,
    name: `Person ${index}`,
    email: `p${index}@example.com`,
  }))

describe('a document is refused', () => {
  const yaml = (text: string) => app().post('/config/plans', { yaml: text })
  const bomb = [
    'a: &a [x,x,x,x,x,x,x,x,x]',
    ...'bcdefgh'
      .split('')
      .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[index]}`).join(',')}]`),
  ].join('\n')

  it.each([
    ['with aliases that multiply', bomb, /Excessive alias count|yaml:/],
    ['with a key twice', 'monitors: []\nmonitors: []', /Map keys must be unique/],
    [
      'with two objects of one key',
      'contacts: [{key: a, name: A, email: a@b.cc}, {key: a, name: B, email: b@b.cc}]',
      /line 1, column 47: contacts\[1\]\.key: is used twice/,
    ],
    ['with an unknown section', 'monitor: []', /monitor: unsupported field/],
    [
      'with an unknown field',
      'contacts: [{key: a, name: A, email: a@b.cc, nick: A}]',
      /contacts\[a\]\.nick: unsupported field/,
    ],
    ['with a key of every object', 'contacts: [{key: __proto__, name: A, email: a@b.cc}]', /contacts\[0\]\.key/],
    ['with an inherited field', 'contacts: [{key: a, __proto__: {admin: true}, name: A, email: a@b.cc}]', /__proto__/],
    ['that is nested deeply', `monitors: ${'['.repeat(20_000)}`, /yaml: /],
    [
      'with a reference to nothing',
      'objectives: [{key: a, name: A, target: 99, monitorIds: [nothing]}]',
      /objectives\[a\]\.monitorIds\[0\]: no monitor has the key, id or name nothing/,
    ],
    [
      'with channels that fall back to each other',
      'channels: [{key: a, name: A, type: webhook, fallbackChannelId: b, config: {url: "https://a.example.com", secret: long-enough-secret}}, {key: b, name: B, type: webhook, fallbackChannelId: a, config: {url: "https://b.example.com", secret: long-enough-secret}}]',
      /must not lead back/,
    ],
    [
      'with a secret that nobody filled in',
      'monitors: [{key: a, name: A, type: http, interval: 300, target: "https://a.example.com", locations: [fra], config: {bearerToken: {env: TOKEN}}}]',
      /monitors\[a\]\.config\.bearerToken: \{env: TOKEN\} has no value/,
    ],
    [
      'with a monitor that its operation refuses',
      'monitors: [{key: a, name: A, type: tcp, interval: 300, target: "no port", locations: [fra]}]',
      /monitors\[a\]\.target: /,
    ],
  ])('%s', async (_name, text, message) => {
    const { status, body } = await yaml(text)
    expect([status, body.error?.message]).toEqual([400, expect.stringMatching(message)])
  })

  it('beyond a megabyte', async () => {
    expect((await yaml('x'.repeat(10_000_000))).status).toBe(413)
  })
})

it('takes secrets by name, and marks what it manages', async () => {
  const named = { ...shop, key: 'named', name: 'Named', config: { authType: 'bearer', bearerToken: { env: 'TOKEN' } } }
  const monitors = [{ ...named, alertRules: undefined }]
  const { body, text } = await plan({ monitors }, { source: 'named', values: { TOKEN: secret } })
  expect([body.summary.create, text.includes(secret)]).toEqual([1, false])
  await apply(body.id)
  const id = await idOf('/monitors', 'Named')
  expect((await app().get(`/monitors/${id}`)).body.managed).toEqual({ key: 'named', source: 'named' })
  const groups = (await app().get('/contact-groups')).body.data
  expect(groups.map(({ managed }: { managed: object | null }) => managed)).toContainEqual({
    key: 'people',
    source: 'repo',
  })
})

it('keeps deployments that pipelines report', async () => {
  const tags = ['team:shop']
  const made = await app().post('/deployments', { service: 'shop', version: '1.4.2', environment: 'production', tags })
  expect([made.status, made.body.version]).toEqual([201, '1.4.2'])
  expect((await app().get(`/deployments/${made.body.id}`)).body).toEqual(made.body)
  expect((await app().get('/deployments?service=shop&tag=team:shop')).body.data).toEqual([made.body])
  expect((await app().get('/deployments?environment=test')).body.data).toEqual([])
  expect((await app().get('/activity?action=deployment.created')).body.data[0].entity_name).toBe('shop 1.4.2')
  expect((await app().post('/deployments', { service: 'shop', link: 'javascript:alert(1)' })).status).toBe(400)
})
