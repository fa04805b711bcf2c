import { describe, expect, it } from 'vitest'
import { channelTest, critical, resolved, samples } from '../../test/kit/resources/alerts.ts'
import { keepsDeliveryContract, sendContext } from '../../test/kit/checks/channel-contract.ts'
import { type Received, startReceiver } from '../../test/kit/resources/receiver.ts'
import { channelProblems } from './define.ts'
import { splunkOncall } from './splunk-oncall.ts'

const config = { api_key: '558e7ebc-XXXX-XXXX-XXXX-XXXXXXXXXXXX', routing_key: 'database-team' }

function accepts(request: Received): void {
  expect(request.path).toBe(`/integrations/generic/20131114/alert/${config.api_key}/${config.routing_key}`)
  const body = request.json()
  expect(['CRITICAL', 'WARNING', 'ACKNOWLEDGEMENT', 'INFO', 'RECOVERY']).toContain(body.message_type)
  expect(body.entity_id).toMatch(/^.{1,512}$/)
  expect(Buffer.byteLength(body.state_message)).toBeLessThanOrEqual(20_480)
  expect(Number.isInteger(body.state_start_time)).toBe(true)
  expect(Object.values(body).every((value) => ['string', 'number'].includes(typeof value))).toBe(true)
}

keepsDeliveryContract({
  kind: splunkOncall,
  config: (origin) => ({ ...config, url: origin }),
  accepts,
  accepted: { body: '{"result":"success","entity_id":"lapwing-1"}' },
})

describe('an incident in Splunk On-Call', () => {
  it('opens, acknowledges and resolves under one id', async () => {
    const receiver = await startReceiver()
    for (const alert of [
      critical,
      samples['an acknowledgement']!,
      resolved,
      samples['a warning with most things unknown']!,
    ])
      await splunkOncall.send(alert, { ...config, url: receiver.origin }, sendContext({ dedupKey: 'lapwing-7' }))
    const bodies = receiver.requests.map((request) => request.json())
    expect(bodies.map(({ message_type }) => message_type)).toEqual([
      'CRITICAL',
      'ACKNOWLEDGEMENT',
      'RECOVERY',
      'WARNING',
    ])
    expect(new Set(bodies.map(({ entity_id }) => entity_id))).toEqual(new Set(['lapwing-7']))
    expect(bodies[0]).toMatchObject({
      entity_display_name: 'DOWN Shop: success == false',
      state_start_time: 1772366130,
      'vo_annotate.u.Incident': 'https://lapwing.example/incidents/4711',
    })
    expect(bodies[2]).toMatchObject({ state_start_time: 1772366400 })
  })

  it('is not opened for a test', async () => {
    const receiver = await startReceiver()
    await splunkOncall.send(channelTest, { ...config, url: receiver.origin }, sendContext())
    expect(receiver.requests[0]!.json()).toMatchObject({
      message_type: 'INFO',
      entity_id: expect.stringMatching(/^lapwing-test-/),
    })
  })

  it('can be rejected with 200', async () => {
    const receiver = await startReceiver({ body: '{"result":"failure","message":"Invalid routing key database-team"}' })
    await expect(splunkOncall.send(critical, { ...config, url: receiver.origin }, sendContext())).rejects.toMatchObject(
      {
        message: 'answered 200: Invalid routing key [redacted]',
        permanent: true,
      },
    )
  })

  it('requires keys that are valid in a URL', () => {
    expect(channelProblems(splunkOncall, { api_key: 'a/b', routing_key: 'data base' })).toEqual([
      'config.api_key: must be letters, digits and dashes',
      'config.routing_key: must not contain spaces or slashes',
    ])
  })
})
