import { describe, expect, it } from 'vitest'
import { channelTest, critical, samples } from '../../test/kit/resources/alerts.ts'
import { keepsDeliveryContract, sendContext } from '../../test/kit/checks/channel-contract.ts'
import { type Received, startReceiver } from '../../test/kit/resources/receiver.ts'
import { pagerduty } from './pagerduty.ts'

const routing_key = '0123456789abcdef0123456789abcdef'

function accepts(request: Received): void {
  expect(request.path).toBe('/v2/enqueue')
  expect(request.raw.length).toBeLessThan(512 * 1024)
  const event = request.json()
  expect(event.routing_key).toBe(routing_key)
  expect(['trigger', 'acknowledge', 'resolve']).toContain(event.event_action)
  expect(event.dedup_key.length).toBeGreaterThan(0)
  expect(event.dedup_key.length).toBeLessThanOrEqual(255)
  if (event.event_action !== 'trigger') return
  const { summary, source, severity, timestamp, custom_details } = event.payload
  expect(summary.length).toBeGreaterThan(0)
  expect(summary.length).toBeLessThanOrEqual(1024)
  expect(source).not.toBe('')
  expect(['critical', 'error', 'warning', 'info']).toContain(severity)
  expect(Date.parse(timestamp)).not.toBeNaN()
  expect(Object.values(custom_details).every((value) => typeof value === 'string')).toBe(true)
  for (const { href, text } of event.links ?? [])
    expect([href, text]).toEqual([expect.stringMatching(/^https:/), expect.any(String)])
}

keepsDeliveryContract({
  kind: pagerduty,
  config: (origin) => ({ routing_key, url: origin }),
  accepts,
  accepted: {
    status: 202,
    headers: { 'content-type': 'application/json' },
    body: '{"status":"success","message":"Event processed","dedup_key":"x"}',
  },
})

describe('an alert in PagerDuty', () => {
  it('triggers, acknowledges and resolves under one key', async () => {
    const receiver = await startReceiver({ status: 202 })
    for (const alert of [critical, samples['a reminder']!, samples['an acknowledgement']!, samples['a recovery']!])
      await pagerduty.send(alert, { routing_key, url: receiver.origin }, sendContext({ dedupKey: 'incident 7' }))
    const events = receiver.requests.map((request) => request.json())
    expect(events.map(({ event_action }) => event_action)).toEqual(['trigger', 'trigger', 'acknowledge', 'resolve'])
    expect(new Set(events.map(({ dedup_key }) => dedup_key))).toEqual(new Set(['incident 7']))
    expect(events[0].payload).toMatchObject({
      summary: 'DOWN Shop: success == false',
      severity: 'critical',
      component: 'Shop',
      group: 'Acme',
      class: 'timeout',
    })
  })

  it('pages nobody for a test', async () => {
    const receiver = await startReceiver({ status: 202 })
    await pagerduty.send(channelTest, { routing_key, url: receiver.origin }, sendContext())
    expect(receiver.requests[0]!.json().payload).toMatchObject({
      summary: 'Test notice from Lapwing',
      severity: 'info',
      source: 'Lapwing',
    })
  })
})
