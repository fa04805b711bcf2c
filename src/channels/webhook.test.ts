import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Alert } from '../domain/notifying/alert.ts'
import { channelTest, critical, monitorTest, resolved, samples } from '../../test/kit/resources/alerts.ts'
import {
  type DeliveryContract,
  keepsDeliveryContract,
  keepsHttpContract,
  sendContext,
} from '../../test/kit/checks/channel-contract.ts'
import { fakeClock } from '../../test/kit/clock.ts'
import { type Received, startReceiver } from '../../test/kit/resources/receiver.ts'
import { webhook } from './webhook.ts'

const secret = 'correct horse battery staple'
const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

const contract: DeliveryContract = {
  kind: webhook,
  config: (origin) => ({ url: `${origin}/hooks/5f0c9f1e7d2b4a68?key=0123456789abcdef`, secret }),
  accepts: (request) => {
    expect(request.method).toBe('POST')
    expect(request.headers['content-type']).toBe('application/json')
    expect(request.headers['user-agent']).toBe('Service-AlertManager/1.0')
    expect(request.headers['x-service-signature']).toBe(
      `sha256=${createHmac('sha256', secret).update(request.raw).digest('hex')}`,
    )
    const { event, timestamp, incident } = request.json()
    expect(event).toMatch(/^incident\.(firing|resolved)$/)
    expect(timestamp).toMatch(rfc3339)
    expect(incident).toMatchObject({
      id: expect.any(Number),
      rule_id: expect.any(Number),
      scheduler_id: expect.any(Number),
      status: expect.stringMatching(/^(firing|resolved)$/),
      severity: expect.stringMatching(/^(critical|warning)$/),
      message: expect.any(String),
      fire_count: expect.any(Number),
      flapping: expect.any(Boolean),
      started_at: expect.stringMatching(rfc3339),
    })
    expect('duration' in incident).toBe(event === 'incident.resolved')
  },
}

keepsDeliveryContract(contract)
keepsHttpContract(contract)

async function sent(alert: Alert, config: Record<string, unknown> = {}): Promise<Received> {
  const receiver = await startReceiver()
  await webhook.send(alert, { url: `${receiver.origin}/hook`, ...config }, sendContext({ clock: fakeClock() }))
  return receiver.requests[0]!
}

describe('a webhook', () => {
  it('sends a firing incident with all its facts', async () => {
    expect((await sent(critical)).json()).toEqual({
      event: 'incident.firing',
      timestamp: '2026-03-01T12:00:00.000Z',
      incident: {
        id: 4711,
        rule_id: 12,
        scheduler_id: 34,
        status: 'firing',
        severity: 'critical',
        message: 'success == false',
        fire_count: 1,
        flapping: false,
        started_at: '2026-03-01T11:55:30.000Z',
      },
      enrichment: {
        monitor_name: 'Shop',
        monitor_target: 'https://shop.example/checkout?step=1&lang=en',
        monitor_type: 'http',
        rule_name: 'Availability Check',
        root_cause: 'timeout',
        root_cause_detail: 'no response within 10 s (while connecting)',
        diagnosis: critical.diagnosis,
        friendly_expected: 'a complete answer',
        detected_value: 'no response within 10 s',
        confirming_probes: ['🇩🇪 Falkenstein (Europe)', '🇺🇸 Ashburn (North America)'],
        prober_location: 'Falkenstein',
        incident_url: 'https://lapwing.example/incidents/4711',
        rule_version: 2,
        updated_rule_version: 3,
      },
    })
  })

  it('sends the duration of a resolved incident, and its last measurement', async () => {
    const { event, incident, enrichment } = (await sent(resolved)).json()
    expect([event, incident.status, incident.duration]).toEqual(['incident.resolved', 'resolved', '4m30s'])
    expect(enrichment.resolved_value).toBe('answered in 182 ms')
    expect(enrichment).not.toHaveProperty('resolve_reason')
  })

  it('sends who closed an incident and why', async () => {
    const { enrichment } = (await sent(samples['a close by a person']!)).json()
    expect(enrichment).toMatchObject({ resolve_reason: 'resolved manually', resolved_by: 'Ada Lovelace' })
  })

  it('omits empty fields', async () => {
    expect((await sent(samples['a warning with most things unknown']!)).json().enrichment).toEqual({})
  })

  it('sends a reminder as the same incident with a higher count', async () => {
    expect((await sent(samples['a reminder']!)).json()).toMatchObject({
      event: 'incident.firing',
      incident: { id: 4711, fire_count: 4 },
    })
  })

  it('sends the test of a channel without enrichment', async () => {
    const body = (await sent(channelTest)).json()
    expect(body).not.toHaveProperty('enrichment')
    expect(body.incident).toMatchObject({ id: 0, message: expect.stringMatching(/^Test notice/) })
  })

  it('sends the test of a monitor with only its name, marked as a test', async () => {
    const { incident, enrichment } = (await sent({ ...monitorTest, incident: { ...critical.incident } })).json()
    expect(enrichment).toEqual({ monitor_name: 'Shop' })
    expect(incident).toMatchObject({ id: 0, message: 'Test notice: success == false' })
  })

  it('is unsigned without a secret', async () => {
    const { headers } = await sent(critical)
    expect(headers).not.toHaveProperty('x-service-signature')
    expect(headers).not.toHaveProperty('webhook-signature')
    expect(headers['webhook-id']).toMatch(/^msg_[0-9a-f]{32}$/)
  })

  it.each([
    ['a text', secret, Buffer.from(secret)],
    [
      'a key of Standard Webhooks',
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64'),
    ],
  ])('is signed by Standard Webhooks with %s', async (_what, key, bytes) => {
    const { headers, text } = await sent(critical, { secret: key })
    expect(headers['webhook-timestamp']).toBe('1772366400')
    const content = `${String(headers['webhook-id'])}.1772366400.${text}`
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', bytes).update(content).digest('base64')}`)
  })

  it('keeps its id on a retry, and has a new one for the next event', async () => {
    const [first, again, next] = [await sent(critical), await sent(critical), await sent(resolved)]
    expect(again.headers['webhook-id']).toBe(first.headers['webhook-id'])
    expect(next.headers['webhook-id']).not.toBe(first.headers['webhook-id'])
  })
})
