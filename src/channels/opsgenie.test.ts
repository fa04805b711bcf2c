import { describe, expect, it } from 'vitest'
import { critical, samples } from '../../test/kit/resources/alerts.ts'
import { keepsDeliveryContract, sendContext } from '../../test/kit/checks/channel-contract.ts'
import { type Received, startReceiver } from '../../test/kit/resources/receiver.ts'
import { opsgenie } from './opsgenie.ts'

const api_key = 'eb243592-faa2-4ba2-a551-1afdf565c889'

function accepts(request: Received): void {
  expect(request.headers.authorization).toBe(`GenieKey ${api_key}`)
  const body = request.json()
  expect((body.note ?? '').length).toBeLessThanOrEqual(25_000)
  expect((body.user ?? '').length).toBeLessThanOrEqual(100)
  expect((body.source ?? '').length).toBeLessThanOrEqual(100)
  if (request.path !== '/v2/alerts')
    return expect(request.path).toMatch(/^\/v2\/alerts\/[\w%-]+\/(close|acknowledge)\?identifierType=alias$/)
  const limits = { message: 130, alias: 512, description: 15_000, entity: 512 }
  for (const [field, limit] of Object.entries(limits))
    expect((body[field] ?? '').length, field).toBeLessThanOrEqual(limit)
  expect(body.message).not.toBe('')
  expect(body.tags.length).toBeLessThanOrEqual(20)
  for (const tag of body.tags) expect(tag.length).toBeLessThanOrEqual(50)
  expect(JSON.stringify(body.details).length).toBeLessThanOrEqual(8000)
  expect(Object.values(body.details).every((value) => typeof value === 'string')).toBe(true)
  expect(body.priority).toMatch(/^P[1-5]$/)
}

keepsDeliveryContract({
  kind: opsgenie,
  config: (origin) => ({ api_key, team: 'Operations', url: origin }),
  accepts,
  accepted: { status: 202, body: '{"result":"Request will be processed","took":0.1,"requestId":"x"}' },
})

describe('an alert in Opsgenie', () => {
  it('opens, acknowledges and closes by its alias', async () => {
    const receiver = await startReceiver({ status: 202 })
    for (const alert of [critical, samples['an acknowledgement']!, samples['a close by a person']!])
      await opsgenie.send(
        alert,
        { api_key, url: `${receiver.origin}/jsm/ops/integration/` },
        sendContext({ dedupKey: 'incident/7' }),
      )
    expect(receiver.requests.map(({ path }) => path)).toEqual([
      '/jsm/ops/integration/v2/alerts',
      '/jsm/ops/integration/v2/alerts/incident%2F7/acknowledge?identifierType=alias',
      '/jsm/ops/integration/v2/alerts/incident%2F7/close?identifierType=alias',
    ])
    const [opened, , closed] = receiver.requests.map((request) => request.json())
    expect(opened).toMatchObject({
      message: 'DOWN Shop: success == false',
      alias: 'incident/7',
      priority: 'P1',
      tags: ['critical', 'http'],
    })
    expect(closed).toEqual({
      source: 'Lapwing',
      user: 'Ada Lovelace',
      note: 'CLOSED Shop: resolved manually, after 4 min 30 s',
    })
  })
})
