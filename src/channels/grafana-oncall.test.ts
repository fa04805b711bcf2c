import { describe, expect, it } from 'vitest'
import { critical, resolved } from '../../test/kit/resources/alerts.ts'
import { keepsDeliveryContract, sendContext } from '../../test/kit/checks/channel-contract.ts'
import { type Received, startReceiver } from '../../test/kit/resources/receiver.ts'
import { grafanaOncall } from './grafana-oncall.ts'

const path = '/oncall/integrations/v1/formatted_webhook/m12xmIjOcgwH74UF8CN4dk0Dh/'

function accepts(request: Received): void {
  expect(request.path).toBe(path)
  const { alert_uid, title, state, message, link_to_upstream_details } = request.json()
  expect(alert_uid).toMatch(/^.{1,255}$/)
  expect(title).toMatch(/^.{1,1000}$/)
  expect(['alerting', 'ok']).toContain(state)
  expect(message).not.toBe('')
  if (link_to_upstream_details !== undefined) expect(URL.canParse(link_to_upstream_details)).toBe(true)
  expect(request.raw.length).toBeLessThan(64 * 1024)
}

keepsDeliveryContract({
  kind: grafanaOncall,
  config: (origin) => ({ url: `${origin}${path}` }),
  accepts,
  accepted: { body: 'Ok.' },
})

describe('an alert group in Grafana OnCall', () => {
  it('opens and resolves under one id', async () => {
    const receiver = await startReceiver()
    for (const alert of [critical, resolved])
      await grafanaOncall.send(alert, { url: receiver.origin }, sendContext({ dedupKey: 'lapwing-7' }))
    const [opened, closed] = receiver.requests.map((request) => request.json())
    expect(opened).toMatchObject({
      alert_uid: 'lapwing-7',
      title: 'DOWN Shop: success == false',
      state: 'alerting',
      link_to_upstream_details: 'https://lapwing.example/incidents/4711',
      severity: 'critical',
      monitor: 'Shop',
    })
    expect(opened.message).toContain('Details: no response within 10 s')
    expect(closed).toMatchObject({ alert_uid: 'lapwing-7', state: 'ok', title: 'UP Shop: recovered after 4 min 30 s' })
  })
})
