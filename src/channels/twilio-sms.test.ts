import { describe, expect, it } from 'vitest'
import { critical } from '../../test/kit/resources/alerts.ts'
import { keepsDeliveryContract, sendContext } from '../../test/kit/checks/channel-contract.ts'
import { type Received, startReceiver } from '../../test/kit/resources/receiver.ts'
import { openNet } from '../../test/kit/checks/run-check.ts'
import { waitUntil } from '../../test/kit/wait-until.ts'
import { channelProblems } from './define.ts'
import { twilioSms } from './twilio-sms.ts'

const account_sid = `AC${'0123456789abcdef'.repeat(2)}`
const config = {
  account_sid,
  auth_token: 'f00dfeedf00dfeedf00dfeedf00dfeed',
  from: '+15005550006',
  to: ['+491701234567', '+15005550009'],
}

function accepts(request: Received): void {
  expect(request.path).toBe(`/2010-04-01/Accounts/${account_sid}/Messages.json`)
  expect(request.headers.authorization).toBe(`Basic ${btoa(`${account_sid}:${config.auth_token}`)}`)
  expect(request.headers['content-type']).toBe('application/x-www-form-urlencoded')
  const form = Object.fromEntries(request.form())
  expect(Object.keys(form).sort()).toEqual(['Body', 'From', 'To'])
  expect(config.to).toContain(form['To'])
  expect(form['From']).toBe(config.from)
  expect(form['Body']!.length).toBeGreaterThan(0)
  expect(form['Body']!.length).toBeLessThanOrEqual(1600)
}

keepsDeliveryContract({
  kind: twilioSms,
  config: (origin) => ({ ...config, max_length: 1600, url: origin }),
  accepts,
  accepted: { status: 201, body: '{"sid":"SM1","status":"queued","error_code":null}' },
})

const refused = (message: string, code: number) => ({
  code,
  message,
  more_info: `https://www.twilio.com/docs/errors/${code}`,
  status: 400,
})

describe('a text message', () => {
  it('is sent to each number in a separate request', async () => {
    const receiver = await startReceiver({ status: 201 })
    const receipt = await twilioSms.send(critical, { ...config, url: receiver.origin }, sendContext())
    expect(receiver.requests.map((request) => request.form().get('To')).sort()).toEqual([
      '+15005550009',
      '+491701234567',
    ])
    expect(receipt).toEqual({ httpStatus: 201 })
  })

  it('is sent to the members of the groups if no numbers are configured', async () => {
    const receiver = await startReceiver({ status: 201 })
    await twilioSms.send(critical, { ...config, to: [], url: receiver.origin }, sendContext())
    expect(receiver.requests.map((request) => request.form().get('To'))).toEqual(['+491701234567'])
    const sending = twilioSms.send(critical, { ...config, to: [], url: receiver.origin }, sendContext({ people: [] }))
    await expect(sending).rejects.toMatchObject({
      permanent: true,
      message: expect.stringContaining('nobody to write to'),
    })
  })

  it('supports a messaging service and an API key', async () => {
    const receiver = await startReceiver({ status: 201 })
    const service = `MG${'0123456789abcdef'.repeat(2)}`
    const key = `SK${'0123456789abcdef'.repeat(2)}`
    await twilioSms.send(critical, { ...config, from: service, api_key_sid: key, url: receiver.origin }, sendContext())
    expect(receiver.requests[0]!.form().get('MessagingServiceSid')).toBe(service)
    expect(receiver.requests[0]!.form().has('From')).toBe(false)
    expect(receiver.requests[0]!.headers.authorization).toBe(`Basic ${btoa(`${key}:${config.auth_token}`)}`)
  })

  it('supports a sender name, even one that looks like a service', async () => {
    const receiver = await startReceiver({ status: 201 })
    await twilioSms.send(critical, { ...config, from: 'MG Motor', url: receiver.origin }, sendContext())
    expect(receiver.requests[0]!.form().get('From')).toBe('MG Motor')
  })

  it('is sent to many numbers in batches', async () => {
    const numbers = Array.from({ length: 45 }, (_, index) => `+4917012345${String(index).padStart(2, '0')}`)
    const people = numbers.map((phone) => ({ name: 'Ada', email: 'ada@example.test', phone }))
    const held: (() => void)[] = []
    const net = openNet()
    const request: typeof net.request = (ask) =>
      new Promise((answer, refuse) => {
        held.push(() => void net.request(ask).then(answer, refuse))
      })
    const receiver = await startReceiver({ status: 201 })
    const sending = twilioSms.send(
      critical,
      { ...config, to: [], url: receiver.origin },
      sendContext({ people, net: { ...net, request } }),
    )
    for (const batch of [20, 20, 5]) {
      await waitUntil(() => held.length === batch)
      for (const letGo of held.splice(0)) letGo()
    }
    expect((await sending).httpStatus).toBe(201)
    expect(receiver.requests.map((received) => received.form().get('To')).sort()).toEqual(numbers)
  })

  it('reports why it was rejected without the number', async () => {
    const body = JSON.stringify(refused('The number +491701234567 is unsubscribed', 21610))
    const receiver = await startReceiver({ status: 400, body })
    const sending = twilioSms.send(critical, { ...config, to: ['+491701234567'], url: receiver.origin }, sendContext())
    await expect(sending).rejects.toMatchObject({
      message: 'answered 400: The number [redacted] is unsubscribed (21610)',
      permanent: true,
      httpStatus: 400,
    })
  })

  it('is not sent twice to the same number', async () => {
    const receiver = await startReceiver((response, request) => {
      const isFirst = request.form().get('To') === config.to[0]
      response.writeHead(isFirst ? 201 : 503).end(isFirst ? '{}' : 'busy')
    })
    await expect(twilioSms.send(critical, { ...config, url: receiver.origin }, sendContext())).rejects.toMatchObject({
      message: '1 of 2 messages were sent; +15***09: answered 503: busy',
      permanent: true,
    })
  })

  it('can fail although it was accepted', async () => {
    const receiver = await startReceiver({
      status: 201,
      body: '{"status":"failed","error_code":30007,"error_message":"Carrier violation"}',
    })
    const sending = twilioSms.send(critical, { ...config, to: ['+491701234567'], url: receiver.origin }, sendContext())
    await expect(sending).rejects.toMatchObject({ message: 'answered 201: Carrier violation (30007)', permanent: true })
  })

  it.each([
    ['+15005550006', true],
    ['72345', true],
    ['Lapwing', true],
    ['MGabc', true],
    ['0170 1234567', false],
    ['A name that is too long', false],
    ['+49', false],
  ])('accepts %s as sender: %s', (from, fits) => {
    expect(channelProblems(twilioSms, { ...config, from }).length).toBe(fits ? 0 : 1)
  })

  it('requires valid ids', () => {
    expect(channelProblems(twilioSms, { ...config, account_sid: 'SK1', to: ['0170'] })).toEqual([
      'config.account_sid: must be an account SID: AC and 32 digits of 0-9 and a-f',
      'config.to[0]: must be a number with its country code, such as +491701234567',
    ])
  })
})
