import { describe, expect, it } from 'vitest'
import { type TestLapwing, keys, lapwing, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { withNotes } from '../../kit/lapwing/operations.ts'

const app = sharedLapwing({ operations: withNotes })
const readable = ['/me', '/plan', '/locations', '/activity', '/meta/monitor-types']

async function writeNotes(to: TestLapwing, titles: string[], key = keys.write): Promise<string[]> {
  const ids: string[] = []
  for (const title of titles) {
    to.clock.advance(1)
    const { status, body } = await to.post('/notes', { title }, { key })
    expect(status).toBe(201)
    ids.push(body.id)
  }
  return ids
}

const titles = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `note ${String(index).padStart(3, '0')}`)

function everyValue(value: unknown, visit: (key: string, value: unknown) => void): void {
  if (value === null || typeof value !== 'object') return
  for (const [key, part] of Object.entries(value)) {
    if (!Array.isArray(value)) visit(key, part)
    // The words of values, by value.
    if (key === 'words') continue
    everyValue(part, visit)
  }
}

describe('paths, names and values', () => {
  it('has the version segment v1 at the root of every path', async () => {
    expect((await app().get('/me')).status).toBe(200)
    const elsewhere = await fetch(`${app().origin}/me`, { headers: { authorization: `Bearer ${keys.write}` } })
    expect(elsewhere.status).toBe(404)
  })

  it.each(readable)('returns JSON: %s', async (path) => {
    const { status, headers } = await app().get(path)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  it.each(readable)('names the fields of responses in snake_case: %s', async (path) => {
    const { body } = await app().get(path)
    everyValue(body, (key) => expect(key).toMatch(/^[a-z][a-z0-9_]*$/))
  })

  it('names the fields of requests in camelCase', async () => {
    expect((await app().post('/notes', { title: 'one', startsAt: '2026-03-01T10:00:00Z' })).status).toBe(201)
    const refused = await app().post('/notes', { title: 'one', starts_at: '2026-03-01T10:00:00Z' })
    expect(refused.status).toBe(400)
    expect(refused.body.error.message).toBe('starts_at: unsupported field')
  })

  it.each(readable)('has the type of every resource in `object`: %s', async (path) => {
    const { body } = await app().get(path)
    expect(body.object).toEqual(expect.any(String))
    for (const item of body.data ?? []) expect(item.object).toEqual(expect.any(String))
  })

  it.each(readable)('writes timestamps as ISO 8601 date-times: %s', async (path) => {
    const { body } = await app().get(path)
    everyValue(body, (key, value) => {
      if (!/_at$|^period_/.test(key) || value === null) return
      expect(value).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    })
  })

  it.each(['2026-03-01T10:00:00Z', '2026-03-01T10:00:00.123Z', '2026-03-01T10:00:00+05:30'])(
    'reads the date-time %s',
    async (startsAt) => {
      expect((await app().post('/notes', { title: 'one', startsAt })).status).toBe(201)
    },
  )

  it('uses UUIDs as ids', async () => {
    const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
    for (const path of ['/locations', '/activity', '/notes'])
      for (const { id } of (await app().get(path)).body.data) expect(id).toMatch(uuid)
    const { credential, organization } = (await app().get('/me')).body
    expect(credential.id).toMatch(uuid)
    expect(organization.id).toMatch(uuid)
  })

  it('confirms a deletion with the id of what was deleted', async () => {
    const [id] = await writeNotes(app(), ['short-lived'])
    const { status, body } = await app().ask('DELETE', `/notes/${id}`)
    expect(status).toBe(200)
    expect(body).toEqual({ object: 'deleted', id, deleted: true })
  })

  it.each(readable)('never shows a secret: %s', async (path) => {
    const { text } = await app().get(path)
    for (const key of Object.values(keys)) expect(text).not.toContain(key)
  })

  it.each(readable)('responds to HEAD like GET, without the body: %s', async (path) => {
    const get = await app().get(path)
    const head = await app().ask('HEAD', path)
    expect(head.status).toBe(200)
    expect(head.text).toBe('')
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(get.text)))
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
  })
})

