import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Answered, type Ask, keys, lapwing, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { type Fields, expectRefusal } from '../../kit/resources/monitors.ts'
import { activityOf, createContact, makeContact, makeGroup } from '../../kit/people/people.ts'

const app = sharedLapwing()

const change = (id: string, body: Fields, ask: Ask = {}): Promise<Answered> => {
  app().clock.advance(1)
  return app().ask('PATCH', `/contacts/${id}`, { ...ask, body })
}
const read = async (id: string): Promise<any> => (await app().get(`/contacts/${id}`)).body
const named = ({ id, name }: { id: string; name: string }) => ({ id, name })

describe('a contact', () => {
  it('is created from a name and an email address', async () => {
    const made = await makeContact(app(), { name: 'Ada Lovelace', email: 'ada@shop.example.com' })
    expect(made).toEqual({
      object: 'contact',
      managed: null,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Ada Lovelace',
      email: 'ada@shop.example.com',
      phone: null,
      groups: [],
      created_at: app().clock.now().toISOString(),
      updated_at: app().clock.now().toISOString(),
    })
    expect(await read(made.id)).toEqual(made)
  })

  it('has a phone number and groups if wanted, the groups by name', async () => {
    const [night, day] = [await makeGroup(app(), { name: 'night' }), await makeGroup(app(), { name: 'Day' })]
    const made = await makeContact(app(), {
      phone: '+49 (0)30 123-45/67.8',
      groupIds: [night.id, day.id.toUpperCase(), night.id],
    })
    expect(made).toMatchObject({ phone: '+49 (0)30 123-45/67.8', groups: [named(day), named(night)] })
    expect(await read(made.id)).toEqual(made)
  })

  it.each(['030 901820 ext. 12', 'x'.repeat(30), '☎ 112', ''])('accepts %j as a phone number', async (phone) => {
    const made = await makeContact(app(), { phone })
    expect([made.phone, (await app().get(`/contacts/${made.id}`)).body.phone]).toEqual([phone, phone])
  })

  it.each([
    [{ name: '' }, 'name: String must contain at least 1 character(s)'],
    [{ name: '   ' }, 'name: String must contain at least 1 character(s)'],
    [{ name: 'x'.repeat(101) }, 'name: String must contain at most 100 character(s)'],
    [{ name: undefined }, 'name: Required'],
    [{ name: 5 }, 'name: Expected string, received number'],
    [{ email: undefined }, 'email: Required'],
    [{ email: 'ada' }, 'email: must be a valid email address'],
    [{ email: 'ada@example.com\nBcc: all@example.com' }, 'email: must be a valid email address'],
    [{ phone: '1'.repeat(31) }, 'phone: String must contain at most 30 character(s)'],
    [{ phone: '030 123\n456' }, 'phone: must be one line'],
    [{ phone: 5 }, 'phone: Expected string, received number'],
    [{ groupIds: 'all' }, 'groupIds: Expected array, received string'],
    [{ groupIds: ['ops'] }, 'groupIds[0]: must be a valid UUID'],
    [
      { groupIds: Array.from({ length: 51 }, () => randomUUID()) },
      'groupIds: Array must contain at most 50 element(s)',
    ],
    [{ name: '', phone: 'x'.repeat(31) }, /^name: .*; phone: /],
  ] as [Fields, string | RegExp][])('cannot be created or updated as %j', async (fields, message) => {
    expectRefusal(await createContact(app(), fields), 400, message)
    if (Object.values(fields).includes(undefined)) return
    expectRefusal(await change((await makeContact(app())).id, fields), 400, message)
  })

  it('accepts the longest name and phone number, and fifty groups', async () => {
    const groups = await Promise.all(Array.from({ length: 50 }, () => makeGroup(app())))
    const fields = { name: 'ä'.repeat(100), phone: '1'.repeat(30), groupIds: groups.map(({ id }) => id) }
    const made = await makeContact(app(), fields)
    expect(made).toMatchObject({ name: fields.name, phone: fields.phone })
    expect(made.groups).toHaveLength(50)
  })

  it('cannot be in unknown groups; the response lists them', async () => {
    const [mine, theirs] = [await makeGroup(app()), await makeGroup(app(), {}, { key: keys.other })]
    const missing = randomUUID()
    const message = `groupIds: unknown contact group id(s) in this organization: ${missing}, ${theirs.id}`
    const groupIds = [mine.id, missing, theirs.id]
    expectRefusal(await createContact(app(), { groupIds }), 400, message)
    const { id } = await makeContact(app(), { groupIds: [mine.id] })
    expectRefusal(await change(id, { name: 'Never', groupIds }), 400, message)
    expect(await read(id)).toMatchObject({ name: 'Ada', groups: [named(mine)] })
  })
})

