import { expect, it } from 'vitest'
import { type ScrapedSeries, monitorFamilies } from './monitor-series.ts'
import { infoLines, linesOf, packed } from './packed-monitors.ts'

const idOf = (n: number): string => `0198c5a2-8a00-7e55-a1b2-c3d4e5f6071${n}`

const monitor: ScrapedSeries = {
  id: idOf(0),
  monitorNumber: 1,
  name: 'Shop',
  type: 'http',
  target: 'https://shop.example/',
  tags: ['team:web', 'env:prod'],
  strategy: 'roundrobin',
  intervalSeconds: 60,
  state: 'up',
  createdAt: new Date(0),
  severity: 0,
  lastPingAt: null,
  checkedAt: 1_767_225_600.25,
  success: true,
  durationMs: 120.5,
  checks: 60,
  failures: 1,
  durationSum: 7110,
  uptime: { '24h': 1, '7d': 0.999, '30d': 1 },
  certificateExpiresAt: null,
  domainExpiresAt: null,
}

function linesOfFamily(name: string, monitors: readonly ScrapedSeries[]): string[] {
  const place = monitorFamilies.findIndex((family) => family.name === name)
  return linesOf(packed(monitors), place)
    .split('\n')
    .filter((line) => line !== '')
}

it('returns the labels of every monitor, with any characters', () => {
  const odd = { ...monitor, id: idOf(1), name: 'a "quoted"\nname \\ größer', tags: [] }
  const [first, second, end] = infoLines(packed([monitor, odd])).split('\n')
  expect(first).toBe(
    `service_monitor_info{monitor_id="${idOf(0)}",name="Shop",type="http",` +
      `target="https://shop.example/",tags="team:web,env:prod",strategy="roundrobin"} 1`,
  )
  expect(second).toContain(String.raw`monitor_id="${idOf(1)}",name="a \"quoted\"\nname \\ größer"`)
  expect(end).toBe('')
})

it('distinguishes shared, different and missing numbers', () => {
  const paused: ScrapedSeries = { ...monitor, id: idOf(1), state: 'paused', checkedAt: null }
  const both = [monitor, paused]
  expect(linesOfFamily('service_monitor_check_interval_seconds', both)).toEqual(
    [0, 1].map((n) => `service_monitor_check_interval_seconds{monitor_id="${idOf(n)}"} 60`),
  )
  expect(linesOfFamily('service_monitor_paused', both)).toEqual(
    [0, 1].map((n) => `service_monitor_paused{monitor_id="${idOf(n)}"} ${n}`),
  )
  expect(linesOfFamily('service_monitor_last_check_timestamp_seconds', both)).toEqual([
    `service_monitor_last_check_timestamp_seconds{monitor_id="${idOf(0)}"} 1767225600.25`,
  ])
  expect(linesOfFamily('service_heartbeat_last_ping_timestamp_seconds', both)).toEqual([])
})

it('writes every line of a monitor before the next', () => {
  const lines = linesOfFamily('service_monitor_checks_24h', [monitor, { ...monitor, id: idOf(1), failures: 0 }])
  expect(lines).toEqual(
    [
      [0, 'success', 59],
      [0, 'failure', 1],
      [1, 'success', 60],
      [1, 'failure', 0],
    ].map(
      ([n, result, value]) => `service_monitor_checks_24h{monitor_id="${idOf(Number(n))}",result="${result}"} ${value}`,
    ),
  )
})

it('counts all the memory it keeps', () => {
  const { info } = packed([monitor])
  expect(info.buffer.byteLength).toBe(info.length)
})
