// From the installation's mail server and the organization's providers to being woken.
import { expect, it } from 'vitest'
import { lapwing, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { crew, makePolicy, peopleOf } from '../../kit/people/on-call.ts'
import { makeGroup } from '../../kit/people/people.ts'
import { signedIn } from '../../kit/people/signed-in.ts'
import { fail, openIncident } from '../../kit/resources/incidents.ts'
import { inDatabase, make } from '../../kit/resources/monitors.ts'
import { logOf, passUntil } from '../../kit/resources/notifying.ts'
import { type MailSink, startMailSink } from '../../kit/servers/mail-sink.ts'
import { callBack, startTwilio, twilioAccount } from '../../kit/vendors/twilio.ts'

const roles = { LAPWING_ROLES: 'server,housekeeper,notifier' }
const mailTo = ({ port }: MailSink) => ({
  ...roles,
  LAPWING_MAIL_URL: `smtp://127.0.0.1:${port}?secure=none`,
  LAPWING_MAIL_FROM: 'Lapwing <lapwing@example.com>',
})
const subjectIn = (content: string): string => /^Subject: (.*)$/m.exec(content)![1]!.trim()

it('with a mail server of the installation, one switch wakes a person by email', async () => {
  const sink = await startMailSink()
  const app = await lapwing({ provision: crew, env: mailTo(sink) })
  const ada = await signedIn(app)
  const paging = async () => (await ada.ask('GET', '/dashboard/my-paging')).body
  const names = { method: 'E-Mail', schedule: 'Erste Linie', layer: 'Wöchentlich', policy: 'Bereitschaft' }
  const turn = (on: boolean, person = ada) => person.ask('PUT', '/dashboard/my-paging/email', { body: { on, names } })
  const mailed = async (count: number): Promise<string[]> => {
    await passUntil(app, () => sink.emails.length >= count)
    return sink.emails.slice(count - 1).map(({ to, content }) => `${to}: ${subjectIn(content)}`)
  }

  // The switch, and the incidents that are open before.
  const before = await openIncident(app, { name: 'Shop' })
  expect(await paging()).toMatchObject({
    ways: [],
    escalations: [],
    on_call: [],
    email: { on: false, available: true },
  })
  expect((await ada.ask('POST', '/dashboard/my-paging/test')).status).toBe(409)
  const announced = sql`select from incidents where id = ${before.id} and told_groups <> '{}'`
  await passUntil(app, async () => (await inDatabase(app, announced)).length > 0)

  const { body } = await turn(true)
  expect(body).toMatchObject({
    ways: [{ type: 'email', name: 'E-Mail', recipient: 'ada@example.com' }],
    silenced: null,
    on_call: [{ schedule: 'Erste Linie', until: null }],
    escalations: ['Bereitschaft'],
    email: { on: true },
  })
  expect((await turn(true)).body.ways, 'again').toHaveLength(1)

  const policy = (await app.get('/escalation-policies')).body.data[0]
  const { body: reach } = await ada.ask('GET', `/dashboard/escalation-policies/${policy.id}/reach`)
  expect(reach.waiting_incidents).toBe(1)
  const { status, body: started } = await ada.ask('POST', `/dashboard/escalation-policies/${policy.id}/start`)
  expect([status, started.incident_ids]).toEqual([202, [before.id]])
  expect(await mailed(1)).toEqual([expect.stringMatching(/^ada@example\.com: .*Shop/)])
  expect(sink.emails[0]!.content).toContain('You are paged')
  expect((await ada.ask('GET', `/dashboard/escalation-policies/${policy.id}/reach`)).body.waiting_incidents).toBe(0)

  await openIncident(app, { name: 'Mail gateway' })
  expect(await mailed(2)).toEqual([expect.stringMatching(/^ada@example\.com: .*Mail gateway/)])
  expect((await ada.ask('POST', '/dashboard/my-paging/test')).body).toMatchObject({ ways: 1 })
  expect(await mailed(3)).toEqual([expect.stringMatching(/^ada@example\.com: .*[Tt]est/)])

  expect((await turn(false)).body).toMatchObject({ ways: [], email: { on: false }, escalations: ['Bereitschaft'] })
  const ben = await signedIn(app, { user: (await peopleOf(app))['ben']! })
  expect((await turn(true, ben)).body, 'the schedule of others is theirs').toMatchObject({
    escalations: [],
    email: { on: true },
  })
  await turn(false, ben)

  // An email channel needs no server, its tests go to the user, and members are recipients.
  const { status: madeStatus, body: channel } = await ada.ask('POST', '/dashboard/notification-channels', {
    body: { name: 'Email', type: 'email', isDefault: true, config: {} },
  })
  expect([madeStatus, channel.config]).toMatchObject([201, { server: 'installation' }])
  const { body: kinds } = await ada.ask('GET', '/dashboard/channel-kinds')
  const fields = kinds.data.find(({ type }: any) => type === 'email').config
  expect(fields[0]).toMatchObject({ key: 'server', default: 'installation' })
  const count = sink.emails.length
  await ada.ask('POST', `/notification-channels/${channel.id}/test`)
  expect(await mailed(count + 1)).toEqual([expect.stringMatching(/^ada@example\.com: /)])

  const group = (await app.get('/contact-groups')).body.data.find((one: any) => one.is_default)
  expect(group).toMatchObject({ all_members: true, member_count: 3 })
  const people = await peopleOf(app)
  const team = (await makeGroup(app, { userIds: [people['ben']!.id] })) as any
  expect(team).toMatchObject({ member_count: 1, users: [{ email: 'ben@example.com' }], members: [] })
  const { id } = await make(app, { name: 'Wiki', config: { notificationGroupIds: [team.id] } })
  await fail(app, id)
  expect(await mailed(count + 2)).toEqual([expect.stringMatching(/^ben@example\.com: .*Wiki/)])
  await openIncident(app, { name: 'Forum' })
  await mailed(count + 5)
  expect(
    sink.emails
      .slice(count + 2)
      .map(({ to }) => to)
      .sort(),
    'the page wins',
  ).toEqual(['ada@example.com', 'ben@example.com', 'cleo@example.com'])
  const own = { server: 'own', from: 'a@example.com' }
  const refused = await ada.ask('POST', '/dashboard/notification-channels', {
    body: { name: 'Own', type: 'email', config: own },
  })
  expect([refused.status, refused.body.error.message]).toEqual([400, 'config.host: Required'])
})

const app = sharedLapwing({ provision: crew, env: roles })
const phone = '+491701234567'

it('through a provider of the organization, a person enters only a number, is paged at it, and replies', async () => {
  const twilio = await startTwilio()
  const ada = await signedIn(app())
  const { body: none } = await ada.ask('PUT', '/dashboard/my-paging/email', { body: { on: true } })
  expect(none.error.message).toContain('No mail server is configured')
  const config = { ...twilioAccount, url: twilio.origin, replies: true }
  const { body: provider } = await ada.ask('POST', '/dashboard/notification-channels', {
    body: { name: 'Texts', type: 'twilio_sms', config },
  })
  const user = (await peopleOf(app()))['ben']!
  const ben = await signedIn(app(), { user })
  const add = (body: object) => ben.ask('POST', '/dashboard/contact-methods', { body })
  expect((await add({ type: 'twilio_sms', config })).body.error.message).toMatch(/^channelId: /)
  expect((await add({ channelId: provider.id })).body.error.message).toBe('phone: Required')
  expect((await add({ channelId: 999_999, phone })).status).toBe(400)
  const { status, body: method } = await add({ channelId: provider.id, phone })
  expect([status, method]).toMatchObject([
    201,
    { type: 'twilio_sms', config: { to: '__redacted__' }, provider: { id: provider.id, name: 'Texts' } },
  ])
  expect((await ben.ask('GET', '/dashboard/my-paging')).body).toMatchObject({
    ways: [{ type: 'twilio_sms', recipient: '+49***67' }],
    providers: [{ channel_id: provider.id, needs_phone: true }],
  })

  const targets = [{ type: 'user', id: user.id }]
  const policy = await makePolicy(app(), { name: 'Ben', steps: [{ delayMinutes: 0, targets }] })
  const group = await makeGroup(app(), { escalationPolicyId: policy.id })
  const { id } = await make(app(), { name: 'Shop', config: { notificationGroupIds: [group.id] } })
  const incident = await fail(app(), id)
  await passUntil(app(), () => twilio.sent().length > 0)
  expect(twilio.sent()[0]).toMatchObject({ To: phone, From: twilioAccount.from })
  await passUntil(app(), async () => (await logOf(app(), incident.id)).some((one) => one.status === 'sent'))

  const url = `${app().origin}/callbacks/${provider.id}`
  const form = { MessageSid: 'SM1', From: phone, To: twilioAccount.from, Body: '1' }
  expect((await callBack({ url, form })).text).toContain('Acknowledged by Ben')
  expect((await app().get(`/incidents/${incident.id}`)).body).toMatchObject({ acknowledged_by: 'Ben' })

  const remove = (query = '') => ada.ask('DELETE', `/dashboard/notification-channels/${provider.id}${query}`)
  expect((await remove()).status).toBe(409)
  expect((await remove('?force=true')).status).toBe(200)
  expect((await ben.ask('GET', '/dashboard/contact-methods')).body.data).toEqual([])
  expect((await app().get('/notification-channels')).body.data).toEqual([])
})
