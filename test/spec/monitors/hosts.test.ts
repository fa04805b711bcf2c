// Hosts over HTTP: enrollment, updates, deletion, reports of agents and missing reports.
import { describe, expect, it } from 'vitest'
import { checksOf, metricsOf as latestMetrics, stateOf } from '../../kit/resources/heartbeats.ts'
import { enroll, machine, passHosts, report, reportOf, sampleOf, send } from '../../kit/resources/hosts.ts'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { refuseWrites } from '../../kit/lapwing/refused-writes.ts'
import { expectRefusal, make, patch, ruleNamed } from '../../kit/resources/monitors.ts'

const app = sharedLapwing()

const shown = async (id: string): Promise<any> => (await app().get(`/hosts/${id}`)).body
const incidentsOf = async (monitorId: string): Promise<any[]> =>
  (await app().get(`/incidents?monitor_id=${monitorId}`)).body.data
const activityOf = async (id: string): Promise<string[]> =>
  (await app().get(`/activity?entity_id=${id}`)).body.data.map(({ action }: { action: string }) => action)

async function metricsOf(monitorId: string): Promise<Record<string, number>> {
  const found = await latestMetrics(app(), monitorId)
  return Object.fromEntries(Object.entries(found).map(([key, value]) => [key.replace('host.', ''), value]))
}

describe('enrolling', () => {
  it('creates a host, its monitor with the default rules, and a token that is shown once', async () => {
    const { status, body } = await app().post('/hosts', {
      name: 'db-1',
      tags: ['env:prod'],
      config: { services: ['nginx'] },
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      object: 'host',
      name: 'db-1',
      tags: ['env:prod'],
      state: 'never_reported',
      last_seen_at: null,
      latest: null,
      os: null,
    })
    const { token, install_command, docker_command, expires_at } = body.enrollment
    expect(install_command).toBe(`curl -fsSL ${app().origin}/install/agent | sh -s -- ${token}`)
    expect(docker_command).toMatch(/^docker run .* lapwing:\S+ agent --server http:\S+ --root \/host --dir \/data$/)
    expect(new Date(expires_at).getTime() - app().clock.now().getTime()).toBe(86_400_000)
    const { enrollment: _, ...rest } = body
    expect(await shown(body.id)).toEqual(rest)
    const { body: monitor } = await app().get(`/monitors/${body.monitor_id}`)
    expect(monitor).toMatchObject({
      type: 'host',
      name: 'db-1',
      target: 'db-1',
      interval_seconds: 60,
      state: 'unknown',
    })
    expect(await ruleNamed(app(), monitor.id, 'Host Offline')).toMatchObject({ severity: 'critical' })
    expect(await activityOf(body.id)).toEqual(['host.enrolled'])
    expect(await activityOf(monitor.id)).toEqual(['monitor.created'])
  })

  it('is the only way to a host monitor', async () => {
    expectRefusal(
      await app().post('/monitors', { name: 'a', type: 'host', target: 'a', interval: 60 }),
      400,
      'type: host monitors cannot be created here; use POST /hosts',
    )
  })

  it('has the rules of monitors, and is limited by the plan', async () => {
    expectRefusal(
      await app().post('/hosts', { name: 'a', config: { livenessSeconds: 5 } }),
      400,
      /^config\.livenessSeconds: /,
    )
    expectRefusal(await app().post('/hosts', { name: 'a', colour: 'red' }), 400, 'colour: unsupported field')
    expectRefusal(await app().post('/hosts', { name: 'a' }, { key: keys.read }), 403, /write scope/)
  })

  it('replaces the token, and the old one stops working', async () => {
    const host = await enroll(app())
    await report(app(), host)
    const { status, body } = await app().post(`/hosts/${host.id}/rotate-token`)
    expect([status, body.id]).toEqual([200, host.id])
    expectRefusal(await send(app(), host.token, reportOf(app())), 401, /^Unknown token/)
    await report(app(), { ...host, token: body.enrollment.token })
    expect(await activityOf(host.id)).toEqual(['host.token_rotated', 'host.enrolled'])
  })

  it('expires after a day without a report', async () => {
    const [used, unused] = [await enroll(app()), await enroll(app())]
    await report(app(), used)
    await passHosts(app(), 86_400)
    await report(app(), used)
    expectRefusal(await send(app(), unused.token, reportOf(app())), 401, /^This token expired at 2026-/)
  })
})

