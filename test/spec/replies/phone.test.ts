import { beforeAll, expect, it } from 'vitest'
import { sql } from '../../../src/store/database/sql.ts'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { crew, makePolicy, peopleOf } from '../../kit/people/on-call.ts'
import { makeContact, makeGroup } from '../../kit/people/people.ts'
import { signedIn } from '../../kit/people/signed-in.ts'
import { fail } from '../../kit/resources/incidents.ts'
import { inDatabase, make } from '../../kit/resources/monitors.ts'
import { logOf, passUntil } from '../../kit/resources/notifying.ts'
import { startReceiver } from '../../kit/resources/receiver.ts'
import { callBack, startTwilio, twilioAccount } from '../../kit/vendors/twilio.ts'

const app = sharedLapwing({ provision: crew, env: { LAPWING_ROLES: 'server,housekeeper,notifier' } })
const [adasPhone, bensPhone] = ['+491701234567', '+4915112345678']

let twilio: Awaited<ReturnType<typeof startTwilio>>
let people: Awaited<ReturnType<typeof peopleOf>>

beforeAll(async () => {
  twilio = await startTwilio()
  people = await peopleOf(app())
  await makeContact(app(), { name: 'Ada', email: 'ada@example.com', phone: '+49 170 1234567' })
})

async function makeChannel(type: string, config: object, key = keys.write): Promise<number> {
  const body = { name: `${type} ${twilio.sid('')}`, type, config: { ...twilioAccount, url: twilio.origin, ...config } }
  const { ask } = await signedIn(app(), { key })
  const answer = await ask('POST', '/dashboard/notification-channels', { body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id
}

/** An incident whose group has these targets, one step after the other; answers when the first was sent. */
async function alarm(
  steps: readonly object[],
  count = () => twilio.sent().length,
): Promise<{ id: number; sent: Record<string, string> }> {
  const policy = await makePolicy(app(), {
    name: `Policy ${twilio.sid('')}`,
    steps: steps.map((target, at) => ({ delayMinutes: at === 0 ? 0 : 30, targets: [target] })),
  })
  const group = await makeGroup(app(), { escalationPolicyId: policy.id })
  const monitor = await make(app(), { name: 'Shop', config: { notificationGroupIds: [group.id] } })
  const before = count()
  const { id } = await fail(app(), monitor.id)
  await passUntil(app(), () => count() > before)
  return { id, sent: twilio.sent().at(-1) ?? {} }
}

async function sentBeyond(count: number): Promise<void> {
  await passUntil(app(), () => twilio.sent().length > count)
}

const incident = async (id: number): Promise<any> => (await app().get(`/incidents/${id}`)).body
const timeline = async (id: number): Promise<any[]> =>
  (await app().get(`/incidents/${id}/timeline?limit=100`)).body.data
const channelTarget = (id: number) => ({ type: 'channel', id })

/** The delivery is in the log. */
const logged = (id: number): Promise<void> =>
  passUntil(app(), async () => (await logOf(app(), id)).some(({ status }) => status === 'sent'))

it('a text message is acknowledged by replying 1, once, and only by the number it was sent to', async () => {
  const channel = await makeChannel('twilio_sms', { to: [adasPhone], replies: true })
  const { id, sent } = await alarm([channelTarget(channel)])
  expect(sent).toMatchObject({ To: adasPhone, Body: expect.stringMatching(/^DOWN Shop: .*\nReply 1 to acknowledge$/s) })
  await logged(id)
  const url = `${app().origin}/callbacks/${channel}`
  const form = { MessageSid: 'SM1', From: adasPhone, To: twilioAccount.from, Body: '1' }
  const refused = [
    await callBack({ url, form, token: 'another token' }),
    await callBack({ url, form: { ...form, AccountSid: `AC${'0'.repeat(32)}` } }),
    await callBack({ url, form, headers: { 'X-Twilio-Signature': '' } }),
    await callBack({ url: `${url}?a=b`, form, headers: { 'X-Twilio-Signature': 'AAAA' } }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  // The same first and last digits, as they are in the log.
  const stranger = await callBack({ url, form: { ...form, From: '+499999999967' } })
  expect(stranger).toMatchObject({ status: 200, text: expect.stringMatching(/<Response><\/Response>$/) })
  const hello = await callBack({ url, form: { ...form, MessageSid: 'SM0', Body: 'Who is this?' } })
  expect(hello.text).toContain('Reply 1 to acknowledge')
  expect((await incident(id)).status).toBe('firing')

  const done = await callBack({ url, form: { ...form, Body: ' ACK ' } })
  expect(done).toMatchObject({
    status: 200,
    type: 'text/xml; charset=utf-8',
    text: expect.stringContaining('<Message>Acknowledged by Ada through text message</Message>'),
  })
  expect(await incident(id)).toMatchObject({ status: 'acknowledged', acknowledged_by: 'Ada' })
  const again = await callBack({ url, form: { ...form, Body: ' ACK ' } })
  expect(again.text).toContain('Already acknowledged by Ada')
  const events = (await timeline(id)).filter(({ type }) => type === 'acknowledged')
  expect(events).toMatchObject([{ actor: 'Ada', data: { through: 'text message' } }])
})

it('a reply cannot act on incidents of another organization', async () => {
  const ours = await makeChannel('twilio_voice', { to: [adasPhone] })
  const { id, sent } = await alarm([channelTarget(ours)])
  const theirs = await makeChannel('twilio_voice', { to: [adasPhone] }, keys.other)
  const url = sent['StatusCallback']!.replace(`/callbacks/${ours}`, `/callbacks/${theirs}`)
  const form = { CallSid: 'CA0', To: adasPhone, CallStatus: 'in-progress', Digits: '1' }
  expect((await callBack({ url, form })).text).toContain('The incident was not found')
  expect((await incident(id)).status).toBe('firing')
})

it('a call is acknowledged with 1, and a machine acknowledges nothing', async () => {
  const ada = await signedIn(app(), { user: people['ada']! })
  const channelId = await makeChannel('twilio_voice', {})
  const body = { channelId, phone: adasPhone }
  const method = await ada.ask('POST', '/dashboard/contact-methods', { body })
  expect(method.status, method.text).toBe(201)
  const { id, sent } = await alarm([{ type: 'user', id: people['ada']!.id }])
  const url = sent['StatusCallback']!
  expect(sent['Twiml']).toContain('Shop is down.')
  const form = { CallSid: 'CA1', To: adasPhone, CallStatus: 'in-progress', Digits: '1' }
  const machine = await callBack({ url, form: { ...form, AnsweredBy: 'machine_start' } })
  expect(machine.text).toContain('<Hangup></Hangup>')
  expect((await incident(id)).status).toBe('firing')
  const person = await callBack({ url, form: { ...form, AnsweredBy: 'human' } })
  expect(person.text).toContain('Acknowledged by Ada through phone call')
  expect(await incident(id)).toMatchObject({ status: 'acknowledged', acknowledged_by: 'Ada' })
  await ada.ask('DELETE', `/dashboard/contact-methods/${method.body.id}`)
})

it('a contact method of an earlier version, with an account of its own, pages and is acknowledged', async () => {
  const { id: userId } = people['ada']!
  const ada = await signedIn(app(), { user: people['ada']! })
  const method = await makeChannel('twilio_voice', { to: [adasPhone] })
  await inDatabase(app(), sql`update notification_channels set user_id = ${userId} where id = ${method}`)
  const { data } = (await ada.ask('GET', '/dashboard/contact-methods')).body
  expect(data).toMatchObject([{ id: method, type: 'twilio_voice', provider: null }])
  const { id, sent } = await alarm([{ type: 'user', id: userId }])
  expect(sent).toMatchObject({ To: adasPhone, From: twilioAccount.from })
  const form = { CallSid: 'CA6', To: adasPhone, CallStatus: 'in-progress', Digits: '1', AnsweredBy: 'human' }
  const answer = await callBack({ url: sent['StatusCallback']!, form })
  expect(answer.text).toContain('Acknowledged by Ada through phone call')
  expect(await incident(id)).toMatchObject({ status: 'acknowledged', acknowledged_by: 'Ada' })
  expect((await ada.ask('DELETE', `/dashboard/contact-methods/${method}`)).status).toBe(200)
})

it('2 passes the call on to the next person now', async () => {
  const [first, second] = [
    await makeChannel('twilio_voice', { to: [adasPhone] }),
    await makeChannel('twilio_voice', { to: [bensPhone] }),
  ]
  const { id, sent } = await alarm([channelTarget(first), channelTarget(second)])
  const before = twilio.sent().length
  const form = { CallSid: 'CA2', To: adasPhone, CallStatus: 'in-progress', Digits: '2' }
  const answer = await callBack({ url: sent['StatusCallback']!, form })
  expect(answer.text).toContain('Passed on to the next step by Ada through phone call')
  await sentBeyond(before)
  expect(twilio.sent().at(-1)).toMatchObject({ To: bensPhone })
  expect((await incident(id)).status).toBe('firing')
})

it('a call that nobody answers failed, and the next person is called at once', async () => {
  const [first, second] = [
    await makeChannel('twilio_voice', { to: [adasPhone] }),
    await makeChannel('twilio_voice', { to: [bensPhone] }),
  ]
  const { id, sent } = await alarm([channelTarget(first), channelTarget(second)])
  await logged(id)
  const before = twilio.sent().length
  const form = { CallSid: 'CA3', To: adasPhone, CallStatus: 'no-answer' }
  for (let times = 0; times < 2; times++)
    expect((await callBack({ url: sent['StatusCallback']!, form })).status).toBe(204)
  await sentBeyond(before)
  expect(twilio.sent().at(-1)).toMatchObject({ To: bensPhone })
  const [call] = await logOf(app(), id)
  expect(call).toMatchObject({ status: 'failed', error: 'nobody answered the call' })
  const retry = await app().post(`/notifications/${call.id}/retry`)
  expect([retry.status, retry.body.error.message]).toEqual([409, expect.stringContaining('Nobody answered this call')])
  const step = (await timeline(id)).find(({ type }) => type === 'escalated')
  expect(step.data.missed).toEqual([expect.stringMatching(/was not reached: nobody answered the call$/)])
})

it('a call through any provider is acknowledged with its secret', async () => {
  const provider = await startReceiver()
  const config = { url: provider.origin, to: [adasPhone], callback_secret: 'a secret of the callbacks' }
  const { ask } = await signedIn(app())
  const channel = await ask('POST', '/dashboard/notification-channels', {
    body: { name: 'PBX', type: 'voice', config },
  })
  expect(channel.status, channel.text).toBe(201)
  const { id } = await alarm([channelTarget(channel.body.id)], () => provider.requests.length)
  const { text, menu, callback_url } = provider.requests[0]!.json()
  expect([text, menu]).toEqual([expect.stringContaining('Shop is down.'), expect.stringMatching(/^Press 1/)])
  const press = (secret: string): Promise<Response> =>
    fetch(callback_url, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ call: 'c1', to: adasPhone, digits: '1' }),
    })
  expect((await press('another secret')).status).toBe(401)
  expect(await (await press(config.callback_secret)).json()).toEqual({ say: 'Acknowledged by Ada through phone call' })
  expect((await incident(id)).status).toBe('acknowledged')
})

it('of several calls, all must be unanswered', async () => {
  const [first, second] = [
    await makeChannel('twilio_voice', { to: [adasPhone, bensPhone] }),
    await makeChannel('twilio_voice', { to: ['+4915100000000'] }),
  ]
  const { id, sent } = await alarm([channelTarget(first), channelTarget(second)])
  await logged(id)
  const url = sent['StatusCallback']!
  await callBack({ url, form: { CallSid: 'CA4', To: adasPhone, CallStatus: 'busy' } })
  expect(await logOf(app(), id)).toMatchObject([{ status: 'sent', error: '+49***67: the line was busy' }])
  const before = twilio.sent().length
  const form = { CallSid: 'CA5', To: bensPhone, CallStatus: 'completed', AnsweredBy: 'machine_end_beep' }
  await callBack({ url, form })
  await sentBeyond(before)
  expect(twilio.sent().at(-1)).toMatchObject({ To: '+4915100000000' })
  expect((await logOf(app(), id))[0]).toMatchObject({
    status: 'failed',
    error: '+49***67: the line was busy; +49***78: a machine answered the call',
  })
})

it('a text message to contacts is acknowledged by a contact, not by a number that looks alike in the log', async () => {
  const { data } = (await app().get('/contacts?limit=100')).body
  const contactId = data.find(({ email }: any) => email === 'ada@example.com').id
  const group = await makeGroup(app(), { contactIds: [contactId] })
  const channel = await makeChannel('twilio_sms', { replies: true, contact_group_ids: [group.id] })
  const monitor = await make(app(), { name: 'Shop', config: { notificationGroupIds: [group.id] } })
  const { id } = await fail(app(), monitor.id)
  await logged(id)
  const url = `${app().origin}/callbacks/${channel}`
  const reply = (MessageSid: string, From: string) =>
    callBack({ url, form: { MessageSid, From, To: twilioAccount.from, Body: '1' } })
  expect((await reply('SM8', '+499999999967')).text).toMatch(/<Response><\/Response>$/)
  expect((await incident(id)).status).toBe('firing')
  expect((await reply('SM9', adasPhone)).text).toContain('Acknowledged by Ada through text message')
})

it('a text message of someone who was removed from the organization acknowledges nothing', async () => {
  const mia = await signedIn(app(), { role: 'member' })
  const phone = '+491701234999'
  const contact = { name: 'Mia', email: mia.user.email, phone }
  const { body } = await app().post('/contacts', contact)
  const group = await makeGroup(app(), { contactIds: [body.id] })
  const channel = await makeChannel('twilio_sms', { replies: true, contact_group_ids: [group.id] })
  const monitor = await make(app(), { name: 'Shop', config: { notificationGroupIds: [group.id] } })
  const { id } = await fail(app(), monitor.id)
  await logged(id)
  const removed = await (await signedIn(app())).ask('DELETE', `/dashboard/members/${mia.user.id}`)
  expect(removed.status).toBe(200)
  const form = { MessageSid: 'SM10', From: phone, To: twilioAccount.from, Body: '1' }
  const { text } = await callBack({ url: `${app().origin}/callbacks/${channel}`, form })
  expect(text).toContain('Mia is not a member of this organization')
  expect((await incident(id)).status).toBe('firing')
})
