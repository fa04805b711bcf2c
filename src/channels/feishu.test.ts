import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { critical, resolved } from '../../test/kit/resources/alerts.ts'
import { keepsDeliveryContract, sendContext, sentAt } from '../../test/kit/checks/channel-contract.ts'
import { type Received, startReceiver } from '../../test/kit/resources/receiver.ts'
import { feishu } from './feishu.ts'

const path = '/open-apis/bot/v2/hook/0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9'
const secret = 'ExampleOfASecret22chars'

/** The bot rejects signatures with an old timestamp. */
function accepts(request: Received): void {
  expect(request.path).toBe(path)
  expect(request.raw.length).toBeLessThanOrEqual(20_000)
  const { timestamp, sign, msg_type, card } = request.json()
  expect(Number(timestamp)).toBe(Math.floor(sentAt.getTime() / 1000))
  expect(sign).toBe(createHmac('sha256', `${timestamp}\n${secret}`).update('').digest('base64'))
  expect(msg_type).toBe('interactive')
  expect(['red', 'orange', 'blue', 'green', 'grey']).toContain(card.header.template)
  const tags = new Set(card.elements.map(({ tag }: { tag: string }) => tag))
  expect([...tags].filter((tag) => !['div', 'action', 'note'].includes(tag as string))).toEqual([])
  const texts = [...request.text.matchAll(/"tag":"(\w+)","content":"((?:[^"\\]|\\.)*)"/g)]
  expect(texts.length).toBeGreaterThan(2)
  for (const [, tag, content] of texts) {
    expect(tag).toBe('plain_text')
    expect(content).not.toBe('')
  }
}

keepsDeliveryContract({
  carriesLink: true,
  kind: feishu,
  config: (origin) => ({ url: `${origin}${path}`, secret }),
  accepts,
  accepted: { body: '{"code":0,"data":{},"msg":"success"}' },
})

describe('a card in Feishu', () => {
  it('is signed as Feishu documents it if there is a secret', async () => {
    const receiver = await startReceiver({ body: '{"code":0}' })
    const clock = { ...sendContext().clock, now: () => new Date(1_599_360_473_000) }
    await feishu.send(critical, { url: receiver.origin }, sendContext({ clock }))
    await feishu.send(critical, { url: receiver.origin, secret: 'demo' }, sendContext({ clock }))
    const [unsigned, signed] = receiver.requests.map((request) => request.json())
    expect(unsigned).not.toHaveProperty('sign')
    expect(signed).toMatchObject({
      timestamp: '1599360473',
      sign: createHmac('sha256', '1599360473\ndemo').digest('base64'),
    })
  })

  it('has a colour, the facts and a button', async () => {
    const receiver = await startReceiver({ body: '{"StatusCode":0,"StatusMessage":"success"}' })
    for (const alert of [critical, resolved]) await feishu.send(alert, { url: receiver.origin }, sendContext())
    const [fired, ended] = receiver.requests.map((request) => request.json().card)
    expect(fired.header).toEqual({
      template: 'red',
      title: { tag: 'plain_text', content: '🔴 DOWN Shop: success == false' },
    })
    expect(fired.elements[1].fields[0]).toEqual({
      is_short: false,
      text: { tag: 'plain_text', content: `Address\n${critical.monitor!.target}` },
    })
    expect(fired.elements[2].actions[0]).toMatchObject({ tag: 'button', url: 'https://lapwing.example/incidents/4711' })
    expect(ended.header.template).toBe('green')
  })
})