describe('a host', () => {
  it('is updated together with its monitor', async () => {
    const { id, monitorId } = await enroll(app())
    const { status, body } = await app().ask('PATCH', `/hosts/${id}`, {
      body: { name: 'web-2', tags: ['env:test'], config: { reportIntervalSeconds: 30 } },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'web-2', tags: ['env:test'], config: { reportIntervalSeconds: 30 } })
    expect((await app().get(`/monitors/${monitorId}`)).body).toMatchObject({
      name: 'web-2',
      target: 'web-2',
      interval_seconds: 30,
    })
    await patch(app(), monitorId, { config: { reportIntervalSeconds: 20 } })
    expect((await app().get(`/monitors/${monitorId}`)).body.interval_seconds).toBe(20)
    expectRefusal(
      await patch(app(), monitorId, { interval: 60 }),
      400,
      'interval: host monitors use config.reportIntervalSeconds instead',
    )
  })

  it('is deleted by one of several concurrent requests', async () => {
    const host = await enroll(app())
    const answers = await Promise.all([1, 2, 3].map(() => app().ask('DELETE', `/hosts/${host.id}`)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404, 404])
  })

  it.each(['/hosts', '/monitors'])('is deleted with its monitor at %s, and its agent is refused', async (at) => {
    const host = await enroll(app())
    await report(app(), host)
    const id = at === '/hosts' ? host.id : host.monitorId
    expect((await app().ask('DELETE', `${at}/${id}`)).status).toBe(204)
    expect((await app().get(`/hosts/${host.id}`)).status).toBe(404)
    expect((await app().get(`/monitors/${host.monitorId}`)).status).toBe(404)
    expect((await send(app(), host.token, reportOf(app()))).status).toBe(401)
    expect(await activityOf(host.id)).toEqual(['host.deleted', 'host.enrolled'])
    expect(await activityOf(host.monitorId)).toEqual(['monitor.deleted', 'monitor.created'])
  })

  it('is listed by state, tag and name', async () => {
    const tagged = { tags: ['team:lists'] }
    const one = await enroll(app(), { name: 'lists-one', ...tagged })
    const two = await enroll(app(), { name: 'lists-two', ...tagged })
    await report(app(), two)
    const ids = async (query: string): Promise<string[]> =>
      (await app().get(`/hosts?tag=team:lists${query}`)).body.data.map((host: { id: string }) => host.id)
    expect(await ids('')).toEqual([two.id, one.id])
    expect(await ids('&state=online')).toEqual([two.id])
    expect(await ids('&state=never_reported')).toEqual([one.id])
    expect(await ids('&q=LISTS-ONE')).toEqual([one.id])
    expect(await ids('&q=web-1.example')).toEqual([two.id])
    const { body } = await app().get('/hosts?tag=team:lists&limit=1')
    expect([body.data[0].id, body.has_more]).toEqual([two.id, true])
    expect(await ids(`&limit=1&cursor=${body.next_cursor}`)).toEqual([one.id])
  })
})