describe('lists', () => {
  it.each(['/locations', '/activity', '/notes', '/notes-by-title'])('come in the list envelope: %s', async (path) => {
    const { body } = await app().get(path)
    expect(Object.keys(body)).toEqual(['object', 'data', 'has_more', 'next_cursor'])
    expect(body.object).toBe('list')
    expect(body.data).toEqual(expect.any(Array))
  })

  it('may omit next_cursor if an endpoint specifies that', async () => {
    const { body } = await app().get('/meta/monitor-types')
    expect(Object.keys(body)).toEqual(['object', 'data', 'has_more'])
  })

  it('return 50 items by default, and up to 100', async () => {
    const own = await lapwing({ operations: withNotes })
    await writeNotes(own, titles(101))
    expect((await own.get('/notes')).body.data).toHaveLength(50)
    expect((await own.get('/notes?limit=1')).body.data).toHaveLength(1)
    const hundred = (await own.get('/notes?limit=100')).body
    expect(hundred.data).toHaveLength(100)
    expect(hundred.has_more).toBe(true)
  })

  const badLimits = [
    '0',
    '101',
    '-1',
    '1.5',
    '50.0',
    'ten',
    '',
    '%20',
    '1e1',
    '0x10',
    '99999999999999999999',
    '10&limit=20',
    '1%00',
    '+5',
  ]
  it.each(badLimits)('refuse limit=%s', async (limit) => {
    for (const path of ['/locations', '/activity', '/notes', '/notes-by-title']) {
      const { status, body } = await app().get(`${path}?limit=${limit}`)
      expect(status).toBe(400)
      expect(body.error.code).toBe('invalid_request')
      expect(body.error.message).toMatch(/^limit: /)
    }
  })

  it.each(['created_at', '', '-name', 'name&sort=id'])('refuse sort=%s', async (sort) => {
    for (const path of [...readable, '/openapi.json', '/notes']) {
      const { status, body } = await app().get(`${path}?sort=${sort}`)
      expect(status).toBe(400)
      expect(body.error).toMatchObject({ code: 'invalid_request', message: expect.stringMatching(/^sort: /) })
    }
  })

  it('have one fixed order: activity and notes newest first, locations as provisioned names sort', async () => {
    const own = await lapwing({ operations: withNotes })
    const written = await writeNotes(own, titles(3))
    expect((await own.get('/notes')).body.data.map(({ id }: { id: string }) => id)).toEqual(written.toReversed())
    const { data } = (await own.get('/activity')).body
    expect(data.slice(0, 3).map((event: any) => event.entity_id)).toEqual(written.toReversed())
    expect((await own.get('/locations')).body.data.map(({ name }: { name: string }) => name)).toEqual([
      'Frankfurt',
      'New York',
    ])
  })

  it.each(['/notes', '/notes-by-title', '/activity'])(
    'contain every item once when read page by page: %s',
    async (path) => {
      const own = await lapwing({ operations: withNotes })
      await writeNotes(own, titles(7))
      const whole = (await own.get(path)).body.data
      const seen: unknown[] = []
      let cursor: string | null = ''
      for (let pages = 0; cursor !== null && pages < 10; pages++) {
        const { body } = await own.get(`${path}?limit=2${cursor && `&cursor=${cursor}`}`)
        expect(body.has_more).toBe(body.next_cursor !== null)
        seen.push(...body.data)
        cursor = body.next_cursor
      }
      expect(seen).toEqual(whole)
    },
  )

  it('contain events of the same time once when read page by page', async () => {
    const own = await lapwing({ operations: withNotes })
    for (const name of titles(5)) await own.post('/contact-groups', { name })
    const whole = (await own.get('/activity?action=contact_group.created')).body.data
    const first = (await own.get('/activity?action=contact_group.created&limit=3')).body
    const second = (await own.get(`/activity?action=contact_group.created&limit=3&cursor=${first.next_cursor}`)).body
    expect([...first.data, ...second.data]).toEqual(whole)
    expect(whole).toHaveLength(5)
  })

  it('end without a cursor when the last page is exactly full', async () => {
    const own = await lapwing({ operations: withNotes })
    await writeNotes(own, titles(4))
    const first = (await own.get('/notes?limit=2')).body
    const last = (await own.get(`/notes?limit=2&cursor=${first.next_cursor}`)).body
    expect(last).toMatchObject({ has_more: false, next_cursor: null })
    expect(last.data).toHaveLength(2)
  })

  it('stay consistent if items are added while they are read', async () => {
    const own = await lapwing({ operations: withNotes })
    const written = await writeNotes(own, titles(4))
    const first = (await own.get('/notes?limit=2')).body
    await writeNotes(own, ['latecomer'])
    const second = (await own.get(`/notes?limit=2&cursor=${first.next_cursor}`)).body
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(written.toReversed())
  })

  it('of another organization are not visible', async () => {
    const own = await lapwing({ operations: withNotes })
    await writeNotes(own, titles(2))
    for (const path of ['/notes', '/notes-by-title'])
      expect((await own.get(path, { key: keys.other })).body.data).toEqual([])
    expect((await own.get('/activity', { key: keys.other })).text).not.toContain('note')
  })
})

