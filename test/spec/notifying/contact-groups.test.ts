import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sql } from '../../../src/store/database/sql.ts'
import { rulesAt } from '../../kit/resources/alert-rules.ts'
import { type Answered, type Ask, keys, lapwing, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { type Fields, expectRefusal, inDatabase, make } from '../../kit/resources/monitors.ts'
import { activityOf, createGroup, defaultGroup, makeContact, makeGroup } from '../../kit/people/people.ts'

const app = sharedLapwing()
const { added } = rulesAt(app)

const change = (id: string, body: Fields, ask: Ask = {}): Promise<Answered> => {
  app().clock.advance(1)
  return app().ask('PATCH', `/contact-groups/${id}`, { ...ask, body })
}
const remove = (id: string, query = ''): Promise<Answered> => {
  app().clock.advance(1)
  return app().ask('DELETE', `/contact-groups/${id}${query}`)
}
const read = async (id: string): Promise<any> => (await app().get(`/contact-groups/${id}`)).body
const asMember = ({ id, name, email }: { id: string; name: string; email: string }) => ({ id, name, email })

describe('a contact group', () => {
  it('is created from a name', async () => {
    const made = await makeGroup(app(), { name: 'Operations' })
    expect(made).toEqual({
      object: 'contact_group',
      managed: null,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Operations',
      description: null,
      is_default: false,
      all_members: false,
      member_count: 0,
      escalation_policy: null,
      members: [],
      users: [],
      created_at: app().clock.now().toISOString(),
      updated_at: app().clock.now().toISOString(),
    })
    expect(await read(made.id)).toEqual(made)
  })

  it('has a description and members if wanted, the members by name', async () => {
    const zoe = await makeContact(app(), { name: 'Zoe' })
    const adam = await makeContact(app(), { name: 'adam' })
    const made = await makeGroup(app(), {
      description: 'Who is up',
      contactIds: [zoe.id, adam.id.toUpperCase(), zoe.id],
    })
    expect(made).toMatchObject({ description: 'Who is up', member_count: 2, members: [adam, zoe].map(asMember) })
    expect(await read(made.id)).toEqual(made)
  })

  it.each([
    [{ name: '' }, 'name: String must contain at least 1 character(s)'],
    [{ name: 'x'.repeat(101) }, 'name: String must contain at most 100 character(s)'],
    [{ name: undefined }, 'name: Required'],
    [{ description: 'x'.repeat(501) }, 'description: String must contain at most 500 character(s)'],
    [{ description: 5 }, 'description: Expected string, received number'],
    [{ contactIds: ['ada'] }, 'contactIds[0]: must be a valid UUID'],
    [
      { contactIds: Array.from({ length: 1001 }, () => randomUUID()) },
      'contactIds: Array must contain at most 1000 element(s)',
    ],
    [{ isDefault: true }, 'isDefault: unsupported field'],
  ] as [Fields, string][])('cannot be created or updated as %j', async (fields, message) => {
    expectRefusal(await createGroup(app(), fields), 400, message)
    if (Object.values(fields).includes(undefined)) return
    expectRefusal(await change((await makeGroup(app())).id, fields), 400, message)
  })

  it('may have a thousand members', async () => {
    const own = await lapwing()
    const { organization } = (await own.get('/me')).body
    await inDatabase(
      own,
      sql`
      insert into contacts (organization_id, id, name, email, created_at, updated_at)
      select ${organization.id}, gen_random_uuid(), 'Person ' || n, 'person' || n || '@example.com', ${own.clock.now()}, ${own.clock.now()}
      from generate_series(1, 1000) n`,
    )
    const rows = await inDatabase<{ id: string }>(own, sql`select id from contacts`)
    const made = await makeGroup(own, { contactIds: rows.map(({ id }) => id) })
    expect(made.member_count).toBe(1000)
    expect(made.members).toHaveLength(1000)
  })

  it('cannot have unknown members; the response lists them', async () => {
    const [mine, theirs] = [await makeContact(app()), await makeContact(app(), {}, { key: keys.other })]
    const missing = randomUUID()
    const contactIds = [missing, mine.id, theirs.id]
    const message = `contactIds: unknown contact id(s) in this organization: ${missing}, ${theirs.id}`
    expectRefusal(await createGroup(app(), { contactIds }), 400, message)
    const { id } = await makeGroup(app(), { contactIds: [mine.id] })
    expectRefusal(await change(id, { name: 'Never', contactIds }), 400, message)
    expect(await read(id)).toMatchObject({ members: [asMember(mine)] })
  })
})

describe('the name of a group', () => {
  it('is unique in the organization, ignoring case', async () => {
    await makeGroup(app(), { name: 'Front Office' })
    for (const name of ['Front Office', 'front office', ' FRONT OFFICE ']) {
      const answer = await createGroup(app(), { name })
      expectRefusal(answer, 409, 'A contact group named Front Office already exists')
      expect(answer.body.error.code).toBe('conflict')
      expectRefusal(await change((await makeGroup(app())).id, { name }), 409, /named Front Office already exists/)
    }
    await makeGroup(app(), { name: 'Front Office' }, { key: keys.other })
  })

  it('ignores case in any alphabet', async () => {
    await makeGroup(app(), { name: 'Ärzte' })
    expectRefusal(await createGroup(app(), { name: 'ÄRZTE' }), 409, /named Ärzte already exists/)
  })

  it('can change its case', async () => {
    const { id } = await makeGroup(app(), { name: 'back office' })
    expect((await change(id, { name: 'Back Office' })).body.name).toBe('Back Office')
  })

  it('is taken by one of several concurrent requests', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => createGroup(app(), { name: 'Race' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })
})

describe('a change of a group', () => {
  it('keeps omitted fields, and clears the description with null', async () => {
    const ada = await makeContact(app())
    const made = await makeGroup(app(), { description: 'Who is up', contactIds: [ada.id] })
    const { body } = await change(made.id, { description: null })
    expect(body).toEqual({ ...made, description: null, updated_at: app().clock.now().toISOString() })
    expect(await read(made.id)).toEqual(body)
  })

  it('replaces all members, even with none', async () => {
    const people = await Promise.all(['A', 'B', 'C'].map((name) => makeContact(app(), { name })))
    const [a, b, c] = people.map(({ id }) => id)
    const { id } = await makeGroup(app(), { contactIds: [a, b] })
    expect((await change(id, { contactIds: [b, c] })).body).toMatchObject({
      member_count: 2,
      members: people.slice(1).map(asMember),
    })
    expect((await app().get(`/contacts/${a}`)).body.groups).toEqual([])
    expect((await change(id, { description: 'Same people' })).body.member_count).toBe(2)
    expect((await change(id, { contactIds: [] })).body).toMatchObject({ member_count: 0, members: [] })
  })

  it('that changes nothing is not recorded', async () => {
    const ada = await makeContact(app())
    const made = await makeGroup(app(), { contactIds: [ada.id] })
    expect((await change(made.id, { name: made.name, description: null, contactIds: [ada.id, ada.id] })).body).toEqual(
      made,
    )
    expect(await activityOf(app(), made.id)).toHaveLength(1)
  })
})

describe('the list of groups', () => {
  it('has the newest first, without members, and stays in place when the item of a cursor is deleted', async () => {
    const own = await lapwing()
    const everyone = await defaultGroup(own)
    const ada = await makeContact(own)
    const made: any[] = [everyone]
    for (let n = 0; n < 4; n++) {
      const { members: _, users: __, ...group } = await makeGroup(own, { contactIds: [ada.id] })
      made.unshift(group)
    }
    const first = (await own.get('/contact-groups?limit=2')).body
    expect(first.data).toEqual(made.slice(0, 2))
    expect(first.data[0]).toMatchObject({ member_count: 1 })
    await own.ask('DELETE', `/contact-groups/${made[1].id}`)
    const second = (await own.get(`/contact-groups?limit=2&cursor=${first.next_cursor}`)).body
    expect(second.data).toEqual(made.slice(2, 4))
    const third = (await own.get(`/contact-groups?limit=2&cursor=${second.next_cursor}`)).body
    expect(third).toEqual({ object: 'list', data: [everyone], has_more: false, next_cursor: null })
  })
})

describe('the default group', () => {
  it('exists in every organization', async () => {
    for (const key of [keys.write, keys.other])
      expect(await defaultGroup(app(), { key })).toMatchObject({
        name: 'Everyone',
        is_default: true,
        all_members: true,
      })
  })

  it('can be changed like any other', async () => {
    const own = await lapwing()
    const { id } = await defaultGroup(own)
    const ada = await makeContact(own)
    const { body } = await own.ask('PATCH', `/contact-groups/${id}`, {
      body: { name: 'All hands', contactIds: [ada.id] },
    })
    expect(body).toMatchObject({ name: 'All hands', is_default: true, members: [asMember(ada)] })
  })

  it.each(['', '?force=false', '?force=true'])('cannot be deleted%s', async (query) => {
    const { id } = await defaultGroup(app())
    const answer = await remove(id, query)
    expectRefusal(answer, 409, /default group/)
    expect(answer.body.error.code).toBe('conflict')
    expect((await read(id)).id).toBe(id)
  })
})

describe('a deleted group', () => {
  it('is confirmed and deleted, and its members stay', async () => {
    const ada = await makeContact(app())
    const { id } = await makeGroup(app(), { contactIds: [ada.id] })
    const answer = await remove(id)
    expect([answer.status, answer.body]).toEqual([200, { object: 'deleted', id, deleted: true }])
    expect((await app().get(`/contact-groups/${id}`)).status).toBe(404)
    expect((await remove(id)).status).toBe(404)
    expect((await app().get(`/contacts/${ada.id}`)).body.groups).toEqual([])
  })

  it.each(['yes', '1', 'TRUE', ''])('refuses force=%s', async (force) => {
    const { id } = await makeGroup(app())
    expectRefusal(await remove(id, `?force=${force}`), 400, /^force: /)
  })
})

describe('a group in use', () => {
  /** A group that two rules, one monitor and one channel use. */
  async function used() {
    const [group, other] = [await makeGroup(app(), { name: `Used ${randomUUID()}` }), await makeGroup(app())]
    const monitor = await make(app(), { config: { notificationGroupIds: [other.id, group.id] } })
    const [first, second] = [await make(app()), await make(app())]
    const rules = [
      await added(first.id, { contactGroupId: group.id }),
      await added(second.id, { contactGroupId: group.id }),
    ]
    const { organization } = (await app().get('/me')).body
    const [channel] = await inDatabase<{ id: number }>(
      app(),
      sql`
      insert into notification_channels (organization_id, name, type, enabled, is_default, severity_filter, config, created_at, updated_at)
      values (
        ${organization.id}, 'Hook', 'webhook', true, false, '{critical}',
        ${JSON.stringify({ contact_group_ids: [group.id, other.id] })}, ${app().clock.now()}, ${app().clock.now()}
      )
      returning id`,
    )
    return { group, other, monitor, rules, channelId: channel!.id }
  }
  const ruleNow = async ({ id, monitor_id }: any): Promise<any> =>
    (await app().get(`/monitors/${monitor_id}/alert-rules/${id}`)).body

  it('is not deleted; the response counts its uses', async () => {
    const { group, monitor, rules, channelId } = await used()
    const message = new RegExp(
      `^${group.name} is used by 2 alert rules, 1 monitor and 1 notification channel; .*force=true`,
    )
    for (const query of ['', '?force=false']) expectRefusal(await remove(group.id, query), 409, message)
    expect((await ruleNow(rules[0])).contact_group.id).toBe(group.id)
    expect((await app().get(`/monitors/${monitor.id}`)).body.config.notificationGroupIds).toContain(group.id)
    expect((await app().get(`/notification-channels/${channelId}`)).body.config.contact_group_ids).toContain(group.id)
  })

  it('is refused with the only resource that uses it', async () => {
    const group = await makeGroup(app())
    await make(app(), { config: { notificationGroupIds: [group.id] } })
    expectRefusal(await remove(group.id), 409, /is used by 1 monitor;/)
  })

  it('is deleted with force, and removed from everything that used it', async () => {
    const { group, other, monitor, rules, channelId } = await used()
    expect((await remove(group.id, '?force=true')).body).toEqual({ object: 'deleted', id: group.id, deleted: true })
    const now = app().clock.now().toISOString()
    for (const rule of rules)
      expect(await ruleNow(rule)).toEqual({
        ...rule,
        contact_group: null,
        rule_version: rule.rule_version + 1,
        updated_at: now,
      })
    const changed = (await app().get(`/monitors/${monitor.id}`)).body
    expect([changed.config.notificationGroupIds, changed.updated_at]).toEqual([[other.id], now])
    expect((await app().get(`/notification-channels/${channelId}`)).body).toMatchObject({
      config: { contact_group_ids: [other.id] },
      routes: [{ contact_group: { id: other.id, name: other.name } }],
      updated_at: now,
    })
    expect((await app().get(`/contact-groups/${group.id}`)).status).toBe(404)
  })

  it('leaves no monitor with a deleted group, even with concurrent requests', async () => {
    for (let round = 0; round < 5; round++) {
      const group = await makeGroup(app())
      const { id } = await make(app())
      const config = { notificationGroupIds: [group.id] }
      const [deleted, changed] = await Promise.all([
        app().ask('DELETE', `/contact-groups/${group.id}?force=true`),
        app().ask('PATCH', `/monitors/${id}`, { body: { config } }),
      ])
      expect(deleted.status).toBe(200)
      expect([200, 400]).toContain(changed.status)
      expect((await app().get(`/monitors/${id}`)).body.config.notificationGroupIds ?? []).toEqual([])
    }
  })
})

describe('the number of groups a plan has', () => {
  const key = 'lw_test_two_groups_0123456789ab'
  const provision = `
organizations:
  - name: Small
    limits: { contact_groups: 2 }
    apiKeys: [ { name: rw, scope: write, key: ${key} } ]
`
  it('is never exceeded, the response names the limit, and the default group does not count', async () => {
    const own = await lapwing({ provision })
    expect((await own.get('/plan', { key })).body.usage.contact_groups).toBe(0)
    const { id } = await makeGroup(own, {}, { key })
    await makeGroup(own, {}, { key })
    const refused = await createGroup(own, {}, { key })
    expectRefusal(refused, 403, /limit contact_groups is 2/)
    expect(refused.body.error.code).toBe('forbidden')
    expect((await own.get('/plan', { key })).body).toMatchObject({
      limits: { contact_groups: 2 },
      usage: { contact_groups: 2 },
    })
    await own.ask('DELETE', `/contact-groups/${id}`, { key })
    await makeGroup(own, {}, { key })
  })
})

describe('the activity log', () => {
  it('records changes of a group, and whether a deletion was forced', async () => {
    const ada = await makeContact(app())
    const plain = await makeGroup(app(), { name: 'Logged' })
    await change(plain.id, { name: 'Logged again', contactIds: [ada.id] })
    await remove(plain.id)
    const events = await activityOf(app(), plain.id)
    expect(events.map(({ action }) => action)).toEqual([
      'contact_group.deleted',
      'contact_group.updated',
      'contact_group.created',
    ])
    expect(events[0]).toMatchObject({ entity_type: 'contact_group', entity_name: 'Logged again' })
    expect(events[0].changes).not.toHaveProperty('forced')
    expect(events[1].changes).toMatchObject({
      name: { from: 'Logged', to: 'Logged again' },
      members: { from: [], to: [ada.id] },
    })
    const forced = await makeGroup(app())
    await make(app(), { config: { notificationGroupIds: [forced.id] } })
    await remove(forced.id, '?force=true')
    expect((await activityOf(app(), forced.id))[0]).toMatchObject({
      action: 'contact_group.deleted',
      changes: { forced: true },
    })
  })
})