describe('a report', () => {
  it('is stored as metrics, machine details and results of the monitor', async () => {
    const host = await enroll(app())
    const sample = sampleOf(app(), {
      disks: [
        { mount: '/', used_pct: 71.5, used_bytes: 71, free_bytes: 29, inodes_used_pct: 12 },
        { mount: '/var/lib', used_pct: 20, used_bytes: 20, free_bytes: 80 },
      ],
      services: [{ name: 'nginx.service', up: true }],
      processes: [{ name: 'Worker Pool', count: 3 }],
      containers: [
        { name: 'shop', up: true, healthy: false },
        { name: 'cache', up: false, healthy: null },
      ],
      custom: { queue_depth: 17 },
      top_processes: [{ pid: 812, name: 'postgres', user: 'postgres', cpu_pct: 31.2, memory_bytes: 4096 }],
    })
    const ack = await report(app(), host, { samples: [sample] })
    expect(ack).toMatchObject({ object: 'agent_ack', config: { reportIntervalSeconds: 60, services: [] } })
    expect(await report(app(), host, { samples: [sample], config_version: ack['config_version'] })).not.toHaveProperty(
      'config',
    )
    const { hostname: _, ...about } = machine
    expect(await shown(host.id)).toMatchObject({
      ...about,
      state: 'online',
      agent_version: '0.1.0',
      last_seen_at: app().clock.now().toISOString(),
      latest: { cpu_pct: 12.5, mem_used_pct: 48.25, disk_used_pct_max: 71.5, load1: 2, uptime_s: 864_000 },
    })
    expect(await metricsOf(host.monitorId)).toMatchObject({
      up: 1,
      seconds_since_report: 0,
      cpu_pct: 12.5,
      load_per_core: 0.5,
      disk_used_pct_max: 71.5,
      disk_free_bytes_min: 29,
      inodes_used_pct_max: 12,
      'disk.root.used_pct': 71.5,
      'disk.var_lib.used_pct': 20,
      'service.nginx.up': 1,
      'process.worker_pool.count': 3,
      'container.shop.up': 1,
      'container.cache.up': 0,
      containers_unhealthy: 1,
      'custom.queue_depth': 17,
      rebooted: 0,
      agent_outdated: 0,
      clock_offset_ms: 0,
    })
    expect(await checksOf(app(), host.monitorId)).toHaveLength(1)
    const { available_metrics } = (await app().get(`/monitors/${host.monitorId}`)).body
    expect(available_metrics).toEqual(
      expect.arrayContaining(["metrics['host.disk.var_lib.used_pct']", "metrics['host.custom.queue_depth']"]),
    )
    expect(available_metrics).not.toContain("metrics['host.service.var_lib.up']")
    expect((await app().get(`/hosts/${host.id}/processes`)).body).toMatchObject({
      data: [
        { object: 'host_process', pid: 812, name: 'postgres', user: 'postgres', cpu_pct: 31.2, memory_bytes: 4096 },
      ],
    })
    expect(await stateOf(app(), host.monitorId)).toBe('up')
  })

  it('reports a restart once', async () => {
    const host = await enroll(app())
    await report(app(), host)
    await passHosts(app(), 60)
    await report(app(), host, { boot_id: 'boot-2' })
    expect(await metricsOf(host.monitorId)).toMatchObject({ rebooted: 1 })
    await passHosts(app(), 60)
    await report(app(), host, { boot_id: 'boot-2' })
    expect(await metricsOf(host.monitorId)).toMatchObject({ rebooted: 0 })
  })

  it('opens and resolves incidents', async () => {
    const host = await enroll(app(), { config: { confirmationThreshold: 1 } })
    const full = [{ mount: '/', used_pct: 98, used_bytes: 98, free_bytes: 2 }]
    await report(app(), host, { samples: [sampleOf(app(), { disks: full })] })
    expect(await incidentsOf(host.monitorId)).toMatchObject([{ status: 'firing' }, { status: 'firing' }])
    expect(await stateOf(app(), host.monitorId)).toBe('down')
    await passHosts(app(), 60)
    await report(app(), host)
    expect(await stateOf(app(), host.monitorId)).toBe('up')
  })

  it('from a wrong clock is corrected, and shows the difference', async () => {
    const host = await enroll(app())
    const hourAgo = new Date(app().clock.now().getTime() - 3_600_000).toISOString()
    await report(app(), host, { sent_at: hourAgo, samples: [{ ...sampleOf(app()), at: hourAgo }] })
    const [check] = await checksOf(app(), host.monitorId)
    expect(check.timestamp).toBe(app().clock.now().toISOString())
    expect(await metricsOf(host.monitorId)).toMatchObject({ clock_offset_ms: 3_600_000 })
  })
})

