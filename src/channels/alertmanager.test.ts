import { describe, expect, it } from 'vitest'
import { channelTest, critical, resolved } from '../../test/kit/resources/alerts.ts'
import { keepsDeliveryContract, sendContext } from '../../test/kit/checks/channel-contract.ts'
import { type Received, startReceiver } from '../../test/kit/resources/receiver.ts'
import { alertmanager } from './alertmanager.ts'
import { channelProblems } from './define.ts'

const isTexts = (values: object): boolean => Object.values(values).every((value) => typeof value === 'string')

/** The types that Go programs unmarshal the payload into. */
function accepts(request: Received): void {
  expect(request.headers['content-type']).toBe('application/json')
  const { version, groupKey, truncatedAlerts, status, receiver, externalURL, alerts, ...maps } = request.json()
  expect({ version, truncatedAlerts, receiver }).toEqual({ version: '4', truncatedAlerts: 0, receiver: 'lapwing' })
  expect(groupKey).not.toBe('')
  expect(typeof externalURL).toBe('string')
  expect(['firing', 'resolved']).toContain(status)
  expect(Object.keys(maps).sort()).toEqual(['commonAnnotations', 'commonLabels', 'groupLabels'])
  for (const map of Object.values(maps)) expect(isTexts(map as object)).toBe(true)
  expect(alerts).toHaveLength(1)
  const [alert] = alerts
  expect(alert.status).toBe(status)
  expect(alert.labels).toEqual(maps.commonLabels)
  expect(Object.keys(alert.labels).every((name) => /^[a-zA-Z_]\w*$/.test(name))).toBe(true)
  expect(alert.labels.alertname).not.toBe('')
  for (const time of [alert.startsAt, alert.endsAt]) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
  expect(alert.fingerprint).toMatch(/^[0-9a-f]{16}$/)
  expect(typeof alert.generatorURL).toBe('string')
}

keepsDeliveryContract({
  kind: alertmanager,
  config: (origin) => ({ url: `${origin}/hooks/0123456789abcdef`, token: 'tok_9c1f0b7e5a4d' }),
  accepts,
})

describe("Alertmanager's webhook", () => {
  it('keeps the same group from firing to resolved', async () => {
    const receiver = await startReceiver()
    for (const alert of [critical, resolved])
      await alertmanager.send(alert, { url: receiver.origin, receiver: 'ops' }, sendContext({ dedupKey: 'lapwing-7' }))
    const [fired, ended] = receiver.requests.map((request) => request.json())
    expect(fired).toMatchObject({
      receiver: 'ops',
      status: 'firing',
      groupKey: '{}:{incident="lapwing-7"}',
      groupLabels: { alertname: 'Availability Check' },
      commonAnnotations: {
        summary: 'DOWN Shop: success == false',
        description: 'success == false',
        root_cause: 'timeout',
      },
      externalURL: 'https://lapwing.example',
      alerts: [
        {
          labels: {
            alertname: 'Availability Check',
            severity: 'critical',
            job: 'lapwing',
            instance: 'https://shop.example/checkout?step=1&lang=en',
            monitor: 'Shop',
            monitor_type: 'http',
            organization: 'Acme',
          },
          startsAt: '2026-03-01T11:55:30.000Z',
          endsAt: '0001-01-01T00:00:00Z',
          generatorURL: 'https://lapwing.example/incidents/4711',
        },
      ],
    })
    expect(ended).toMatchObject({ status: 'resolved', groupKey: fired.groupKey, commonLabels: fired.commonLabels })
    expect(ended.alerts[0]).toMatchObject({
      endsAt: '2026-03-01T12:00:00.000Z',
      fingerprint: fired.alerts[0].fingerprint,
    })
  })

  it('marks a test', async () => {
    const receiver = await startReceiver()
    await alertmanager.send(channelTest, { url: receiver.origin }, sendContext())
    const { commonLabels, commonAnnotations } = receiver.requests[0]!.json()
    expect(commonLabels['alertname']).toBe('LapwingTest')
    expect(commonAnnotations).toEqual({
      summary: 'Test notice from Lapwing',
      description: 'Test notice: messages from this channel arrive here',
    })
  })

  it('authenticates with a token or a password, not both', async () => {
    const receiver = await startReceiver()
    await alertmanager.send(critical, { url: receiver.origin, username: 'ada', password: 'pa55' }, sendContext())
    await alertmanager.send(critical, { url: receiver.origin, token: 'x' }, sendContext())
    await alertmanager.send(critical, { url: receiver.origin }, sendContext())
    expect(receiver.requests.map(({ headers }) => headers.authorization)).toEqual([
      `Basic ${btoa('ada:pa55')}`,
      'Bearer x',
      undefined,
    ])
    const url = 'https://receiver.example'
    expect(channelProblems(alertmanager, { url, token: 'x', username: 'ada', password: 'y' })).toEqual([
      'config.username: cannot be set together with token',
    ])
    expect(channelProblems(alertmanager, { url, username: 'ada' })).toEqual([
      'config.password: must be set together with username',
    ])
  })
})
