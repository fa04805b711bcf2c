import { describe, expect, it } from 'vitest'
import { channelTest, critical, resolved } from '../../test/kit/resources/alerts.ts'
import { keepsDeliveryContract, sendContext } from '../../test/kit/checks/channel-contract.ts'
import { type Received, startReceiver } from '../../test/kit/resources/receiver.ts'
import { incidentIo } from './incident-io.ts'

const config = { source_id: '01GW2G3V0S59R238FAHPDS1R66', token: 'tok_9c1f0b7e5a4d' }

function accepts(request: Received): void {
  expect(request.path).toBe(`/v2/alert_events/http/${config.source_id}`)
  expect(request.headers.authorization).toBe(`Bearer ${config.token}`)
  const { title, status, deduplication_key, description, metadata, source_url, ...rest } = request.json()
  expect(title).toMatch(/^.{1,500}$/)
  expect(['firing', 'resolved']).toContain(status)
  expect(deduplication_key).toMatch(/^.{1,200}$/)
  expect(description.length).toBeLessThan(20_000)
  expect(JSON.stringify(metadata).length).toBeLessThan(5000)
  if (source_url !== undefined) expect(URL.canParse(source_url)).toBe(true)
  expect(rest).toEqual({})
}

keepsDeliveryContract({
  kind: incidentIo,
  config: (origin) => ({ ...config, url: origin }),
  accepts,
  accepted: {
    status: 202,
    body: '{"deduplication_key":"x","message":"Event accepted for processing","status":"success"}',
  },
})

describe('an alert in incident.io', () => {
  it('fires and resolves under one key', async () => {
    const receiver = await startReceiver({ status: 202 })
    for (const alert of [critical, resolved])
      await incidentIo.send(alert, { ...config, url: receiver.origin }, sendContext({ dedupKey: 'lapwing-7' }))
    const [fired, ended] = receiver.requests.map((request) => request.json())
    expect(fired).toMatchObject({
      title: 'DOWN Shop: success == false',
      status: 'firing',
      deduplication_key: 'lapwing-7',
      source_url: 'https://lapwing.example/incidents/4711',
      metadata: { severity: 'critical', monitor: 'Shop', monitor_type: 'http', root_cause: 'timeout', test: false },
    })
    expect(ended).toMatchObject({ status: 'resolved', deduplication_key: 'lapwing-7' })
  })

  it('has a new key for every test', async () => {
    const receiver = await startReceiver({ status: 202 })
    for (const at of [channelTest.at, new Date('2026-03-01T12:05:00Z')])
      await incidentIo.send(
        { ...channelTest, at },
        { ...config, url: receiver.origin },
        sendContext({ dedupKey: 'lapwing-0' }),
      )
    const keys = receiver.requests.map((request) => request.json().deduplication_key)
    expect(new Set(keys).size).toBe(2)
    expect(receiver.requests[0]!.json().metadata).toMatchObject({ test: true })
  })
})