describe('late samples', () => {
  it('are stored once with their time, and neither open nor resolve incidents', async () => {
    const host = await enroll(app(), { config: { confirmationThreshold: 1 } })
    const full = [{ mount: '/', used_pct: 98, used_bytes: 98, free_bytes: 2 }]
    await report(app(), host)
    app().clock.advance(600_000)
    const late = [500, 440, 380].map((ago) => sampleOf(app(), { ago, disks: full, metrics: { cpu_pct: 99 } }))
    const samples = [...late, sampleOf(app())]
    await report(app(), host, { samples })
    await report(app(), host, { samples })
    expect(await incidentsOf(host.monitorId)).toEqual([])
    const checks = await checksOf(app(), host.monitorId)
    expect(checks.map(({ timestamp }) => (app().clock.now().getTime() - Date.parse(timestamp)) / 1000)).toEqual([
      0, 380, 440, 500, 600,
    ])
    const { series } = (await app().get(`/hosts/${host.id}/metrics?metric=cpu_pct,host.disk.root.used_pct`)).body
    expect(series[0].points.map(([, value]: [number, number]) => value)).toEqual([12.5, 99, 99, 99, 12.5])
    expect(series[1]).toMatchObject({ metric: 'disk.root.used_pct', unit: 'percent' })
    expectRefusal(
      await app().get(`/hosts/${host.id}/metrics?metric=luck`),
      400,
      'metric: luck is not a host metric; see the type host in GET /meta/monitor-types',
    )
  })

  it('do not resolve a current incident', async () => {
    const host = await enroll(app(), { config: { confirmationThreshold: 1 } })
    const full = [{ mount: '/', used_pct: 98, used_bytes: 98, free_bytes: 2 }]
    await report(app(), host, { samples: [sampleOf(app(), { disks: full })] })
    await passHosts(app(), 60)
    await report(app(), host, { samples: [sampleOf(app(), { ago: 300 }), sampleOf(app(), { disks: full })] })
    expect(await incidentsOf(host.monitorId)).toMatchObject([{ status: 'firing' }, { status: 'firing' }])
  })

  it('are ignored if older than a day or in the future', async () => {
    const host = await enroll(app())
    await report(app(), host, {
      samples: [sampleOf(app(), { ago: 90_000 }), sampleOf(app(), { ago: -300 }), sampleOf(app())],
    })
    expect(await checksOf(app(), host.monitorId)).toHaveLength(1)
  })
})

describe('silence', () => {
  it('makes a host stale, then offline, which opens an incident that the next report ends', async () => {
    const host = await enroll(app())
    await passHosts(app(), 3600)
    expect(await stateOf(app(), host.monitorId)).toBe('unknown')
    await report(app(), host)
    await passHosts(app(), 119)
    expect((await shown(host.id)).state).toBe('online')
    await passHosts(app(), 1)
    expect((await shown(host.id)).state).toBe('stale')
    expect(await stateOf(app(), host.monitorId)).toBe('degraded')
    expect(await incidentsOf(host.monitorId)).toEqual([])
    await passHosts(app(), 60)
    expect((await shown(host.id)).state).toBe('offline')
    expect(await stateOf(app(), host.monitorId)).toBe('down')
    const [incident] = await incidentsOf(host.monitorId)
    expect(incident).toMatchObject({ status: 'firing', severity: 'critical' })
    expect(await metricsOf(host.monitorId)).toEqual({ up: 0, seconds_since_report: 180 })
    await passHosts(app(), 60)
    expect(await metricsOf(host.monitorId)).toEqual({ up: 0, seconds_since_report: 240 })
    await report(app(), host, { samples: [sampleOf(app(), { ago: 200 })] })
    expect((await shown(host.id)).state).toBe('online')
    expect(await stateOf(app(), host.monitorId)).toBe('up')
    expect(await incidentsOf(host.monitorId)).toMatchObject([{ status: 'resolved' }])
  })

  it('does not count while Lapwing was stopped or the monitor was paused', async () => {
    const host = await enroll(app())
    await report(app(), host)
    await passHosts(app(), 7200)
    expect(await incidentsOf(host.monitorId)).toEqual([])
    await passHosts(app(), 100)
    await report(app(), host)
    await app().post(`/monitors/${host.monitorId}/pause`)
    await passHosts(app(), 7200)
    await report(app(), host)
    expect(await checksOf(app(), host.monitorId)).toHaveLength(2)
    expect((await shown(host.id)).state).toBe('online')
    await passHosts(app(), 3600)
    await app().post(`/monitors/${host.monitorId}/resume`)
    await passHosts(app(), 119)
    expect(await incidentsOf(host.monitorId)).toEqual([])
    await passHosts(app(), 1)
    await passHosts(app(), 60)
    expect(await incidentsOf(host.monitorId)).toMatchObject([{ status: 'firing' }])
  })

  it('follows the config as soon as it changes', async () => {
    const host = await enroll(app(), { config: { livenessSeconds: 900 } })
    await report(app(), host)
    await passHosts(app(), 120)
    await app().ask('PATCH', `/hosts/${host.id}`, { body: { config: { livenessSeconds: 130 } } })
    await passHosts(app(), 9)
    expect((await shown(host.id)).state).toBe('stale')
    await passHosts(app(), 1)
    expect((await shown(host.id)).state).toBe('offline')
    expect(await incidentsOf(host.monitorId)).toHaveLength(1)
  })
})

