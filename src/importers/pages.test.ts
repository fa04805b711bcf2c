// Tools that are mostly status pages: Statuspage, Cachet and Upptime.
import { describe, expect, it } from 'vitest'
import type { VendorRequest } from './source.ts'
import { importSources } from './sources.ts'

const sourceNamed = (name: string) => importSources.find((one) => one.name === name)!
const read = (name: string, document: object | string) =>
  sourceNamed(name).read(typeof document === 'string' ? document : JSON.stringify(document))

/** Responds by path, and remembers the requests. */
function fakeApi(responses: Readonly<Record<string, unknown>>) {
  const requested: VendorRequest[] = []
  const send = async (request: VendorRequest): Promise<unknown> => {
    requested.push(request)
    return responses[new URL(request.url).pathname] ?? []
  }
  return { send, requested }
}

describe('Atlassian Statuspage', () => {
  const page = {
    id: 'p1',
    name: 'Acme',
    subdomain: 'acme',
    domain: 'status.acme.example',
    page_description: 'About us',
  }
  const components = [
    { id: 'g', name: 'Shop', group: true },
    { id: 'c1', name: 'Checkout', description: 'Pay here', group_id: 'g', group: false },
    { id: 'c2', name: 'API', group: false },
  ]
  const incidents = [
    {
      id: 'i1',
      name: 'Payments fail',
      impact: 'critical',
      components: [{ id: 'c1' }, { id: 'gone' }],
      incident_updates: [
        { status: 'resolved', body: 'Fixed.', display_at: '2026-02-01T12:00:00.000Z' },
        { status: 'investigating', body: 'Cards are refused.', display_at: '2026-02-01T11:00:00.000Z' },
      ],
    },
    { id: 'i2', name: 'Upgrade', impact: 'maintenance', scheduled_for: '2026-05-01T00:00:00Z', incident_updates: [] },
  ]
  const subscribers = [
    { mode: 'email', email: 'ada@example.com' },
    { mode: 'sms', phone_number: '1' },
  ]

  it('is downloaded page by page of its lists', async () => {
    const many = Array.from({ length: 100 }, (_, id) => ({ id: String(id), name: `Part ${id}`, group: false }))
    const { send, requested } = fakeApi({
      '/v1/pages': [page],
      '/v1/pages/p1/components': many,
      '/v1/pages/p1/incidents': incidents,
    })
    const endless = async (request: VendorRequest) =>
      request.url.includes('components?page=3') ? components : await send(request)
    const document = await sourceNamed('statuspage').download!({ apiKey: 'k' }, endless)
    expect(requested[0]).toMatchObject({
      url: 'https://api.statuspage.io/v1/pages',
      headers: { authorization: 'OAuth k' },
    })
    expect(read('statuspage', document).pages[0]!.components).toHaveLength(202)
  })

  it('becomes a page with components, past incidents and subscribers, and says what has no place', () => {
    const { pages } = read('statuspage', { page, components, incidents, subscribers })
    expect(pages).toMatchObject([
      {
        key: 'statuspage-p1',
        name: 'Acme',
        slug: 'acme',
        description: 'About us',
        hosts: ['status.acme.example'],
        subscribers: ['ada@example.com'],
        components: [
          { name: 'Shop: Checkout', description: 'Pay here', monitors: [] },
          { name: 'API', description: null },
        ],
        announcements: [
          {
            title: 'Payments fail',
            severity: 'critical',
            components: [0],
            updates: [
              { body: 'Cards are refused.', status: 'investigating' },
              { body: 'Fixed.', status: 'resolved', at: new Date('2026-02-01T12:00:00Z') },
            ],
          },
        ],
      },
    ])
    expect(pages[0]!.changes.map(({ field, from, to }) => [field, from, to])).toEqual([
      ['status of components', 'set by hand', 'that of monitors'],
      ['maintenance', '1', '0'],
      ['subscribers by other means', '1', '0'],
    ])
  })
})

