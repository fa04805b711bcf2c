import { describe, expect, it } from 'vitest'
import type { Alert } from '../domain/notifying/alert.ts'
import { critical, resolved, samples } from '../../test/kit/resources/alerts.ts'
import { keepsDeliveryContract, sendContext } from '../../test/kit/checks/channel-contract.ts'
import { type Received, startReceiver } from '../../test/kit/resources/receiver.ts'
import { pushover } from './pushover.ts'

const token = 'azGDORePK8gMaC0QOYAMyEEuzJnyUi'
const user = 'uQiRzpo4DXghDmr9QzzfQu27cmVRsG'
const keys = { token, user }

function accepts(request: Received): void {
  expect(request.method).toBe('POST')
  expect(request.headers['content-type']).toBe('application/x-www-form-urlencoded')
  const form = Object.fromEntries(request.form())
  expect(form['token']).toBe(token)
  if (/^\/1\/receipts\/cancel_by_tag\/[0-9a-f]{32}\.json$/.test(request.path)) return
  expect(request.path).toBe('/1/messages.json')
  expect(form['user']).toBe(user)
  const limits = { message: 1024, title: 250, url: 512, url_title: 100 }
  for (const [field, limit] of Object.entries(limits))
    expect([...(form[field] ?? '')].length, field).toBeLessThanOrEqual(limit)
  expect(form['message']).not.toBe('')
  expect(form['timestamp']).toMatch(/^\d+$/)
  expect(['-2', '-1', '0', '1', '2']).toContain(form['priority'])
  if (form['priority'] !== '2') return
  expect(Number(form['retry'])).toBeGreaterThanOrEqual(30)
  expect(Number(form['expire'])).toBeLessThanOrEqual(10_800)
}

const accepted = {
  headers: { 'content-type': 'application/json' },
  body: '{"status":1,"request":"647d2300-702c-4b38-8b2f-d56326ae460b"}',
}

keepsDeliveryContract({ kind: pushover, config: (url) => ({ ...keys, url, critical: 'emergency' }), accepts, accepted })

async function sent(alert: Alert, config: Record<string, unknown> = {}): Promise<Received[]> {
  const receiver = await startReceiver(accepted)
  await pushover.send(alert, { ...keys, url: receiver.origin, ...config }, sendContext())
  return [...receiver.requests]
}

describe('a push with Pushover', () => {
  it('bypasses quiet hours only if it is critical', async () => {
    const priorities = []
    for (const alert of [critical, resolved, samples['an acknowledgement']!, samples['a monitor test']!])
      priorities.push((await sent(alert))[0]!.form().get('priority'))
    expect(priorities).toEqual(['1', '0', '-1', '0'])
  })

  it('repeats as an emergency until the incident is resolved', async () => {
    const [fired] = await sent(critical, { critical: 'emergency', retry_seconds: 30 })
    const emergency = Object.fromEntries(fired!.form())
    expect(emergency).toMatchObject({ priority: '2', retry: '30', expire: '3600' })
    const over = await sent(resolved, { critical: 'emergency' })
    expect(over.map(({ path }) => path)).toEqual([
      `/1/receipts/cancel_by_tag/${emergency['tags']}.json`,
      '/1/messages.json',
    ])
  })
})
