import { describe, expect, it } from 'vitest'
import { critical, resolved } from '../../test/kit/resources/alerts.ts'
import { keepsDeliveryContract, sendContext } from '../../test/kit/checks/channel-contract.ts'
import { type Received, startReceiver } from '../../test/kit/resources/receiver.ts'
import { googlechat } from './googlechat.ts'

function accepts(request: Received): void {
  expect(request.raw.length).toBeLessThanOrEqual(32_000)
  const url = new URL(request.path, 'http://x')
  expect(url.searchParams.get('key')).toBe('AIzaSyExampleExample')
  expect(url.searchParams.get('messageReplyOption')).toBe('REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD')
  const { thread, cardsV2, fallbackText } = request.json()
  expect(thread.threadKey).not.toBe('')
  expect(fallbackText).not.toBe('')
  const [{ card }] = cardsV2
  expect(card.header.title).not.toBe('')
  const [{ widgets }] = card.sections
  expect(widgets.length).toBeLessThanOrEqual(100)
  for (const widget of widgets) {
    expect(Object.keys(widget)).toHaveLength(1)
    const words = widget.textParagraph?.text ?? widget.decoratedText?.text
    if (words !== undefined) expect(words).not.toMatch(/<|^$/)
  }
}

keepsDeliveryContract({
  carriesLink: true,
  kind: googlechat,
  config: (origin) => ({
    url: `${origin}/v1/spaces/AAAAexample/messages?key=AIzaSyExampleExample&token=exampleExampleToken`,
  }),
  accepts,
})

describe('a message in Google Chat', () => {
  it('is posted to the thread of its incident', async () => {
    const receiver = await startReceiver()
    for (const alert of [critical, resolved])
      await googlechat.send(alert, { url: receiver.origin }, sendContext({ dedupKey: 'incident 7' }))
    expect(receiver.requests.map((request) => request.json().thread)).toEqual([
      { threadKey: 'incident 7' },
      { threadKey: 'incident 7' },
    ])
  })
})