describe('the state of all hosts', () => {
  it('is in the summary, the plan and the metrics', async () => {
    const tagged = { tags: ['team:sums'] }
    const host = await enroll(app(), { name: 'sums', ...tagged })
    await enroll(app(), tagged)
    await report(app(), host)
    const seen = app().clock.now().getTime() / 1000
    await make(app(), tagged)
    const hosts = async (): Promise<unknown> => (await app().get('/summary?tag=team:sums')).body.hosts
    expect(await hosts()).toEqual({ total: 2, online: 1, stale: 0, offline: 0, never_reported: 1 })
    const all = (await app().get('/hosts?limit=100')).body.data.length
    expect((await app().get('/plan')).body.usage.hosts).toBe(all)
    const { text } = await app().get('/metrics?tag=team:sums')
    expect(text).toContain(
      `service_host_info{host_id="${host.id}",name="sums",os="Debian GNU/Linux",arch="x64",agent_version="0.1.0"} 1\n`,
    )
    expect(text).toContain(`service_host_up{host_id="${host.id}"} 1\n`)
    expect(text).toContain(`service_host_last_seen_timestamp_seconds{host_id="${host.id}"} ${seen}\n`)
    expect(text).toMatch(/service_hosts\{state="never_reported"\} [1-9]/)
    expect((await app().get('/metrics?tag=team:sums&include_hosts=false')).text).not.toContain('service_host_')
  })
})

describe('an unknown agent', () => {
  it('is refused before the body is read, with a limit on guesses', async () => {
    expectRefusal(await send(app(), null, {}), 401, /^Authorization: must be Bearer/)
    expectRefusal(await send(app(), 'lwa_guess', reportOf(app())), 401, /^Unknown token/)
    expectRefusal(await send(app(), keys.write, reportOf(app())), 401, /^Unknown token/)
    expect((await send(app(), null, null, { method: 'GET' })).status).toBe(405)
  })
})

it('stores a report with texts that PostgreSQL cannot store', async () => {
  const host = await enroll(app())
  const sample = { ...sampleOf(app()), failed_services: ['a\0b', 'half \ud83d'] }
  expect((await send(app(), host.token, reportOf(app(), { samples: [sample] }))).status).toBe(200)
  expect((await shown(host.id)).state).not.toBe('never_reported')
})

it('refuses a report that the database refuses, so that its agent does not send it forever', async () => {
  const [host, other] = [await enroll(app()), await enroll(app())]
  const cure = await refuseWrites(app().store, { table: 'hosts', on: 'update', when: `old.id = '${host.id}'` })
  expectRefusal(await send(app(), host.token, reportOf(app())), 400, /^This report cannot be stored/)
  expect((await send(app(), other.token, reportOf(app()))).status).toBe(200)
  expect(await (await fetch(`${app().origin}/readyz`)).text()).toContain('1 host report could not be stored')
  await cure()
  expect((await send(app(), host.token, reportOf(app()))).status).toBe(200)
})