describe('cursors', () => {
  const cursorOf = async (own: TestLapwing, path: string, key = keys.write): Promise<string> => {
    const { next_cursor: cursor } = (await own.get(`${path}?limit=1`, { key })).body
    expect(cursor).toEqual(expect.any(String))
    return cursor
  }

  it('are opaque: they contain no readable id, title or time', async () => {
    const own = await lapwing({ operations: withNotes })
    const [, id] = await writeNotes(own, titles(2))
    expect(await cursorOf(own, '/notes')).not.toContain(id)
    expect(await cursorOf(own, '/notes-by-title')).not.toContain('note')
  })

  it('are refused if changed, truncated, extended or forged', async () => {
    const own = await lapwing({ operations: withNotes })
    await writeNotes(own, titles(3))
    const cursor = await cursorOf(own, '/notes')
    const flip = (at: number): string => cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1)
    const forged = [
      flip(0),
      flip(20),
      flip(cursor.length - 2),
      cursor.slice(0, -1),
      `${cursor}A`,
      `${cursor}=`,
      `%20${cursor}`,
    ]
    const made = [
      '',
      'x',
      'AAAAAAAAAAAAAAAA',
      'null',
      '%00',
      '%ff',
      Buffer.from('["a"]').toString('base64url'),
      'x'.repeat(1001),
    ]
    for (const wrong of [...forged, ...made]) {
      const { status, body } = await own.get(`/notes?cursor=${wrong}`)
      expect([wrong, status]).toEqual([wrong, 400])
      expect(body.error.code).toBe('invalid_request')
      expect(body.error.message).toMatch(/^cursor: /)
    }
    expect((await own.get(`/notes?cursor=${cursor}&cursor=${cursor}`)).status).toBe(400)
  })

  it('belong to the list they came from', async () => {
    const own = await lapwing({ operations: withNotes })
    await writeNotes(own, titles(2))
    for (const [from, to] of [
      ['/notes', '/notes-by-title'],
      ['/notes-by-title', '/notes'],
      ['/notes', '/activity'],
      ['/locations', '/notes'],
    ] as const) {
      const { status, body } = await own.get(`${to}?cursor=${await cursorOf(own, from)}`)
      expect(status).toBe(400)
      expect(body.error.message).toMatch(/^cursor: malformed/)
    }
  })

  it.each(['/notes', '/notes-by-title', '/locations'])('belong to their organization: %s', async (path) => {
    const own = await lapwing({ operations: withNotes })
    await writeNotes(own, titles(2))
    await writeNotes(own, titles(2), keys.other)
    const cursor = await cursorOf(own, path)
    expect((await own.get(`${path}?cursor=${cursor}`, { key: keys.read })).status).toBe(200)
    expect((await own.get(`${path}?cursor=${cursor}`, { key: keys.other })).status).toBe(400)
  })

  it('of an item are invalid once it is deleted', async () => {
    const own = await lapwing({ operations: withNotes })
    const written = await writeNotes(own, titles(3))
    const cursor = await cursorOf(own, '/notes')
    await own.ask('DELETE', `/notes/${written[2]}`)
    const { status, body } = await own.get(`/notes?cursor=${cursor}`)
    expect(status).toBe(400)
    expect(body.error).toMatchObject({
      code: 'invalid_request',
      message: 'cursor: cursor no longer valid, restart from the first page',
    })
  })

  it('of a position stay valid after the deletion of their item', async () => {
    const own = await lapwing({ operations: withNotes })
    const written = await writeNotes(own, titles(3))
    const cursor = await cursorOf(own, '/notes-by-title')
    await own.ask('DELETE', `/notes/${written[0]}`)
    const { status, body } = await own.get(`/notes-by-title?cursor=${cursor}`)
    expect(status).toBe(200)
    expect(body.data.map(({ title }: { title: string }) => title)).toEqual(['note 001', 'note 002'])
  })

  it('stay valid after a restart and at another replica', async () => {
    const first = await lapwing({ operations: withNotes })
    await writeNotes(first, titles(2))
    const cursor = await cursorOf(first, '/notes')
    const second = await lapwing({ operations: withNotes, database: first.database, clock: first.clock })
    expect((await second.get(`/notes?cursor=${cursor}`)).body.data).toHaveLength(1)
  })
})

