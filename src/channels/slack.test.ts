import { describe, expect, it } from 'vitest'
import type { Alert } from '../domain/notifying/alert.ts'
import { critical, monitorTest, resolved, samples } from '../../test/kit/resources/alerts.ts'
import { keepsDeliveryContract, sendContext } from '../../test/kit/checks/channel-contract.ts'
import { type Received, startReceiver } from '../../test/kit/resources/receiver.ts'
import { slack } from './slack.ts'

/** Slack's validation of messages. */
function accepts(request: Received): void {
  expect(request.headers['content-type']).toBe('application/json')
  const { text, attachments } = request.json()
  expect(text.length).toBeLessThan(4000)
  for (const { color, blocks } of attachments) {
    expect(color).toMatch(/^#[0-9a-f]{6}$/)
    expect(blocks.length).toBeLessThanOrEqual(50)
    for (const block of blocks) acceptsBlock(block)
  }
}

function acceptsBlock({ type, text, fields, elements }: any): void {
  expect(['section', 'context']).toContain(type)
  expect(text ?? fields ?? elements).toBeDefined()
  expect(fields?.length ?? 1).toBeGreaterThan(0)
  expect(fields?.length ?? 1).toBeLessThanOrEqual(10)
  const limited = [
    ...(text ? [[text, 3000]] : []),
    ...(fields ?? []).map((each: unknown) => [each, 2000]),
    ...(elements ?? []).map((each: unknown) => [each, 3000]),
  ]
  for (const [each, limit] of limited) {
    expect(each.type).toBe('mrkdwn')
    expect(each.text.length).toBeGreaterThan(0)
    expect(each.text.length).toBeLessThanOrEqual(limit)
    expect(each.text).not.toMatch(/<[!@#]|<script/)
  }
}

keepsDeliveryContract({
  kind: slack,
  config: (origin) => ({ url: `${origin}/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX` }),
  accepts,
  accepted: { body: 'ok' },
})

async function sent(alert: Alert, config: Record<string, unknown> = {}): Promise<any> {
  const receiver = await startReceiver({ body: 'ok' })
  await slack.send(alert, { url: receiver.origin, ...config }, sendContext())
  return receiver.requests[0]!.json()
}

describe('a message in Slack', () => {
  it('has the colour of its severity', async () => {
    expect((await sent(critical)).attachments[0].color).toBe('#d92d20')
    expect((await sent(resolved)).attachments[0].color).toBe('#079455')
  })

  it('links to the incident', async () => {
    expect((await sent(critical)).text).toBe(
      '🔴 *<https://lapwing.example/incidents/4711|DOWN Shop: success == false>*',
    )
    expect((await sent(samples['a warning with most things unknown']!)).text).toBe(
      '🟠 *WARNING a monitor: response_time &gt; 2000*',
    )
  })

  it('mentions people only for critical alerts', async () => {
    const mention = '<!channel>'
    expect((await sent(critical, { mention })).text).toMatch(/^<!channel> 🔴 /)
    for (const alert of [resolved, monitorTest, samples['a warning with most things unknown']!])
      expect((await sent(alert, { mention })).text).not.toContain(mention)
  })
})
