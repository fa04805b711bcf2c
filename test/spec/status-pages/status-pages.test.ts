// Status pages: the resource, its endpoints and what is live about it.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { checked } from '../../kit/resources/checked.ts'
import { fail } from '../../kit/resources/incidents.ts'
import { type Answered, type Ask, keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { type Fields, expectRefusal, make } from '../../kit/resources/monitors.ts'

const limited = (name: string, limits: string): string =>
  `  - { name: ${name}, limits: { ${limits} }, apiKeys: [{ name: rw, scope: write, key: lw_test_limited_${name} }] }`

const app = sharedLapwing({
  provision: `
organizations:
  - name: Acme
    apiKeys: [{ name: rw, scope: write, key: ${keys.write} }, { name: ro, scope: read, key: ${keys.read} }]
  - { name: Other, apiKeys: [{ name: rw, scope: write, key: ${keys.other} }] }
${limited('one', 'status_pages: 1')}
${limited('few', 'status_page_components: 2')}
${limited('ordered', 'status_pages: -1')}
locations:
  - { slug: fra, name: Frankfurt, region: eu, country: Germany, countryCode: DE, embedded: true }
`,
})

const path = '/status-pages'
const of = (name: string): Ask => ({ key: `lw_test_limited_${name}` })
let slugs = 0
const newSlug = (): string => `acme-${++slugs}`

function create(fields: Fields = {}, ask: Ask = {}): Promise<Answered> {
  app().clock.advance(1)
  return app().post(path, { slug: newSlug(), name: 'Acme', ...fields }, ask)
}

async function made(fields: Fields = {}, ask: Ask = {}): Promise<any> {
  const answer = await create(fields, ask)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

const read = async (id: string): Promise<any> => (await app().get(`${path}/${id}`, { key: keys.read })).body

function change(id: string, body: unknown, ask: Ask = {}): Promise<Answered> {
  app().clock.advance(1)
  return app().ask('PATCH', `${path}/${id}`, { ...ask, body })
}

const announce = (id: string, fields: Fields): Promise<Answered> =>
  app().post(`${path}/${id}/announcements`, { title: 'Trouble', body: 'We are on it.', ...fields })

describe('creating a page', () => {
  it('returns 201 with the stored page and defaults for omitted fields', async () => {
    const { status, body } = await create({ slug: 'acme-first' })
    const now = app().clock.now().toISOString()
    expect(status).toBe(201)
    expect(body).toEqual({
      object: 'status_page',
      managed: null,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      slug: 'acme-first',
      name: 'Acme',
      description: null,
      public: true,
      password_protected: false,
      auto_publish_incidents: true,
      dim_untracked_days: true,
      theme: 'auto',
      language: 'en',
      days_shown: 90,
      footer: null,
      support_url: null,
      logo: null,
      url: expect.stringMatching(/^https?:\/\/.*\/status\/acme-first$/),
      component_count: 0,
      subscriber_count: 0,
      components: [],
      created_at: now,
      updated_at: now,
    })
  })

  it('accepts all fields, and numbers components in their order', async () => {
    const monitor = await make(app())
    const body = await made({
      description: 'How we do',
      isPublic: false,
      autoPublishIncidents: false,
      dimUntrackedDays: false,
      theme: 'dark',
      components: [
        { name: 'Checkout', description: 'Paying', monitorIds: [monitor.id], monitorTags: ['team:shop'] },
        { name: 'Search' },
      ],
    })
    expect(body).toMatchObject({
      description: 'How we do',
      public: false,
      auto_publish_incidents: false,
      dim_untracked_days: false,
      theme: 'dark',
      component_count: 2,
    })
    expect(body.components).toEqual([
      {
        object: 'status_page_component',
        id: expect.any(String),
        name: 'Checkout',
        description: 'Paying',
        position: 0,
        display_mode: 'rolled_up',
        public_cause: 'hidden',
        monitor_ids: [monitor.id],
        monitor_tags: ['team:shop'],
      },
      expect.objectContaining({ name: 'Search', position: 1, monitor_ids: [], monitor_tags: [] }),
    ])
  })

  it('ignores monitors of other organizations', async () => {
    const [mine, theirs] = [await make(app()), await make(app(), {}, { key: keys.other })]
    const { components } = await made({
      components: [{ name: 'A', monitorIds: [theirs.id, mine.id, randomUUID(), mine.id] }],
    })
    expect(components[0].monitor_ids).toEqual([mine.id])
  })

  it.each([
    ['ab', /slug/],
    ['a'.repeat(51), /slug/],
    ['Acme', /slug/],
    ['ac me', /slug/],
    ['-acme', /slug/],
    ['acme_1', /slug/],
  ])('refuses the malformed slug %j with 400', async (slug, message) => {
    expectRefusal(await create({ slug }), 400, message)
  })

  it.each(['status', 'brand', 'system', 'admin', 'phishing'])('refuses the reserved slug %s with 409', async (slug) => {
    expectRefusal(await create({ slug }), 409, /reserved/)
  })

  it('refuses a slug of any organization with 409', async () => {
    const { slug } = await made()
    expectRefusal(await create({ slug }), 409, /taken/)
    expectRefusal(await create({ slug }, { key: keys.other }), 409, /taken/)
  })

  it('gives a slug to one of several concurrent requests', async () => {
    const slug = newSlug()
    const answers = await Promise.all([1, 2, 3].map(() => create({ slug })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })

  it.each<[string, Fields]>([
    ['slug', { slug: undefined }],
    ['name', { name: '' }],
    ['name', { name: 'n'.repeat(121) }],
    ['description', { description: 'd'.repeat(2001) }],
    ['theme', { theme: 'blue' }],
    ['components', { components: Array.from({ length: 51 }, () => ({ name: 'c' })) }],
    ['components', { components: [{ name: 'n'.repeat(121) }] }],
    ['components', { components: [{ name: 'c', description: 'd'.repeat(501) }] }],
    ['components', { components: [{ name: 'c', monitorIds: Array.from({ length: 501 }, () => randomUUID()) }] }],
    ['components', { components: [{ name: 'c', monitorTags: Array.from({ length: 21 }, (_, n) => `t${n}`) }] }],
    ['components', { components: [{ name: 'c', displayMode: 'expanded' }] }],
    ['password', { password: 'secret' }],
  ])('refuses a wrong %s with 400', async (field, fields) => {
    expectRefusal(await create(fields), 400, new RegExp(field))
  })

  it('accepts the maximum values', async () => {
    const components = Array.from({ length: 50 }, () => ({ name: 'n'.repeat(120), description: 'd'.repeat(500) }))
    const page = await made({ name: 'n'.repeat(120), description: 'd'.repeat(2000), components })
    expect(page.component_count).toBe(50)
  })

  it('returns 403 beyond the plan, which counts pages', async () => {
    await made({}, of('one'))
    expectRefusal(await create({}, of('one')), 403, /status_pages/)
    expect((await app().get('/plan', of('one'))).body.usage.status_pages).toBe(1)
    expectRefusal(await create({ components: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] }, of('few')), 403, /comp/)
  })

  it('runs once for one Idempotency-Key', async () => {
    const ask = { headers: { 'idempotency-key': randomUUID() } }
    const body = { slug: newSlug() }
    const [first, again] = [await create(body, ask), await create(body, ask)]
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-replay')).toBe('true')
  })
})

describe('the list', () => {
  it('has all pages, oldest first, with the number of their components only', async () => {
    const first = await made({ components: [{ name: 'A' }] }, of('ordered'))
    const second = await made({}, of('ordered'))
    const { body } = await app().get(path, of('ordered'))
    expect(body).toMatchObject({ object: 'list', has_more: false })
    expect(body.data.map(({ id }: any) => id)).toEqual([first.id, second.id])
    expect(body.data[0]).toMatchObject({ component_count: 1 })
    for (const field of ['components', 'overall_status', 'incident_count'])
      expect(body.data[0]).not.toHaveProperty(field)
  })

  it('refuses a sort parameter', async () => {
    expectRefusal(await app().get(`${path}?sort=name`), 400, /sort/)
  })
})

describe('the live state of a page', () => {
  it('shows the monitors behind each component, by name, found by id and by tag', async () => {
    const zebra = await make(app(), { name: 'Zebra' })
    const tag = `t-${newSlug()}`
    const apple = await make(app(), { name: 'apple', tags: [tag] })
    const { id } = await made({ components: [{ name: 'A', monitorIds: [zebra.id, apple.id], monitorTags: [tag] }] })
    const page = await read(id)
    expect(page.components[0]).toMatchObject({
      status: 'unknown',
      monitors: [
        { id: apple.id, name: 'apple', type: 'http' },
        { id: zebra.id, name: 'Zebra', type: 'http' },
      ],
      third_party: null,
    })
    const later = await make(app(), { name: 'Berry', tags: [tag] })
    expect((await read(id)).components[0].monitors.map((one: any) => one.id)).toEqual([apple.id, later.id, zebra.id])
  })

  it('without components, or with unknown ones only, is operational', async () => {
    const empty = await made()
    expect(await read(empty.id)).toMatchObject({ overall_status: 'operational', incident_count: 0, components: [] })
    const unknown = await made({ components: [{ name: 'A', monitorIds: [(await make(app())).id] }] })
    expect(await read(unknown.id)).toMatchObject({ overall_status: 'operational', components: [{ status: 'unknown' }] })
  })

  it('follows its monitors: the worst counts per component, and most components make an outage', async () => {
    const good = await make(app())
    await checked(app(), good.id)
    const bad = await make(app())
    await fail(app(), bad.id)
    const both = await made({ components: [{ name: 'A', monitorIds: [good.id, bad.id] }] })
    expect(await read(both.id)).toMatchObject({ overall_status: 'major_outage', components: [{ status: 'down' }] })
    const apart = await made({
      components: [
        { name: 'A', monitorIds: [good.id] },
        { name: 'B', monitorIds: [bad.id] },
      ],
    })
    expect(await read(apart.id)).toMatchObject({
      overall_status: 'degraded',
      components: [{ status: 'up' }, { status: 'down' }],
    })
  })

  it('shows paused monitors as paused, and maintenance over other states', async () => {
    const monitor = await make(app())
    await checked(app(), monitor.id)
    const { id } = await made({ components: [{ name: 'A', monitorIds: [monitor.id] }] })
    await app().post('/maintenance-windows', {
      name: 'Upgrade',
      startsAt: app().clock.now().toISOString(),
      durationMinutes: 30,
      monitorIds: [monitor.id],
    })
    expect(await read(id)).toMatchObject({ overall_status: 'maintenance', components: [{ status: 'maintenance' }] })
    await app().post(`/monitors/${monitor.id}/pause`)
    expect(await read(id)).toMatchObject({ overall_status: 'operational', components: [{ status: 'paused' }] })
  })

  it.each([
    ['minor', 'operational'],
    ['major', 'degraded'],
    ['critical', 'major_outage'],
  ])('with a page-wide announcement that is %s is %s', async (severity, overall) => {
    const { id } = await made()
    const { body } = await announce(id, { severity })
    expect(await read(id)).toMatchObject({ overall_status: overall, incident_count: 1 })
    await app().ask('PATCH', `${path}/${id}/announcements/${body.id}`, { body: { body: 'Done.', status: 'resolved' } })
    expect(await read(id)).toMatchObject({ overall_status: 'operational', incident_count: 1 })
    await app().ask('DELETE', `${path}/${id}/announcements/${body.id}`)
    expect((await read(id)).incident_count).toBe(0)
  })

  it.each([
    ['minor', 'unknown', 'operational'],
    ['major', 'degraded', 'degraded'],
    ['critical', 'down', 'degraded'],
  ])('with one that is %s of a component makes that %s', async (severity, status, overall) => {
    const good = await make(app())
    await checked(app(), good.id)
    const page = await made({ components: [{ name: 'A' }, { name: 'B', monitorIds: [good.id] }] })
    await announce(page.id, { severity, affectedComponentIds: [page.components[0].id] })
    expect(await read(page.id)).toMatchObject({ overall_status: overall, components: [{ status }, { status: 'up' }] })
  })

  it('is 404 for other organizations', async () => {
    const { id } = await made()
    const ask = { key: keys.other }
    expectRefusal(await app().get(`${path}/${id}`, ask), 404, 'Status page not found')
    expectRefusal(await change(id, { name: 'Mine' }, ask), 404, 'Status page not found')
    expectRefusal(await app().ask('DELETE', `${path}/${id}`, ask), 404, 'Status page not found')
    expectRefusal(await change(id, { name: 'Mine' }, { key: keys.read }), 403, /write/)
  })
})

describe('changing a page', () => {
  it('changes the sent fields, clears with null, and records both values', async () => {
    const page = await made({ description: 'Old', components: [{ name: 'A' }] })
    const { status, body } = await change(page.id, {
      slug: `${page.slug}-new`,
      name: 'New',
      description: null,
      isPublic: false,
      autoPublishIncidents: false,
      dimUntrackedDays: false,
      theme: 'light',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      slug: `${page.slug}-new`,
      url: page.url.replace(page.slug, `${page.slug}-new`),
      name: 'New',
      description: null,
      public: false,
      auto_publish_incidents: false,
      dim_untracked_days: false,
      theme: 'light',
      component_count: 1,
      updated_at: app().clock.now().toISOString(),
    })
    expect(body).not.toHaveProperty('overall_status')
    const { data } = (await app().get(`/activity?entity_type=status_page&entity_id=${page.id}`)).body
    expect(data.map(({ action }: any) => action)).toEqual(['status_page.updated', 'status_page.created'])
    expect(data[0].changes).toMatchObject({ name: { from: 'Acme', to: 'New' }, public: { from: true, to: false } })
  })

  it('validates a new slug like a created one', async () => {
    const [page, other] = [await made(), await made()]
    expectRefusal(await change(page.id, { slug: other.slug }), 409, /taken/)
    expectRefusal(await change(page.id, { slug: 'status' }), 409, /reserved/)
    expectRefusal(await change(page.id, { slug: 'no slug' }), 400, /slug/)
    expect((await change(page.id, { slug: page.slug })).status).toBe(200)
  })

  it('refuses components: they are edited in the dashboard', async () => {
    const page = await made()
    expectRefusal(await change(page.id, { components: [] }), 400, /components/)
  })
})

it('a deleted page takes its announcements with it and frees its slug', async () => {
  const page = await made()
  const { body } = await announce(page.id, {})
  const gone = await app().ask('DELETE', `${path}/${page.id}`)
  expect(gone).toMatchObject({ status: 200, body: { object: 'deleted', id: page.id, deleted: true } })
  expectRefusal(await app().ask('DELETE', `${path}/${page.id}`), 404, 'Status page not found')
  expectRefusal(await app().get(`${path}/${page.id}/announcements/${body.id}`), 404, 'Status page not found')
  expect((await create({ slug: page.slug })).status).toBe(201)
})