describe('an email address', () => {
  it('is unique in the organization, ignoring case, and stored as sent', async () => {
    const made = await makeContact(app(), { name: 'Grace', email: 'Grace.Hopper@Example.com' })
    expect(made.email).toBe('Grace.Hopper@Example.com')
    const message = 'Grace already has the email address Grace.Hopper@Example.com'
    for (const email of ['Grace.Hopper@Example.com', 'grace.hopper@example.com', 'GRACE.HOPPER@EXAMPLE.COM']) {
      const answer = await createContact(app(), { email })
      expectRefusal(answer, 409, message)
      expect(answer.body.error.code).toBe('conflict')
      expectRefusal(await change((await makeContact(app())).id, { email }), 409, message)
    }
  })

  it('can change its case', async () => {
    const { id } = await makeContact(app(), { email: 'joan@example.com' })
    expect((await change(id, { email: 'Joan@Example.com' })).body.email).toBe('Joan@Example.com')
  })

  it('may be in use in another organization', async () => {
    await makeContact(app(), { email: 'shared@example.com' })
    await makeContact(app(), { email: 'shared@example.com' }, { key: keys.other })
  })

  it('is free again when its contact is deleted', async () => {
    const { id } = await makeContact(app(), { email: 'again@example.com' })
    await app().ask('DELETE', `/contacts/${id}`)
    await makeContact(app(), { email: 'AGAIN@example.com' })
  })

  it('is taken by one of two concurrent requests', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => createContact(app(), { email: 'race@example.com' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })
})

describe('a change of a contact', () => {
  it('keeps omitted fields', async () => {
    const group = await makeGroup(app())
    const made = await makeContact(app(), { phone: '112', groupIds: [group.id] })
    const { body } = await change(made.id, { name: 'Ada King' })
    expect(body).toEqual({ ...made, name: 'Ada King', updated_at: app().clock.now().toISOString() })
    expect(await read(made.id)).toEqual(body)
  })

  it('clears the phone number with null', async () => {
    const { id } = await makeContact(app(), { phone: '112' })
    expect((await change(id, { phone: null })).body.phone).toBeNull()
    expect((await change(id, { phone: '110' })).body.phone).toBe('110')
  })

  it('replaces all groups, even with none', async () => {
    const groups = await Promise.all([1, 2, 3].map((n) => makeGroup(app(), { name: `Replaced ${n}` })))
    const [one, two, three] = groups.map(({ id }) => id)
    const { id } = await makeContact(app(), { groupIds: [one, two] })
    const after = await change(id, { groupIds: [two, three] })
    expect(after.body.groups).toEqual(groups.slice(1).map(named))
    expect((await change(id, { phone: '112' })).body.groups).toEqual(groups.slice(1).map(named))
    expect((await change(id, { groupIds: [] })).body.groups).toEqual([])
    expect((await app().get(`/contact-groups/${two}`)).body).toMatchObject({ member_count: 0, members: [] })
  })

  it('that changes nothing is not recorded', async () => {
    const group = await makeGroup(app())
    const made = await makeContact(app(), { groupIds: [group.id] })
    expect((await change(made.id, { name: made.name, groupIds: [group.id, group.id] })).body).toEqual(made)
    expect((await change(made.id, {})).body).toEqual(made)
    expect(await activityOf(app(), made.id)).toHaveLength(1)
  })

  it('cannot clear required fields', async () => {
    const { id } = await makeContact(app())
    expectRefusal(await change(id, { name: null }), 400, 'name: Expected string, received null')
    expectRefusal(await change(id, { email: null }), 400, 'email: Expected string, received null')
    expectRefusal(await change(id, { groupIds: null }), 400, 'groupIds: Expected array, received null')
  })
})

describe('a deleted contact', () => {
  it('is confirmed, deleted, and removed from every group', async () => {
    const groups = await Promise.all([makeGroup(app()), makeGroup(app())])
    const { id } = await makeContact(app(), { groupIds: groups.map((group) => group.id) })
    const answer = await app().ask('DELETE', `/contacts/${id}`)
    expect([answer.status, answer.body]).toEqual([200, { object: 'deleted', id, deleted: true }])
    expect((await app().get(`/contacts/${id}`)).status).toBe(404)
    expect((await app().ask('DELETE', `/contacts/${id}`)).status).toBe(404)
    for (const group of groups)
      expect((await app().get(`/contact-groups/${group.id}`)).body).toMatchObject({ member_count: 0, members: [] })
  })
})

describe('the list of contacts', () => {
  it('has the newest first, page by page, and stays in place when the item of a cursor is deleted', async () => {
    const own = await lapwing()
    const made: any[] = []
    for (let n = 0; n < 7; n++) made.unshift(await makeContact(own))
    const first = (await own.get('/contacts?limit=3')).body
    expect(first.data).toEqual(made.slice(0, 3))
    expect(first.has_more).toBe(true)
    await own.ask('DELETE', `/contacts/${made[2].id}`)
    await makeContact(own)
    const second = (await own.get(`/contacts?limit=3&cursor=${first.next_cursor}`)).body
    expect(second.data).toEqual(made.slice(3, 6))
    const third = (await own.get(`/contacts?limit=3&cursor=${second.next_cursor}`)).body
    expect(third).toEqual({ object: 'list', data: made.slice(6), has_more: false, next_cursor: null })
  })

  it('lists contacts of the same millisecond once each', async () => {
    const own = await lapwing()
    for (let n = 0; n < 6; n++) await own.post('/contacts', { name: 'Twin', email: `twin-${n}@example.com` })
    const seen: string[] = []
    for (let cursor = ''; ;) {
      const { data, next_cursor } = (await own.get(`/contacts?limit=2${cursor}`)).body
      seen.push(...data.map(({ email }: { email: string }) => email))
      if (next_cursor === null) break
      cursor = `&cursor=${next_cursor}`
    }
    expect(seen.sort()).toEqual([0, 1, 2, 3, 4, 5].map((n) => `twin-${n}@example.com`))
  })

  it('has only those of the organization', async () => {
    const theirs = await makeContact(app(), {}, { key: keys.other })
    const { data } = (await app().get('/contacts?limit=100')).body
    expect(data.map(({ id }: { id: string }) => id)).not.toContain(theirs.id)
    expect((await app().get(`/contacts/${theirs.id}`)).status).toBe(404)
  })

  it('refuses the cursor of another list', async () => {
    const { next_cursor } = (await app().get('/contacts?limit=1')).body
    expectRefusal(await app().get(`/contact-groups?cursor=${next_cursor}`), 400, /^cursor: malformed/)
    expectRefusal(await app().get(`/contacts?cursor=${next_cursor}`, { key: keys.other }), 400, /^cursor: malformed/)
  })
})

describe('the number of contacts a plan has', () => {
  const key = 'lw_test_two_contacts_0123456789'
  const provision = `
organizations:
  - name: Small
    limits: { contacts: 2 }
    apiKeys: [ { name: rw, scope: write, key: ${key} } ]
`
  it('is never exceeded, and the response names the limit', async () => {
    const own = await lapwing({ provision })
    const ask = { key, headers: { 'idempotency-key': 'second' } }
    const first = await makeContact(own, {}, { key })
    const body = { name: 'Second', email: 'second@example.com' }
    const second = await own.post('/contacts', body, ask)
    const refused = await createContact(own, {}, { key })
    expectRefusal(refused, 403, /limit contacts is 2/)
    expect(refused.body.error.code).toBe('forbidden')
    const replayed = await own.post('/contacts', body, ask)
    expect([replayed.status, replayed.body]).toEqual([201, second.body])
    expect(replayed.headers.get('idempotency-replay')).toBe('true')
    expect((await own.get('/plan', { key })).body).toMatchObject({ limits: { contacts: 2 }, usage: { contacts: 2 } })
    await own.ask('DELETE', `/contacts/${first.id}`, { key })
    const answers = await Promise.all([1, 2, 3].map(() => createContact(own, {}, { key })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403])
  })
})

describe('the activity log', () => {
  it('records changes of a contact with their user', async () => {
    const group = await makeGroup(app())
    const { id } = await makeContact(app(), { name: 'Ada', email: 'log@example.com' })
    await change(id, { name: 'Ada King', phone: '112', groupIds: [group.id] })
    app().clock.advance(1)
    await app().ask('DELETE', `/contacts/${id}`)
    const events = await activityOf(app(), id)
    expect(events.map(({ action }) => action)).toEqual(['contact.deleted', 'contact.updated', 'contact.created'])
    expect(events[0]).toMatchObject({ entity_type: 'contact', entity_name: 'Ada King', actor: { name: 'rw' } })
    expect(events[1].changes).toMatchObject({
      name: { from: 'Ada', to: 'Ada King' },
      phone: { from: null, to: '112' },
      groups: { from: [], to: [group.id] },
      via: 'api',
    })
    expect(events[2].changes).toMatchObject({ email: { from: null, to: 'log@example.com' } })
  })
})
