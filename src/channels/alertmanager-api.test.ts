import { describe, expect, it, onTestFinished } from 'vitest'
import { hasAlertmanager, startAlertmanager } from '../../test/kit/debian/alertmanager.ts'
import { critical, resolved } from '../../test/kit/resources/alerts.ts'
import { keepsDeliveryContract, sendContext } from '../../test/kit/checks/channel-contract.ts'
import { type Received, startReceiver } from '../../test/kit/resources/receiver.ts'
import { alertmanagerApi } from './alertmanager-api.ts'
import { alertmanager } from './alertmanager.ts'

/** `postableAlerts` of Alertmanager's API version 2. */
function accepts(request: Received): void {
  expect([request.method, request.path]).toEqual(['POST', '/api/v2/alerts'])
  const [alert, ...others] = request.json()
  expect(others).toEqual([])
  expect(alert.labels.alertname).not.toBe('')
  for (const texts of [alert.labels, alert.annotations])
    for (const [name, text] of Object.entries(texts))
      expect([name, typeof text]).toEqual([expect.stringMatching(/^[a-zA-Z_]\w*$/), 'string'])
  expect(Date.parse(alert.endsAt)).toBeGreaterThan(Date.parse(alert.startsAt))
}

keepsDeliveryContract({
  kind: alertmanagerApi,
  config: (origin) => ({ url: origin, token: 'tok_9c1f0b7e5a4d' }),
  accepts,
})

describe.skipIf(!hasAlertmanager)('a real Alertmanager', () => {
  it('fires, repeats and resolves', async () => {
    const receiver = await startReceiver()
    const real = await startAlertmanager(receiver.origin)
    onTestFinished(() => real.stop())
    const seen = (): unknown[] => {
      const posted = receiver.requests.map((request) => request.json())
      return posted.map(({ status, alerts }) => [status, alerts.length, alerts[0].labels.monitor])
    }
    const startedAt = new Date()
    const incident = { ...critical.incident, startedAt }
    await alertmanagerApi.send({ ...critical, at: startedAt, incident }, { url: real.origin }, sendContext())
    await expect.poll(() => seen().length).toBeGreaterThan(1)
    const now = new Date()
    const ended = { ...resolved, at: now, incident: { ...resolved.incident, startedAt, resolvedAt: now } }
    await alertmanagerApi.send(ended, { url: real.origin }, sendContext())
    await expect.poll(() => seen().at(-1)).toEqual(['resolved', 1, 'Shop'])
    expect(new Set(seen().slice(0, -1).map(String))).toEqual(new Set(['firing,1,Shop']))
    // What it posts has the shape of what the channel that imitates it posts.
    const imitated = await startReceiver()
    await alertmanager.send(critical, { url: imitated.origin, receiver: 'test' }, sendContext())
    const keys = (request: Received): string[] => Object.keys(request.json()).sort()
    expect(keys(imitated.requests[0]!)).toEqual(keys(receiver.requests[0]!))
  })
})