describe('an invalid report', () => {
  const wrong: [string, (sample: any) => object, RegExp][] = [
    [
      'an unknown metric',
      (sample) => ({ metrics: { ...sample.metrics, cpu: 1 } }),
      /^samples\[0\]\.metrics\.cpu: unsupported/,
    ],
    [
      'more than all of it',
      (sample) => ({ metrics: { ...sample.metrics, cpu_pct: 101 } }),
      /cpu_pct: Number must be less/,
    ],
    ['what only Lapwing can know', () => ({ metrics: { up: 1 } }), /metrics\.up: unsupported field/],
    ['no number', () => ({ metrics: { load1: '1' } }), /load1: Expected number, received string/],
    ['no moment', () => ({ at: 'now' }), /at: must be a valid ISO 8601 datetime/],
    [
      'too many disks',
      (sample) => ({ disks: Array(51).fill(sample.disks[0]) }),
      /disks: Array must contain at most 50/,
    ],
    [
      'a name of any length',
      () => ({ services: [{ name: 'x'.repeat(201), up: true }] }),
      /name: String must contain at most/,
    ],
    ['a slug that is none', () => ({ custom: { 'Queue Depth': 1 } }), /custom/],
  ]

  it.each(wrong)('is refused: %s', async (_what, change, message) => {
    const host = await enroll(app())
    const sample = sampleOf(app())
    expectRefusal(
      await send(app(), host.token, reportOf(app(), { samples: [{ ...sample, ...change(sample) }] })),
      400,
      message,
    )
    expect((await shown(host.id)).state).toBe('never_reported')
  })

  it('is refused if it is not a report, too large, or too large when unpacked', async () => {
    const { token } = await enroll(app())
    const gzip = { 'content-encoding': 'gzip' }
    expectRefusal(await send(app(), token, null, { raw: '{' }), 400, /^Malformed JSON/)
    expectRefusal(await send(app(), token, null, { raw: '[]' }), 400, /Expected object/)
    expectRefusal(await send(app(), token, null, { raw: 'no gzip', headers: gzip }), 400, 'body: is not valid gzip')
    expectRefusal(
      await send(app(), token, null, { raw: '{}', headers: { 'content-encoding': 'br' } }),
      400,
      /must be gzip/,
    )
    expectRefusal(
      await send(app(), token, null, { raw: '{}', headers: { 'content-type': 'text/plain' } }),
      400,
      /^Content-Type/,
    )
    expectRefusal(
      await send(app(), token, 'x'.repeat(300_000)),
      413,
      /^The unpacked report is larger than 256 KiB .* Send fewer samples\.$/,
    )
    expect((await send(app(), token, null, { raw: 'x'.repeat(300_000) })).status).toBe(413)
    const samples = Array.from({ length: 61 }, (_, n) => sampleOf(app(), { ago: n * 10 }))
    expectRefusal(
      await send(app(), token, reportOf(app(), { samples })),
      400,
      /^samples: Array must contain at most 60/,
    )
  })

  it('has a limited number of metric names', async () => {
    const host = await enroll(app())
    for (const batch of [1, 2, 3]) {
      const containers = Array.from({ length: 100 }, (_, n) => ({ name: `job-${batch}-${n}`, up: true, healthy: null }))
      await report(app(), host, { samples: [sampleOf(app(), { containers })] })
      await passHosts(app(), 60)
    }
    const { available_metrics } = (await app().get(`/monitors/${host.monitorId}`)).body
    expect(available_metrics.filter((name: string) => name.includes('host.container.'))).toHaveLength(199)
  })

  it('is rate limited', async () => {
    const { token } = await enroll(app())
    const body = reportOf(app())
    const answers = []
    for (let n = 0; n < 125; n++)
      answers.push((await send(app(), token, null, { raw: n < 120 ? '{' : JSON.stringify(body) })).status)
    expect(answers.filter((status) => status === 429)).toHaveLength(5)
  })
})
