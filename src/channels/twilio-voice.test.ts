import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { channelTest, critical } from '../../test/kit/resources/alerts.ts'
import { keepsDeliveryContract, sendContext } from '../../test/kit/checks/channel-contract.ts'
import { type Received, startReceiver } from '../../test/kit/resources/receiver.ts'
import { twilioAccount } from '../../test/kit/vendors/twilio.ts'
import type { CallbackResult, ReplyWays } from './define.ts'
import { twilioVoice } from './twilio-voice.ts'

const { account_sid } = twilioAccount
const config = { ...twilioAccount, to: ['+491701234567'] }
const callbackUrl = 'https://lapwing.example/callbacks/7'
const reply: ReplyWays = { link: () => '', token: () => '', callbackUrl }

keepsDeliveryContract({
  kind: twilioVoice,
  config: (origin) => ({ ...config, url: origin }),
  accepts(request: Received): void {
    expect(request.path).toBe(`/2010-04-01/Accounts/${account_sid}/Calls.json`)
    const { To, From, Twiml, Timeout, MachineDetection } = Object.fromEntries(request.form())
    expect([To, From, Timeout, MachineDetection]).toEqual([config.to[0], config.from, '25', 'DetectMessageEnd'])
    expect(Twiml!.length).toBeLessThanOrEqual(4000)
    expect(Twiml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?><Response>.+<\/Response>$/)
  },
  accepted: { status: 201, body: '{"sid":"CA1","status":"queued"}' },
})

async function formOf(more: object, alert = critical, ways: ReplyWays | null = reply) {
  const receiver = await startReceiver({ status: 201 })
  await twilioVoice.send(alert, { ...config, ...more, url: receiver.origin }, sendContext({ reply: ways }))
  return Object.fromEntries(receiver.requests[0]!.form())
}

const spoken = (twiml: string): string[] =>
  [...twiml.matchAll(/<Say language="(.*?)">(.*?)<\/Say>/g)].map(([, language, text]) => `${language} ${text}`)

describe('a call through Twilio', () => {
  it('reads the alert and the menu twice, and waits for a key', async () => {
    const { Twiml, StatusCallback } = await formOf({})
    const text = 'en-US Alert from Lapwing. Shop is down. Success is false.'
    const menu = 'en-US Press 1 to acknowledge. Press 2 to pass it on to the next person.'
    expect(spoken(Twiml!)).toEqual([
      text,
      menu,
      text,
      menu,
      expect.stringContaining('The incident is not acknowledged'),
    ])
    const address = `${callbackUrl}?key=lapwing-7d0b5a8e-4711&calls=1`
    expect(Twiml).toContain(`<Gather input="dtmf" numDigits="1" timeout="8" action="${address.replace('&', '&amp;')}"`)
    expect(StatusCallback).toBe(address)
  })

  it('offers the menu in German', async () => {
    const { Twiml } = await formOf({ language: 'de', detect_machines: false })
    expect(spoken(Twiml!).slice(0, 2)).toEqual([
      expect.stringMatching(/^en-US Alert/),
      expect.stringMatching(/^de-DE Drücke 1, /),
    ])
  })

  it('only reads a test, and an alert that nobody can reply to', async () => {
    for (const form of [await formOf({}, channelTest, null), await formOf({}, critical, null)]) {
      expect(form['Twiml']).not.toContain('Gather')
      expect(form).not.toHaveProperty('StatusCallback')
    }
  })

  it('needs somebody to call', async () => {
    const sending = twilioVoice.send(critical, { ...config, to: [] }, sendContext({ people: [] }))
    await expect(sending).rejects.toMatchObject({ permanent: true, message: /^there is nobody to call/ })
  })
})

const url = `${callbackUrl}?key=lapwing-7d0b5a8e-4711&calls=2`
const ended = { CallSid: 'CA1', AccountSid: account_sid, To: '+491701234567', CallStatus: 'completed' }

