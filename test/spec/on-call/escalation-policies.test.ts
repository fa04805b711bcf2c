import { beforeAll, describe, expect, it } from 'vitest'
import type { User } from '../../../src/domain/caller.ts'
import {
  createContactMethod,
  deleteContactMethod,
  listContactMethods,
} from '../../../src/operations/on-call/contact-methods.ts'
import { createChannel, deleteChannel, updateChannel } from '../../../src/operations/channels/write.ts'
import { type Dashboard, dashboardOf } from '../../kit/people/dashboard.ts'
import { type Answered, keys, lapwing, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { type Fields, expectRefusal, inDatabase } from '../../kit/resources/monitors.ts'
import { atOnce, crew, limitedKey, makePolicy, makeSchedule, peopleOf } from '../../kit/people/on-call.ts'
import { activityOf, createGroup, makeGroup } from '../../kit/people/people.ts'
import { sql } from '../../../src/store/database/sql.ts'

const app = sharedLapwing({ provision: crew })
let dashboard: Dashboard
let people: Record<string, User>
let page: object[]
beforeAll(async () => {
  dashboard = dashboardOf(app())
  people = await peopleOf(app())
  page = atOnce({ type: 'user', id: people['ada']!.id })
})

const create = (fields: Fields = {}, key = keys.write): Promise<Answered> =>
  app().post('/escalation-policies', { name: 'Production', steps: page, ...fields }, { key })
const change = (id: string, body: Fields): Promise<Answered> => {
  app().clock.advance(1)
  return app().ask('PATCH', `/escalation-policies/${id}`, { body })
}

describe('an escalation policy', () => {
  it('pages schedules, people, contact groups and channels, step by step', async () => {
    const schedule = await makeSchedule(app())
    const group = await makeGroup(app())
    const hook = { name: 'Hook', type: 'webhook', config: { url: 'https://hooks.example.com/x' } }
    const channel = (await dashboard.ask(createChannel, { body: hook })).body
    const first = [
      { type: 'schedule', id: schedule.id },
      { type: 'user', id: people['ada']!.id },
    ]
    const second = [
      { type: 'contact_group', id: group.id },
      { type: 'channel', id: channel.id },
    ]
    const steps = [
      { delayMinutes: 0, targets: first },
      { delayMinutes: 15, targets: second },
    ]
    const made = await makePolicy(app(), { steps, repeatCount: 2 })
    expect(made).toEqual({
      object: 'escalation_policy',
      managed: null,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Production',
      repeat_count: 2,
      steps: [
        { delay_minutes: 0, targets: first },
        { delay_minutes: 15, targets: second },
      ],
      created_at: app().clock.now().toISOString(),
      updated_at: app().clock.now().toISOString(),
    })
    expect((await app().get(`/escalation-policies/${made.id}`)).body).toEqual(made)
    expect((await app().get('/escalation-policies')).body.data[0]).toEqual(made)
  })

  it('runs once by default', async () => {
    expect((await create()).body).toMatchObject({ repeat_count: 0 })
  })

  it.each<[string, Fields, string | RegExp]>([
    ['no steps', { steps: [] }, 'steps: Array must contain at least 1 element(s)'],
    [
      'a step for nobody',
      { steps: [{ delayMinutes: 0, targets: [] }] },
      'steps[0].targets: Array must contain at least 1 element(s)',
    ],
    [
      'a delay of more than a day',
      { steps: [{ delayMinutes: 1441, targets: [{ type: 'channel', id: 1 }] }] },
      'steps[0].delayMinutes: Number must be less than or equal to 1440',
    ],
    ['more than ten repetitions', { repeatCount: 11 }, 'repeatCount: Number must be less than or equal to 10'],
    [
      'a number for a person',
      { steps: atOnce({ type: 'user', id: 5 }) },
      'steps[0].targets[0].id: Expected string, received number',
    ],
    [
      'a text for a channel',
      { steps: atOnce({ type: 'channel', id: '5' }) },
      'steps[0].targets[0].id: Expected number, received string',
    ],
    ['a target that is nothing', { steps: atOnce({ type: 'dog', id: 1 }) }, /^steps\[0\]\.targets\[0\]\.type: /],
  ])('is refused with %s', async (_case, fields, message) => {
    expectRefusal(await create(fields), 400, message)
  })

  it('refuses unknown targets and lists them', async () => {
    const oscar = (await peopleOf(app(), { key: keys.other }))['oscar']!.id
    const steps = atOnce(
      { type: 'user', id: oscar },
      { type: 'schedule', id: 987_654 },
      { type: 'channel', id: 987_654 },
    )
    expectRefusal(
      await create({ steps }),
      400,
      `steps: unknown target(s) in this organization: user ${oscar}, schedule 987654, channel 987654`,
    )
  })

  it('refuses the contact method of a user as a channel', async () => {
    const method = await dashboard.ask(createContactMethod, {
      user: people['ada'],
      body: { type: 'webhook', config: { url: 'https://hooks.example.com/ada' } },
    })
    expectRefusal(await create({ steps: atOnce({ type: 'channel', id: method.body.id }) }), 400, /unknown target/)
  })

  it('shows the targets that still exist', async () => {
    const group = await makeGroup(app())
    const { id } = await makePolicy(app(), {
      steps: atOnce({ type: 'contact_group', id: group.id }, { type: 'user', id: people['ada']!.id }),
    })
    await app().ask('DELETE', `/contact-groups/${group.id}?force=true`)
    expect((await app().get(`/escalation-policies/${id}`)).body.steps[0].targets).toEqual([
      { type: 'user', id: people['ada']!.id },
    ])
  })

  it('can be updated, and keeps omitted fields', async () => {
    const made = await makePolicy(app(), { steps: page })
    expect((await change(made.id, { repeatCount: 3 })).body).toMatchObject({
      name: 'Production',
      repeat_count: 3,
      steps: made.steps,
    })
    expect(
      (await change(made.id, { steps: [{ delayMinutes: 7, targets: [{ type: 'user', id: people['ben']!.id }] }] })).body
        .steps,
    ).toEqual([{ delay_minutes: 7, targets: [{ type: 'user', id: people['ben']!.id }] }])
    expect((await activityOf(app(), made.id)).map(({ action }) => action)).toEqual([
      'escalation_policy.updated',
      'escalation_policy.updated',
      'escalation_policy.created',
    ])
  })

  it('escalates the alerts of its contact groups, and cannot be deleted while it has one', async () => {
    const { id } = await makePolicy(app(), { steps: page })
    const group = await makeGroup(app(), { name: 'Shop', escalationPolicyId: id })
    expect(group.escalation_policy).toEqual({ id, name: 'Production' })
    expectRefusal(
      await app().ask('DELETE', `/escalation-policies/${id}`),
      409,
      'Production escalates the alerts of Shop; remove it there first',
    )
    app().clock.advance(1)
    const freed = await app().ask('PATCH', `/contact-groups/${group.id}`, { body: { escalationPolicyId: null } })
    expect(freed.body.escalation_policy).toBeNull()
    expect((await activityOf(app(), group.id))[0].changes).toMatchObject({ escalation_policy: { from: id, to: null } })
    expect((await app().ask('DELETE', `/escalation-policies/${id}`)).body).toEqual({
      object: 'deleted',
      id,
      deleted: true,
    })
    expect((await app().ask('DELETE', `/escalation-policies/${id}`)).status).toBe(404)
  })

  it('is refused for a group if it does not exist', async () => {
    const other = await makePolicy(
      app(),
      { steps: atOnce({ type: 'user', id: (await peopleOf(app(), { key: keys.other }))['oscar']!.id }) },
      { key: keys.other },
    )
    expectRefusal(
      await createGroup(app(), { escalationPolicyId: other.id }),
      400,
      `escalationPolicyId: unknown escalation policy id in this organization: ${other.id}`,
    )
  })

  it('is limited by the plan, which counts it', async () => {
    const lena = (await peopleOf(app(), { key: limitedKey }))['lena']!.id
    const steps = atOnce({ type: 'user', id: lena })
    expect((await create({ steps }, limitedKey)).status).toBe(201)
    expectRefusal(await create({ steps }, limitedKey), 403, /escalation_policies is 1/)
    expect((await app().get('/plan', { key: limitedKey })).body).toMatchObject({
      limits: { escalation_policies: 1 },
      usage: { escalation_policies: 1 },
    })
  })
})

describe('a contact method', () => {
  const ntfy = { type: 'ntfy', config: { topic: 'ada-on-call', token: 'hunter2' } }
  const add = (user: string, body: Fields = ntfy) => dashboard.ask(createContactMethod, { user: people[user], body })
  const methods = async (user: string): Promise<any[]> =>
    (await dashboard.ask(listContactMethods, { user: people[user] })).body.data

  it('has any channel type, belongs to one user, and keeps its secrets', async () => {
    const { status, body } = await add('cleo')
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body).toMatchObject({
      object: 'contact_method',
      id: expect.any(Number),
      name: 'ntfy',
      type: 'ntfy',
      config: { token: '__redacted__' },
    })
    expect(body.config).not.toHaveProperty('contact_group_ids')
    expect(await methods('cleo')).toEqual([body])
    expect(await methods('ben')).toEqual([])
    const stored = await inDatabase<{ secrets: Buffer; config: object }>(
      app(),
      sql`select secrets, config from notification_channels where id = ${body.id}`,
    )
    expect(stored[0]!.secrets.toString()).not.toContain('hunter2')
    expect(JSON.stringify(stored[0]!.config)).not.toContain('hunter2')
  })

  it('is not among the channels of the organization, and counts against no limit', async () => {
    const { id } = (await add('cleo')).body
    const before = (await app().get('/plan')).body.usage.notification_channels
    expect((await app().get(`/notification-channels/${id}`)).status).toBe(404)
    expect(
      (await app().get('/notification-channels?limit=100')).body.data.map((channel: any) => channel.id),
    ).not.toContain(id)
    expect((await dashboard.ask(updateChannel, { id, body: { name: 'Mine' } })).status).toBe(404)
    expect((await dashboard.ask(deleteChannel, { id })).status).toBe(404)
    const fallback = {
      name: 'Hook',
      type: 'webhook',
      config: { url: 'https://hooks.example.com/x' },
      fallbackChannelId: id,
    }
    expect((await dashboard.ask(createChannel, { body: fallback })).status).toBe(400)
    await add('cleo')
    expect((await app().get('/plan')).body.usage.notification_channels).toBe(before)
  })

  it.each<[string, Fields, string | RegExp]>([
    ['an unknown kind', { type: 'pigeon' }, /^type: Invalid value\. Allowed values: /],
    ['a config that its kind refuses', { type: 'ntfy', config: {} }, /^config\.topic: Required/],
    [
      'groups',
      { ...ntfy, config: { ...ntfy.config, contact_group_ids: [] } },
      'config.contact_group_ids: must be left out of a contact method',
    ],
  ])('is refused with %s', async (_case, body, message) => {
    expectRefusal((await add('ben', body)) as Answered, 400, message)
  })

  it('can only be deleted by its owner', async () => {
    const { id } = (await add('cleo')).body
    expect((await dashboard.ask(deleteContactMethod, { id, user: people['ben'] })).status).toBe(404)
    expect((await dashboard.ask(deleteContactMethod, { id, user: people['cleo'] })).body).toEqual({
      object: 'deleted',
      id: String(id),
      deleted: true,
    })
    expect((await methods('cleo')).map((method) => method.id)).not.toContain(id)
  })

  it('is deleted with its owner', async () => {
    const own = await lapwing({ provision: crew })
    const there = dashboardOf(own)
    const ben = (await peopleOf(own))['ben']!
    await there.ask(createContactMethod, { user: ben, body: ntfy })
    await inDatabase(own, sql`delete from members where user_id = ${ben.id}`)
    expect(await inDatabase(own, sql`select id from notification_channels`)).toEqual([])
  })
})

describe('the people of an organization', () => {
  it('are listed, so that they can be on call', async () => {
    const { body } = await app().get('/users', { key: keys.read })
    expect(body).toMatchObject({ object: 'list', has_more: false })
    expect(body.data.map(({ name, role }: User) => `${name} ${role}`).toSorted()).toEqual([
      'Ada owner',
      'Ben member',
      'Cleo member',
    ])
    expect(Object.keys(body.data[0])).toEqual(['object', 'id', 'name', 'email', 'role', 'created_at'])
  })
})
