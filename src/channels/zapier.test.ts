import { describe, expect, it } from 'vitest'
import type { Alert } from '../domain/notifying/alert.ts'
import { channelTest, critical, monitorTest, samples } from '../../test/kit/resources/alerts.ts'
import { keepsDeliveryContract, sendContext } from '../../test/kit/checks/channel-contract.ts'
import { startReceiver } from '../../test/kit/resources/receiver.ts'
import { zapier } from './zapier.ts'

keepsDeliveryContract({
  kind: zapier,
  config: (origin) => ({ url: `${origin}/hooks/catch/123456/abcdef0123456789` }),
  accepts: (request) => {
    expect(request.headers['content-type']).toBe('application/json')
    expect(request.headers).not.toHaveProperty('x-service-signature')
    const values = Object.values(request.json())
    expect(values.every((value) => ['string', 'number', 'boolean'].includes(typeof value) && value !== '')).toBe(true)
  },
})

async function sent(alert: Alert): Promise<unknown> {
  const receiver = await startReceiver()
  await zapier.send(alert, { url: receiver.origin }, sendContext())
  return receiver.requests[0]!.json()
}

describe('a flat event', () => {
  it('has all fields on one level', async () => {
    expect(await sent({ ...samples['a close by a person']!, resolvedValue: 'answered in 182 ms' })).toEqual({
      event: 'incident.resolved',
      timestamp: '2026-03-01T12:00:00.000Z',
      incident_id: 4711,
      rule_id: 12,
      scheduler_id: 34,
      status: 'resolved',
      severity: 'critical',
      message: 'success == false',
      fire_count: 1,
      flapping: false,
      started_at: '2026-03-01T11:55:30.000Z',
      duration: '4m30s',
      target: 'https://shop.example/checkout?step=1&lang=en',
      probe_type: 'http',
      expression: 'success == false',
      job_name: 'Shop',
      diagnosis: critical.diagnosis,
      friendly_expected: 'a complete answer',
      detected_value: 'no response within 10 s',
      resolved_value: 'answered in 182 ms',
      resolve_reason: 'resolved manually',
      resolved_by: 'Ada Lovelace',
      confirming_probes: '🇩🇪 Falkenstein (Europe), 🇺🇸 Ashburn (North America)',
      rule_version: 2,
      incident_url: 'https://lapwing.example/incidents/4711',
    })
  })

  it('of a test has the same fields as that of a webhook', async () => {
    const incident = [
      'event',
      'timestamp',
      'test',
      'incident_id',
      'rule_id',
      'scheduler_id',
      'status',
      'severity',
      'message',
      'fire_count',
      'flapping',
      'started_at',
    ]
    expect(Object.keys((await sent(channelTest)) as object)).toEqual(incident)
    expect(Object.keys((await sent(monitorTest)) as object)).toEqual([...incident, 'job_name'])
    expect(await sent(monitorTest)).toMatchObject({
      incident_id: 0,
      job_name: 'Shop',
      message: expect.stringMatching(/^Test notice/),
    })
  })
})
