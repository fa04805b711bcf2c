// Announcements of users on status pages.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Answered, type Ask, keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { type Fields, expectRefusal } from '../../kit/resources/monitors.ts'

const app = sharedLapwing()

let slugs = 0
async function newPage(fields: Fields = {}, ask: Ask = {}): Promise<any> {
  const { status, body, text } = await app().post('/status-pages', { slug: `p-${++slugs}0`, name: 'P', ...fields }, ask)
  expect(status, text).toBe(201)
  return body
}

let page: any
beforeAll(async () => {
  page = await newPage({ components: [{ name: 'A' }, { name: 'B' }] })
})

const pathOf = (pageId: string, id = ''): string => `/status-pages/${pageId}/announcements${id && `/${id}`}`
const least = { title: 'Trouble', body: 'We are looking into it.' }

function announce(fields: Fields = {}, ask: Ask & { on?: string } = {}): Promise<Answered> {
  app().clock.advance(1)
  return app().post(pathOf(ask.on ?? page.id), { ...least, ...fields }, ask)
}

async function announced(fields: Fields = {}, ask: Ask & { on?: string } = {}): Promise<any> {
  const answer = await announce(fields, ask)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

function say(id: string, body: unknown, ask: Ask = {}): Promise<Answered> {
  app().clock.advance(1)
  return app().ask('PATCH', pathOf(page.id, id), { ...ask, body })
}

describe('announcing', () => {
  it('returns 201 with the announcement; its body is its first update', async () => {
    const { status, body } = await announce()
    const now = app().clock.now().toISOString()
    expect(status).toBe(201)
    expect(body).toEqual({
      object: 'announcement',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'incident',
      ...least,
      status: 'investigating',
      severity: 'minor',
      affected_component_ids: [],
      affected_monitor_ids: [],
      scheduled_start: null,
      scheduled_end: null,
      source_incident_id: null,
      resolved_at: null,
      created_at: now,
      updated_at: now,
      updates: [{ id: expect.any(String), body: least.body, status: 'investigating', created_at: now }],
    })
    expect((await app().get(pathOf(page.id, body.id), { key: keys.read })).body).toEqual(body)
  })

  it.each(['investigating', 'identified', 'monitoring', 'resolved'])('can start as %s', async (status) => {
    const body = await announced({ status, severity: 'critical' })
    expect(body).toMatchObject({ status, severity: 'critical', updates: [{ status }] })
    expect(body.resolved_at).toBe(status === 'resolved' ? body.created_at : null)
  })

  it('accepts components of this page, and refuses other ids with 400', async () => {
    const [{ id }] = page.components
    const stranger = (await newPage({ components: [{ name: 'C' }] })).components[0].id
    expect((await announced({ affectedComponentIds: [id, id] })).affected_component_ids).toEqual([id])
    expectRefusal(await announce({ affectedComponentIds: [id, stranger] }), 400, new RegExp(`: ${stranger}$`))
  })

  it.each<[string, Fields]>([
    ['title', { title: undefined }],
    ['title', { title: '' }],
    ['title', { title: 't'.repeat(201) }],
    ['body', { body: undefined }],
    ['body', { body: '' }],
    ['body', { body: 'b'.repeat(5001) }],
    ['status', { status: 'scheduled' }],
    ['severity', { severity: 'huge' }],
    ['affectedComponentIds', { affectedComponentIds: ['x'] }],
    ['type', { type: 'maintenance' }],
    ['scheduledStart', { scheduledStart: '2026-03-01T00:00:00Z' }],
  ])('refuses a wrong %s with 400', async (field, fields) => {
    expectRefusal(await announce(fields), 400, new RegExp(field))
  })

  it('accepts the longest texts, and runs once for one Idempotency-Key', async () => {
    const ask = { headers: { 'idempotency-key': randomUUID() } }
    const fields = { title: 't'.repeat(200), body: 'b'.repeat(5000) }
    const [first, again] = [await announced(fields, ask), await announced(fields, ask)]
    expect(again.id).toBe(first.id)
  })
})

describe('updating an announcement', () => {
  it('appends an update and keeps the first one', async () => {
    const { id } = await announced()
    const { status, body } = await say(id, { body: 'It is the database.', status: 'identified' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ body: least.body, status: 'identified', resolved_at: null })
    expect(body.updates.map(({ body }: any) => body)).toEqual([least.body, 'It is the database.'])
    expect(body.updated_at).toBe(app().clock.now().toISOString())
  })

  it('closes it with resolved, and reopens it with any other status', async () => {
    const { id } = await announced()
    const over = (await say(id, { body: 'Done.', status: 'resolved' })).body
    expect(over.resolved_at).toBe(app().clock.now().toISOString())
    const still = (await say(id, { body: 'Really.', status: 'resolved' })).body
    expect(still.resolved_at).toBe(over.resolved_at)
    const again = (await say(id, { body: 'Not quite.', status: 'monitoring' })).body
    expect(again).toMatchObject({ status: 'monitoring', resolved_at: null })
    expect(again.updates).toHaveLength(4)
  })

  it.each<[string, unknown]>([
    ['status', { body: 'x' }],
    ['body', { status: 'resolved' }],
    ['body', { body: '', status: 'resolved' }],
    ['body', { body: 'b'.repeat(5001), status: 'resolved' }],
    ['status', { body: 'x', status: 'over' }],
    ['title', { body: 'x', status: 'resolved', title: 'Other' }],
  ])('requires both fields: a wrong %s is 400', async (field, body) => {
    const { id } = await announced()
    expectRefusal(await say(id, body), 400, new RegExp(field))
  })
})

describe('the list', () => {
  it('has the newest first, with updates, page by page', async () => {
    const own = await newPage()
    const ids: string[] = []
    for (let n = 0; n < 3; n++) ids.unshift((await announced({}, { on: own.id })).id)
    const first = (await app().get(`${pathOf(own.id)}?limit=2`)).body
    expect(first).toMatchObject({ object: 'list', has_more: true })
    expect(first.data.map(({ id }: any) => id)).toEqual(ids.slice(0, 2))
    expect(first.data[0].updates).toHaveLength(1)
    const rest = (await app().get(`${pathOf(own.id)}?limit=2&cursor=${first.next_cursor}`)).body
    expect(rest).toMatchObject({ has_more: false, data: [{ id: ids[2] }] })
    for (const limit of ['0', '101', 'x'])
      expectRefusal(await app().get(`${pathOf(own.id)}?limit=${limit}`), 400, /limit/)
  })

  it('excludes deleted announcements', async () => {
    const own = await newPage()
    const { id } = await announced({}, { on: own.id })
    const gone = await app().ask('DELETE', pathOf(own.id, id))
    expect(gone).toMatchObject({ status: 200, body: { object: 'deleted', id, deleted: true } })
    expect((await app().get(pathOf(own.id))).body.data).toEqual([])
    for (const method of ['GET', 'DELETE'])
      expectRefusal(await app().ask(method, pathOf(own.id, id)), 404, 'Announcement not found')
    const patch = await app().ask('PATCH', pathOf(own.id, id), { body: { body: 'x', status: 'resolved' } })
    expectRefusal(patch, 404, 'Announcement not found')
  })
})

it('announcements belong to their page and their organization', async () => {
  const { id } = await announced()
  const elsewhere = await newPage()
  expectRefusal(await app().get(pathOf(elsewhere.id, id)), 404, 'Announcement not found')
  expectRefusal(await app().get(pathOf(page.id, id), { key: keys.other }), 404, 'Status page not found')
  expectRefusal(await announce({}, { key: keys.other }), 404, 'Status page not found')
  expectRefusal(await announce({}, { key: keys.read }), 403, /write/)
})

it('the activity log records each step', async () => {
  const own = await newPage()
  const { id } = await announced({}, { on: own.id })
  app().clock.advance(1)
  await app().ask('PATCH', pathOf(own.id, id), { body: { body: 'Done.', status: 'resolved' } })
  app().clock.advance(1)
  await app().ask('DELETE', pathOf(own.id, id))
  const { data } = (await app().get(`/activity?entity_type=status_page&entity_id=${own.id}`)).body
  expect(data.map(({ action }: any) => action)).toEqual([
    'status_page.incident_deleted',
    'status_page.incident_updated',
    'status_page.incident_created',
    'status_page.created',
  ])
  expect(data[1].changes).toMatchObject({ announcement: { id, title: 'Trouble', status: 'resolved' } })
})