function receive(
  form: Record<string, string>,
  more: { signed?: string; key?: string; config?: object } = {},
): Promise<CallbackResult> {
  const sorted = Object.keys(form).sort()
  const signature = createHmac('sha1', more.key ?? config.auth_token)
    .update((more.signed ?? url) + sorted.map((name) => name + form[name]).join(''))
    .digest('base64')
  const request = {
    method: 'POST',
    url: new URL(url),
    headers: new Headers({ 'X-Twilio-Signature': signature }),
    body: Buffer.from(new URLSearchParams(form).toString()),
  }
  const { net, clock, signal } = sendContext()
  return twilioVoice.receive!(request, { ...config, ...more.config }, { net, clock, signal, callbackUrl })
}

describe('the end of a call', () => {
  it.each([
    [{ CallStatus: 'no-answer' }, 'nobody answered the call'],
    [{ CallStatus: 'busy' }, 'the line was busy'],
    [{ CallStatus: 'failed' }, 'the call could not be connected'],
    [{ AnsweredBy: 'machine_end_beep' }, 'a machine answered the call'],
    [{ AnsweredBy: 'fax' }, 'a machine answered the call'],
    [{ AnsweredBy: 'human' }, undefined],
    [{ AnsweredBy: 'unknown' }, undefined],
    [{}, undefined],
  ])('%j: %s', async (form, reason) => {
    const { replies, unreached } = await receive({ ...ended, ...form })
    expect([replies, unreached?.[0]?.reason]).toEqual([[], reason])
    if (reason)
      expect(unreached).toMatchObject([{ dedupKey: 'lapwing-7d0b5a8e-4711', phone: '+491701234567', calls: 2 }])
  })
})

describe('a key', () => {
  const pressed = { ...ended, CallStatus: 'in-progress' }

  it.each([
    ['1', 'acknowledge'],
    ['2', 'pass-on'],
  ])('%s means %s', async (Digits, action) => {
    const { replies } = await receive({ ...pressed, AnsweredBy: 'human', Digits })
    expect(replies).toEqual([
      {
        action,
        about: { dedupKey: 'lapwing-7d0b5a8e-4711' },
        by: { name: null, phone: '+491701234567' },
        replayKey: `CA1 ${Digits}`,
      },
    ])
  })

  it('that means nothing repeats the menu', async () => {
    const { replies, respond } = await receive({ ...pressed, Digits: '5' })
    expect(replies).toEqual([])
    expect((await respond!([])).body).toMatch(/<Gather .*Press 1 to acknowledge/)
  })

  it('that a machine presses acknowledges nothing', async () => {
    const { replies, respond } = await receive({ ...pressed, AnsweredBy: 'machine_start', Digits: '1' })
    expect([replies, (await respond!([])).body]).toEqual([[], expect.stringContaining('<Hangup></Hangup>')])
  })

  it.each([
    ['another key', { key: 'f00dfeedf00dfeedf00dfeedf00dfeee' }],
    ['the address of another channel', { signed: url.replace('/7', '/8') }],
    ['the key of another incident', { signed: url.replace('4711', '4712') }],
    ['an API key, with no auth token of the account', { config: { api_key_sid: `SK${'0'.repeat(32)}` } }],
  ])('signed with %s is refused', async (_what, more) => {
    await expect(receive({ ...pressed, Digits: '1' }, more)).rejects.toMatchObject({ status: 403 })
  })

  it('of another account is refused', async () => {
    const other = { ...pressed, AccountSid: `AC${'0'.repeat(32)}`, Digits: '1' }
    await expect(receive(other)).rejects.toMatchObject({ status: 403 })
  })

  it('is verified with the port in the address too, and with the token of the account', async () => {
    const signed = url.replace('lapwing.example', 'lapwing.example:443')
    expect((await receive({ ...pressed, Digits: '1' }, { signed })).replies).toHaveLength(1)
    const keyed = { api_key_sid: `SK${'0'.repeat(32)}`, signing_token: 'token of the account' }
    const more = { config: keyed, key: keyed.signing_token }
    expect((await receive({ ...pressed, Digits: '1' }, more)).replies).toHaveLength(1)
  })
})
