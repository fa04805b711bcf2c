// Buttons of vendors: an alert that is acknowledged in one place is acknowledged everywhere.
import { expect, it } from 'vitest'
import { openIncident } from '../../kit/resources/incidents.ts'
import type { TestLapwing } from '../../kit/lapwing/lapwing.ts'
import { signedIn } from '../../kit/people/signed-in.ts'
import { allDelivered, lapwingWithChannels } from '../../kit/resources/notifying.ts'
import type { VendorCallback } from '../../kit/servers/vendors/callback.ts'
import { startDiscord } from '../../kit/servers/vendors/discord.ts'
import { startPushover } from '../../kit/servers/vendors/pushover.ts'
import { startSlack } from '../../kit/servers/vendors/slack.ts'
import { startTelegram } from '../../kit/servers/vendors/telegram.ts'

async function ready() {
  const [slack, discord, telegram, pushover] = await Promise.all([
    startSlack(),
    startDiscord(),
    startTelegram(),
    startPushover(),
  ])
  const channels = [
    { name: 'slack', type: 'slack', default: true, config: slack.botConfig },
    { name: 'discord', type: 'discord', default: true, config: discord.config },
    { name: 'telegram', type: 'telegram', default: true, config: telegram.config },
    { name: 'pushover', type: 'pushover', default: true, config: pushover.config },
  ]
  const users = [{ name: 'Ada', email: 'ada@example.test', role: 'member' }]
  const app = await lapwingWithChannels({ channels, users })
  const { data } = (await app.get('/notification-channels')).body
  const idOf = (name: string): number => data.find((channel: any) => channel.name === name).id
  /** Sends a request of a vendor to its channel, as the vendor would. */
  const call = async (name: string, { url = '', headers, body }: VendorCallback) => {
    const { search } = new URL(url, app.origin)
    const address = `${app.origin}/callbacks/${idOf(name)}${search}`
    const response = await fetch(address, { method: 'POST', headers, body })
    return { status: response.status, text: await response.text() }
  }
  /** Opens an incident and finds its message at each vendor. */
  const open = async () => {
    const incident = await openIncident(app)
    await allDelivered(app)
    const newest = <Id>(messages: ReadonlyMap<Id, unknown>): Id => [...messages.keys()].at(-1)!
    return {
      id: incident.id as number,
      ts: newest(slack.messages),
      messageId: newest(discord.messages),
      telegramId: newest(telegram.messages),
      receipt: newest(pushover.emergencies),
    }
  }
  return { app, slack, discord, telegram, pushover, call, open }
}

async function acknowledged(app: TestLapwing, id: number): Promise<string> {
  const { type, actor, data } = (await app.get(`/incidents/${id}/timeline`)).body.data.find(
    (event: any) => event.type === 'acknowledged',
  )
  return `${type} by ${actor} through ${data.through}`
}

it('acknowledges through Slack, Discord, Telegram and Pushover, and changes all messages in place', async () => {
  const { app, slack, discord, telegram, pushover, call, open } = await ready()
  const replies: [string, (sent: Awaited<ReturnType<typeof open>>) => VendorCallback, string][] = [
    ['slack', ({ ts }) => slack.click(ts, 'acknowledge', { at: app.clock.now() }), 'Ada through Slack'],
    [
      'discord',
      ({ messageId }) => discord.click(messageId, 'acknowledge', { at: app.clock.now() }),
      'Ada Lovelace through Discord',
    ],
    ['telegram', ({ telegramId }) => telegram.click(telegramId, 'Acknowledge'), 'Ada Lovelace through Telegram'],
    ['pushover', ({ receipt }) => pushover.acknowledge(receipt), 'ada-phone through Pushover'],
  ]
  for (const [name, reply, who] of replies) {
    const sent = await open()
    expect(slack.buttons(sent.ts), name).toEqual(['acknowledge', 'resolve', 'mute'])
    expect(await call(name, reply(sent)), name).toMatchObject({ status: 200 })
    expect(await acknowledged(app, sent.id)).toBe(`acknowledged by ${who}`)
    await allDelivered(app)
    expect(slack.messages.get(sent.ts).text, name).toContain('ACKNOWLEDGED')
    expect(slack.buttons(sent.ts), name).toEqual(['resolve', 'mute'])
    expect(discord.buttons(sent.messageId), name).toEqual(['resolve', 'mute'])
    expect(telegram.buttons(sent.telegramId), name).toEqual(['Resolve', 'Mute for 1 h'])
    expect(pushover.emergencies.get(sent.receipt)!.cancelled, name).toBe(true)
  }
  expect([slack.messages.size, discord.messages.size, telegram.messages.size]).toEqual([4, 4, 4])
})

it('refuses replays, forgeries and the buttons of another channel', async () => {
  const { app, slack, telegram, discord, call, open } = await ready()
  const sent = await open()
  const at = app.clock.now()
  const muting = slack.click(sent.ts, 'mute', { at })
  for (const _ of [1, 2]) expect((await call('slack', muting)).status).toBe(200)
  expect(slack.whispers).toEqual(['This reply was already used'])
  expect((await call('slack', slack.click(sent.ts, 'resolve', { at, secret: 'guess' }))).status).toBe(401)
  const foreign = telegram.messages.get(sent.telegramId).reply_markup.inline_keyboard[0][0].callback_data.slice(2)
  const [{ blocks }] = slack.messages.get(sent.ts).attachments
  blocks.at(-1).elements.find(({ action_id }: any) => action_id === 'acknowledge').value = foreign
  expect((await call('slack', slack.click(sent.ts, 'acknowledge', { at }))).status).toBe(200)
  expect(slack.whispers).toHaveLength(2)
  expect((await call('telegram', discord.click(sent.messageId, 'acknowledge', { at }))).status).toBe(401)
  expect((await app.get(`/incidents/${sent.id}`)).body.status).toBe('firing')
})

it('refuses the click of someone who was removed from the organization', async () => {
  const { app, slack, call, open } = await ready()
  const sent = await open()
  const owner = await signedIn(app)
  const { data } = (await owner.ask('GET', '/dashboard/members')).body
  const ada = data.find(({ email }: any) => email === 'ada@example.test')
  expect((await owner.ask('DELETE', `/dashboard/members/${ada.id}`)).status).toBe(200)
  const at = app.clock.now()
  for (const action of ['acknowledge', 'resolve', 'mute'])
    expect((await call('slack', slack.click(sent.ts, action, { at }))).status).toBe(200)
  const refusal = 'Ada Lovelace is not a member of this organization'
  expect(slack.whispers).toEqual([refusal, refusal, refusal])
  expect((await app.get(`/incidents/${sent.id}`)).body.status).toBe('firing')
  expect((await app.get('/maintenance-windows')).body.data).toEqual([])
})
