import { describe, expect, it } from 'vitest'
import { channelTest, critical, samples } from '../../test/kit/resources/alerts.ts'
import { keepsDeliveryContract, sendContext } from '../../test/kit/checks/channel-contract.ts'
import { type Received, startReceiver } from '../../test/kit/resources/receiver.ts'
import { channelProblems } from './define.ts'
import { zulip } from './zulip.ts'

const bot = { bot_email: 'lapwing-bot@example.zulipchat.com', api_key: 'gjA04ZYcqXKalvYMA8OeXSfzUOLrtbZv' }

function accepts(request: Received): void {
  expect(request.path).toBe('/api/v1/messages')
  expect(request.headers.authorization).toBe(`Basic ${btoa(`${bot.bot_email}:${bot.api_key}`)}`)
  const { type, to, topic, content, ...rest } = Object.fromEntries(request.form())
  expect(rest).toEqual({})
  expect(type).toBe('stream')
  expect(to).toBe('alerts')
  expect(topic).toMatch(/^.{1,60}$/u)
  expect([...content!].length).toBeLessThanOrEqual(10_000)
  const [headline, fence, ...lines] = content!.split('\n')
  expect(headline).toMatch(/^\*\*[^*`]+\*\*$/)
  expect(fence).toBe('```text')
  expect(lines.filter((line) => line.includes('```'))).toEqual(['```'])
  const links = lines.slice(lines.indexOf('```') + 1).map((line) => line.replace(/^\[Acknowledge\]\((.*)\)$/, '$1'))
  expect(links.every((link) => URL.canParse(link))).toBe(true)
}

keepsDeliveryContract({
  carriesLink: true,
  kind: zulip,
  config: (origin) => ({ url: origin, ...bot, channel: 'alerts' }),
  accepts,
  accepted: { body: '{"result":"success","msg":"","id":42}' },
})

describe('a message in Zulip', () => {
  it('has a topic per monitor, or the configured one', async () => {
    const receiver = await startReceiver({ body: '{"result":"success"}' })
    const config = { url: receiver.origin, ...bot, channel: 'alerts' }
    await zulip.send(critical, config, sendContext())
    await zulip.send(channelTest, config, sendContext())
    await zulip.send(critical, { ...config, topic: 'outages' }, sendContext())
    expect(receiver.requests.map((request) => request.form().get('topic'))).toEqual(['Shop', 'Lapwing', 'outages'])
    const [headline, , ...lines] = receiver.requests[0]!.form().get('content')!.split('\n')
    expect(headline).toBe('**🔴 DOWN Shop: success == false**')
    expect(lines.slice(0, 2)).toEqual([critical.diagnosis, `Address: ${critical.monitor!.target}`])
    expect(lines.slice(-2)).toEqual(['```', 'https://lapwing.example/incidents/4711'])
  })

  it('can be sent to people', async () => {
    const receiver = await startReceiver({ body: '{"result":"success"}' })
    await zulip.send(
      critical,
      { url: receiver.origin, ...bot, people: 'ada@example.test, grace@example.test' },
      sendContext(),
    )
    const form = receiver.requests[0]!.form()
    expect(form.get('type')).toBe('direct')
    expect(form.get('to')).toBe('["ada@example.test","grace@example.test"]')
    expect(form.has('topic')).toBe(false)
  })

  it('cannot be escaped by injected markup', async () => {
    const receiver = await startReceiver({ body: '{"result":"success"}' })
    const name = 'a** @**all** `x` [y](https://evil.example)'
    const incident = { ...critical.incident, message: 'x\n```\n@**all**\n````quote' }
    const alert = { ...samples['hostile characters']!, monitor: { ...critical.monitor!, name }, incident }
    await zulip.send(alert, { url: receiver.origin, ...bot, channel: 'alerts' }, sendContext())
    accepts(receiver.requests[0]!)
    expect(receiver.requests[0]!.form().get('content')!.split('\n')[0]).toBe(
      "**🔴 DOWN a∗∗ @∗∗all∗∗ 'x' [y] (https://evil.example): x ''' @∗∗all∗∗ ''''quote**",
    )
  })

  it('reports why it was rejected', async () => {
    const receiver = await startReceiver({
      status: 400,
      body: '{"result":"error","msg":"Channel \'alerts\' does not exist","code":"STREAM_DOES_NOT_EXIST"}',
    })
    const sending = (): Promise<unknown> =>
      zulip.send(critical, { url: receiver.origin, ...bot, channel: 'alerts' }, sendContext())
    await expect(sending()).rejects.toMatchObject({
      message: "answered 400: Channel 'alerts' does not exist",
      permanent: true,
    })
    receiver.answer({
      status: 429,
      body: '{"result":"error","code":"RATE_LIMIT_HIT","msg":"API usage exceeded rate limit","retry-after":28.7061}',
    })
    await expect(sending()).rejects.toMatchObject({ permanent: false, retryAfterMs: 28_707 })
    receiver.answer({ status: 200, body: '{"result":"error","msg":"no"}' })
    await expect(sending()).rejects.toMatchObject({ permanent: true, message: 'answered 200: no' })
  })

  it('is sent either to a channel or to people', () => {
    const config = { url: 'https://example.zulipchat.com', ...bot }
    expect(channelProblems(zulip, config)).toEqual(['config.channel: set either this or people'])
    expect(channelProblems(zulip, { ...config, people: 'ada' })).toEqual([
      'config.people: must be e-mail addresses, separated by commas',
    ])
    expect(channelProblems(zulip, { ...config, people: 'a@b', topic: 'x' })).toEqual([
      'config.topic: messages to people have none',
    ])
  })
})
