import { expect, it, onTestFinished } from 'vitest'
import { openIncident } from '../kit/resources/incidents.ts'
import { keys, lapwing } from '../kit/lapwing/lapwing.ts'
import { make } from '../kit/resources/monitors.ts'
import { hasPrometheus, startPrometheus } from '../kit/debian/prometheus.ts'
import { waitUntil } from '../kit/wait-until.ts'

it.skipIf(!hasPrometheus)('a real Prometheus scrapes it, and an alert on its metrics fires', async () => {
  const app = await lapwing()
  const { monitor } = await openIncident(app, { name: 'Shop' })
  await make(app, { name: 'Blog' })
  const prometheus = await startPrometheus({
    origin: app.origin,
    key: keys.read,
    alerts: {
      Down: 'service_monitor_up == 0',
      Named: 'service_monitor_up * on (monitor_id) group_left (name) service_monitor_info == 0',
      Never: 'service_monitor_up > 1',
    },
  })
  onTestFinished(prometheus.stop)
  const firing = async (): Promise<any[]> => {
    // An organization has thirty scrapes per minute of Lapwing's clock.
    app.clock.advance(1000)
    const { alerts } = await prometheus.ask('/alerts')
    return alerts.filter(({ state }: any) => state === 'firing')
  }
  const alerts = await waitUntil(async () => {
    const found = await firing()
    return found.length === 2 && found
  })
  const labels = alerts.map((alert) => [alert.labels.alertname, alert.labels.monitor_id, alert.labels.name])
  expect(labels.toSorted()).toEqual([
    ['Down', monitor.id, undefined],
    ['Named', monitor.id, 'Shop'],
  ])
  const target = async (): Promise<any> => (await prometheus.ask('/targets')).activeTargets[0]
  // Its scrape timeout is two seconds.
  await expect.poll(target).toMatchObject({ health: 'up', lastError: '' })
})