describe('Cachet', () => {
  const component = { id: 1, name: 'API', description: '', group_id: 2, enabled: true, status: 1 }
  const incident = {
    id: 1,
    component_id: 1,
    name: 'Slow',
    message: 'Requests take long.',
    status: 4,
    visible: 1,
    occurred_at: '2026-02-01 11:00:00',
    updated_at: '2026-02-01 12:00:00',
  }

  it('is downloaded from an installation of your own', async () => {
    const { send, requested } = fakeApi({
      '/status/api/v1/components': { data: [component], meta: { pagination: { total_pages: 1 } } },
      '/status/api/v1/incidents': { data: [incident] },
    })
    const source = sourceNamed('cachet')
    await expect(source.download!({ apiKey: 'k' }, send)).rejects.toThrow('credentials.url: must be the address')
    const document = await source.download!({ apiKey: 'k', url: 'https://acme.example/status/' }, send)
    expect(requested.map(({ url }) => new URL(url).pathname)).toEqual(
      ['components', 'components/groups', 'incidents', 'subscribers'].map((path) => `/status/api/v1/${path}`),
    )
    expect(requested[0]!.headers).toEqual({ 'x-cachet-token': 'k' })
    expect(source.read(document).pages[0]!.components).toHaveLength(1)
  })

  it('becomes a page, without what it hides', () => {
    const { pages } = read('cachet', {
      components: [component, { ...component, id: 2, enabled: false }],
      groups: [{ id: 2, name: 'Core' }],
      incidents: [incident, { ...incident, id: 2, visible: 0 }, { ...incident, id: 3, status: 0 }],
      subscribers: [{ email: 'ada@example.com' }],
    })
    expect(pages).toMatchObject([
      {
        components: [{ name: 'Core: API' }],
        subscribers: ['ada@example.com'],
        announcements: [
          {
            title: 'Slow',
            components: [0],
            updates: [
              { body: 'Requests take long.', status: 'investigating', at: new Date('2026-02-01T11:00:00Z') },
              { status: 'resolved', at: new Date('2026-02-01T12:00:00Z') },
            ],
          },
        ],
      },
    ])
    expect(pages[0]!.changes.map(({ field, from }) => [field, from])).toEqual([
      ['status of components', 'set by hand'],
      ['disabled components', '1'],
      ['other incidents', '2'],
      ['name', 'that of Cachet'],
    ])
  })

  it('is read in the form of version 3, too', () => {
    const attributes = {
      name: 'Slow',
      message: 'Long.',
      status: { value: 2 },
      visible: true,
      created_at: '2026-02-01T11:00:00Z',
    }
    const { pages } = read('cachet', {
      components: [{ id: '7', type: 'components', attributes: { name: 'API', enabled: true } }],
      incidents: [{ id: '1', attributes }],
    })
    expect(pages[0]).toMatchObject({
      components: [{ name: 'API' }],
      announcements: [{ updates: [{ status: 'identified' }] }],
    })
  })
})

describe('Upptime', () => {
  const config = `owner: acme
repo: status
workflowSchedule: {uptime: "*/10 * * * *"}
sites:
  - {name: Shop, url: "https://shop.example.com", expectedStatusCodes: [200, 301], maxResponseTime: 5000, headers: ["Accept: text/html"]}
  - {name: Old host, slug: old, url: old.example.com, port: 22, check: tcp-ping}
  - {name: Secret, url: "https://example.com/$TOKEN"}
status-website: {cname: status.acme.example, name: Acme, introTitle: "**Acme** status", logoUrl: "https://acme.example/logo.png", navbar: [{title: GitHub}]}
`
  const issues = [
    {
      title: '🛑 Shop is down',
      body: 'In [`abc`](https://example.com), Shop was down.',
      created_at: '2026-02-01T11:00:00Z',
      closed_at: '2026-02-01T11:20:00Z',
      labels: [{ name: 'status' }, { name: 'shop' }],
    },
    { title: 'A change', pull_request: {}, created_at: '2026-02-01T11:00:00Z', labels: [] },
  ]

  it('becomes monitors, and a page with them and its incidents', () => {
    const { monitors, pages, skipped } = read('upptime', `${config}---\n${JSON.stringify(issues)}`)
    expect(monitors).toMatchObject([
      {
        key: 'upptime-shop',
        type: 'http',
        target: 'https://shop.example.com',
        intervalSeconds: 600,
        config: { requestHeaders: [{ key: 'Accept', value: 'text/html' }] },
        rules: [{ value: '["200","301"]' }, { metric: 'response_time', value: '5000' }],
      },
      { key: 'upptime-old', type: 'tcp', target: 'old.example.com:22' },
    ])
    expect(skipped.map(({ name, reason }) => [name, reason])).toEqual([
      ['Secret', 'it uses $TOKEN, a secret of the repository; fill it in and import it again'],
    ])
    expect(pages).toMatchObject([
      {
        name: 'Acme',
        description: 'Acme status',
        hosts: ['status.acme.example'],
        components: [{ name: 'Shop', monitors: ['upptime-shop'] }, { monitors: ['upptime-old'] }, { name: 'Secret' }],
        announcements: [{ title: 'Shop is down', components: [0], updates: [{}, { status: 'resolved' }] }],
        changes: [{ field: 'logo' }, { field: 'navbar' }],
      },
    ])
  })
})