describe('every response', () => {
  it.each(['/v1/me', '/v1/nowhere', '/', '/healthz', '/ping/nobody', '/calendar/on-call/nobody.ics'])(
    'has security headers: %s',
    async (path) => {
      const { headers } = await fetch(app().origin + path)
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      })
    },
  )

  it.each(['/locations', '/monitors', '/activity'])('is also found with a trailing slash: %s', async (path) => {
    expect((await app().get(`${path}/`)).body).toEqual((await app().get(path)).body)
    expect((await app().ask('PUT', `${path}/`)).status).toBe(405)
  })
})

describe('a single line of text', () => {
  it.each([
    ['/contacts', { name: 'Ada\nLovelace', email: 'ada@example.com' }, 'name: must be one line'],
    ['/contact-groups', { name: 'On\rcall' }, 'name: must be one line'],
    [
      '/monitors',
      { name: 'Shop\r\nX', type: 'http', target: 'https://a.example/', interval: 60 },
      'name: must be one line',
    ],
    [
      '/monitors',
      { name: 'Shop', type: 'http', target: 'https://a.example/\n.b', interval: 60 },
      'target: must be one line',
    ],
  ])('is refused with a line break: %s', async (path, body, message) => {
    const answer = await app().post(path, body)
    expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringContaining(message)])
  })

  it('is required for every token', async () => {
    const config = { authType: 'bearer', bearerToken: 'a\r\nX-Admin: yes' }
    const answer = await app().post('/monitors', {
      name: 'Shop',
      type: 'http',
      target: 'https://a.example/',
      interval: 60,
      config,
    })
    expect(answer.body.error.message).toContain('config.bearerToken: must not contain line breaks')
  })
})

it('a date-time without an offset is refused with a hint', async () => {
  const { status, body } = await app().post('/maintenance-windows', {
    name: 'Upgrade',
    startsAt: '2026-03-01T12:00:00',
    durationMinutes: 60,
  })
  expect([status, body.error.message]).toEqual([400, 'startsAt: must have a UTC offset, such as Z or +01:00'])
})
