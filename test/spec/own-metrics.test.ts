// Lapwing's own figures, for the operator.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { hasPrometheus } from '../kit/debian/prometheus.ts'
import { lapwing, sharedLapwing } from '../kit/lapwing/lapwing.ts'
import { openIncident } from '../kit/resources/incidents.ts'
import { make } from '../kit/resources/monitors.ts'

const token = 'a token for the metrics of this test'
const app = sharedLapwing({ env: { LAPWING_METRICS_TOKEN: token } })
const deploy = join(import.meta.dirname, '../../deploy')

async function scrape(authorization: string): Promise<Response> {
  return fetch(`${app().origin}/internal/metrics`, { headers: { authorization } })
}

it('shows what waits and how late it is', async () => {
  await make(app(), { name: 'Late' })
  await openIncident(app(), { name: 'Down' })
  app().clock.advance(120_000)
  const response = await scrape(`Bearer ${token}`)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const text = await response.text()
  expect(text).toMatch(/^lapwing_checks_due\{location="fra"\} [1-9]/m)
  expect(Number(/^lapwing_checks_late_seconds\{location="fra"\} (.*)$/m.exec(text)![1])).toBeGreaterThanOrEqual(60)
  expect(text).toMatch(/^lapwing_open_incidents\{status="firing"\} 1$/m)
  expect(text).toMatch(/^lapwing_monitors\{state="down"\} 1$/m)
  expect(text).toMatch(/^lapwing_database_bytes \d{6,}$/m)
  if (hasPrometheus) execFileSync('/usr/bin/promtool', ['check', 'metrics'], { input: text })
})

it('refuses every other token, and does not exist without one', async () => {
  for (const wrong of ['', 'Bearer ', `Bearer ${token}x`, token]) {
    const response = await scrape(wrong)
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  }
  const other = await lapwing()
  const headers = { authorization: `Bearer ${token}` }
  expect((await fetch(`${other.origin}/internal/metrics`, { headers })).status).toBe(404)
})

it('has every series that the alert rules and the dashboard name', async () => {
  const text = await (await scrape(`Bearer ${token}`)).text()
  const known = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name))
  for (const file of ['prometheus/lapwing-alerts.yaml', 'grafana/lapwing.json']) {
    const named = [...readFileSync(join(deploy, file), 'utf8').matchAll(/\blapwing_\w+/g)].map(([name]) => name)
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((name) => !known.has(name))).toEqual([])
  }
})

it.skipIf(!hasPrometheus)('has alert rules that Prometheus accepts', () => {
  const rules = join(deploy, 'prometheus/lapwing-alerts.yaml')
  expect(execFileSync('/usr/bin/promtool', ['check', 'rules', rules], { encoding: 'utf8' })).toContain('SUCCESS')
})
