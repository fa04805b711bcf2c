// The effect of a changed severity on open incidents.
import { describe, expect, it } from 'vitest'
import { checked } from '../../kit/resources/checked.ts'
import { sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { make } from '../../kit/resources/monitors.ts'

const app = sharedLapwing()

describe('a rule whose severity is changed while it fires', () => {
  const change = (monitor: string, rule: string, severity: string) =>
    app().ask('PATCH', `/monitors/${monitor}/alert-rules/${rule}`, { body: { severity } })

  it.each([
    ['critical', 'warning', 'degraded'],
    ['warning', 'critical', 'down'],
  ])('from %s to %s changes its incident', async (from, to, state) => {
    const { monitor, rule } = await violated(from)
    await change(monitor.id, rule.id, to)
    expect((await app().get(`/incidents?monitor_id=${monitor.id}`)).body.data).toMatchObject([
      { status: 'firing', severity: to },
    ])
    expect((await app().get(`/monitors/${monitor.id}`)).body.state).toBe(state)
  })

  it('to info closes its incident', async () => {
    const { monitor, rule } = await violated('critical')
    await change(monitor.id, rule.id, 'info')
    expect((await app().get(`/incidents?monitor_id=${monitor.id}`)).body.data).toMatchObject([
      { status: 'resolved', resolve_reason: 'rule disabled' },
    ])
  })

  it('from info opens an incident after confirmation', async () => {
    const { monitor, rule } = await violated('info')
    expect((await app().get(`/incidents?monitor_id=${monitor.id}`)).body.data).toEqual([])
    await change(monitor.id, rule.id, 'critical')
    app().clock.advance(10_000)
    await checked(app(), monitor.id, unmatched)
    expect((await app().get(`/incidents?monitor_id=${monitor.id}`)).body.data).toMatchObject([
      { status: 'firing', severity: 'critical' },
    ])
  })
})

const unmatched = { metrics: { 'tcp.expect_match_regexp': 0 } }

/** A monitor with a rule of this severity, which its last check violates. */
async function violated(severity: string): Promise<{ monitor: any; rule: any }> {
  const monitor = await make(app(), { type: 'tcp' })
  const draft = { name: 'No match', metric: "metrics['tcp.expect_match_regexp']", operator: '==', value: '0', severity }
  const rule = (await app().post(`/monitors/${monitor.id}/alert-rules`, draft)).body
  await checked(app(), monitor.id)
  app().clock.advance(10_000)
  await checked(app(), monitor.id, unmatched)
  return { monitor, rule }
}
