// Probes that run elsewhere, as a server sees them: what they are given, what they may report, and what becomes of it.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createPrivateLocation,
  createProbeToken,
  deletePrivateLocation,
  listPrivateLocations,
  revokeProbeToken,
  updatePrivateLocation,
} from '../../../src/operations/locations/private-locations.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { dial } from '../../kit/lapwing/raw.ts'
import { type Dashboard, dashboardOf } from '../../kit/people/dashboard.ts'
import { waitUntil } from '../../kit/wait-until.ts'

const app = sharedLapwing()
let dashboard: Dashboard
let passing: NodeJS.Timeout
// Rounds and claims rest by the clock of the test.
beforeAll(() => {
  dashboard = dashboardOf(app())
  passing = setInterval(() => app().clock.advance(100), 10)
})
afterAll(() => clearInterval(passing))

interface Order {
  ticket: string
  type: string
  target: string
  host?: string
  repeat_every_ms?: number
  known?: Record<string, string>
  config: Record<string, unknown>
}

async function newLocation(name: string, key = keys.write) {
  const body = { name, city: 'Oslo', country: 'Norway', countryCode: 'NO', latitude: 59.9, longitude: 10.7 }
  const made = await dashboard.ask(createPrivateLocation, { body, key })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body as {
    id: string
    enrollment: { token: string; install_command: string; docker_command: string }
    tokens: { id: string }[]
  }
}

function probeWith(token: string, types?: string[]) {
  const probe = { id: randomUUID(), boot: randomUUID(), name: 'rack-4', version: '9.9.9' }
  const received: Record<string, number> = {}
  const post = async (path: string, body: object) => {
    const response = await fetch(`${app().origin}/probe/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ probe, ...body }),
    })
    return { status: response.status, body: (await response.json()) as any }
  }
  const claim = async (free = 10) => {
    const browsers = { free: 0, total: 0, missing: 'none here' }
    const claimed = await post('claim', { clock_offset_ms: 3, free, browsers, received, types, fromTheFuture: 1 })
    return claimed
  }
  const take = async (): Promise<Order[]> => {
    const { status, body } = await claim()
    expect(status, JSON.stringify(body)).toBe(200)
    received[body.server] = body.batch
    return body.orders as Order[]
  }
  return {
    post,
    claim,
    take,
    async first(): Promise<Order> {
      const orders = await waitUntil(async () => {
        const found = await take()
        return found.length > 0 && found
      })
      return orders[0]!
    },
    report: (ticket: string, more: object = {}) =>
      post('report', {
        outcomes: [{ ...healthy, ticket, ended_at: app().clock.now().getTime(), ...more }],
      }),
  }
}

const healthy = {
  success: true,
  duration_ms: 12,
  status_code: 200,
  error: null,
  cause: null,
  metrics: { 'http.response_time_ms': 12, 'made.up': 1 },
  evidence: null,
}
const failed = { success: false, status_code: null, error: 'refused', cause: 'connect', metrics: {} }

async function newMonitor(location: string, more: object = {}, key = keys.write): Promise<string> {
  const body = {
    name: 'Shop',
    type: 'http',
    target: 'https://example.com/',
    interval: 60,
    locations: [location],
    ...more,
  }
  const made = await app().post('/monitors', body, { key })
  expect(made.status, made.text).toBe(201)
  return made.body.id as string
}

const checksOf = async (id: string) =>
  (await app().get(`/monitors/${id}/checks`, { key: keys.write })).body.data as {
    success: boolean
    timestamp: string
  }[]

describe('a private location', () => {
  it('is created with a token that is shown once, and is seen and used only by its organization', async () => {
    const { id, enrollment } = await newLocation('Warehouse')
    expect(enrollment.install_command).toBe(`curl -fsSL ${app().origin}/install/probe | sh -s -- ${enrollment.token}`)
    expect(enrollment.docker_command).toMatch(/^docker run .* lapwing:\S+ probe --server http:\S+ --dir \/data$/)
    const listed = (await dashboard.ask(listPrivateLocations)).body.data
    expect(listed.find((one: { id: string }) => one.id === id)).toMatchObject({ status: 'dead', latitude: 59.9 })
    expect(JSON.stringify(listed)).not.toContain(enrollment.token)
    const tokens = await app().store.rows<{ hash: Buffer }>(sql`select hash from probe_tokens`)
    expect(tokens.every(({ hash }) => hash.length === 32)).toBe(true)

    const ours = (await app().get('/locations', { key: keys.read })).body.data
    expect(ours.find((one: { id: string }) => one.id === id)).toMatchObject({ private: true, status: 'dead' })
    const theirs = await app().get('/locations', { key: keys.other })
    expect(theirs.text).not.toContain(id)
    const refused = await app().post(
      '/monitors',
      { name: 'x', type: 'http', target: 'https://example.com/', interval: 60, locations: [id] },
      { key: keys.other },
    )
    expect(refused.body.error.message).toContain('unknown location id(s)')
    for (const [operation, params, body] of [
      [updatePrivateLocation, { id }, { name: 'Mine' }],
      [deletePrivateLocation, { id }, undefined],
      [createProbeToken, { id }, { name: 'x' }],
      [revokeProbeToken, { id, tokenId: randomUUID() }, undefined],
    ] as const)
      expect((await dashboard.ask(operation, { params, body, key: keys.other })).status).toBe(404)
    expect((await dashboard.ask(updatePrivateLocation, { id, body: { city: null } })).body).toMatchObject({
      city: null,
    })
  })

  it('counts against the plan', async () => {
    const body = { name: 'x', country: 'X', countryCode: 'XX' }
    expect((await dashboard.ask(createPrivateLocation, { body, key: keys.free })).status).toBe(403)
  })

  it('is deleted only when no monitor is checked from there', async () => {
    const { id, enrollment } = await newLocation('Closing')
    const monitor = await newMonitor(id)
    expect((await dashboard.ask(deletePrivateLocation, { id })).body.error.message).toBe(
      'A monitor is checked from Closing. Choose other locations for them first.',
    )
    await app().ask('DELETE', `/monitors/${monitor}`, { key: keys.write })
    expect((await dashboard.ask(deletePrivateLocation, { id })).status).toBe(200)
    expect((await probeWith(enrollment.token).claim()).status).toBe(401)
  })

  it('is live while a probe claims, and dead within two minutes after the last claim', async () => {
    const { id, enrollment } = await newLocation('Blinking')
    const ours = async () =>
      (await dashboard.ask(listPrivateLocations)).body.data.find((one: { id: string }) => one.id === id)
    await probeWith(enrollment.token).take()
    const live = await ours()
    expect(live).toMatchObject({ probes: [{ name: 'rack-4', version: '9.9.9', clock_offset_ms: 3 }] })
    app().clock.advance(120_000)
    expect(await ours()).toMatchObject({ status: 'dead', probes: [{ status: 'dead' }] })
  })
})

describe('a probe', () => {
  it('gets the secrets of a check with its order, and its outcome is stored once', async () => {
    const { id, enrollment } = await newLocation('Vault')
    const config = { authType: 'basic', authUsername: 'probe', authPassword: 'correct horse' }
    const monitor = await newMonitor(id, { config })
    const probe = probeWith(enrollment.token)
    const { ticket, config: given } = await probe.first()
    expect(given).toMatchObject(config)
    expect((await probe.report(ticket)).body).toMatchObject({ accepted: 1, refused: 0 })
    await waitUntil(async () => (await checksOf(monitor)).length === 1)
    expect((await probe.report(ticket, failed)).status).toBe(200)
    expect(await checksOf(monitor)).toMatchObject([{ success: true }])
    const names = await app().store.rows(sql`select key from metric_names where key = 'made.up'`)
    expect(names).toEqual([])
  })

  it('gets an order again that was lost on the way', async () => {
    const { id, enrollment } = await newLocation('Lossy')
    await newMonitor(id)
    const probe = probeWith(enrollment.token)
    await waitUntil(async () => (await probe.claim()).body.orders.length === 1)
    expect((await probe.first()).type).toBe('http')
  })

  it('reports what is over as history, without an incident', async () => {
    const { id, enrollment } = await newLocation('Late')
    const monitor = await newMonitor(id, { interval: 30 })
    const probe = probeWith(enrollment.token)
    const { ticket } = await probe.first()
    const endedAt = app().clock.now()
    await app().store.run(sql`update alert_rules set failure_threshold = 1, min_failed_probes = 1`)
    app().clock.advance(600_000)
    expect((await probe.report(ticket, { ...failed, ended_at: endedAt.getTime() })).body).toMatchObject({ accepted: 1 })
    expect((await probe.report(ticket, { ...failed, ended_at: endedAt.getTime() + 900 })).body.accepted).toBe(1)
    const stored = await checksOf(monitor)
    expect(stored).toMatchObject([{ success: false, timestamp: endedAt.toISOString() }])
    const incidents = await app().get(`/incidents?monitor_id=${monitor}`, { key: keys.write })
    expect(incidents.body.data).toEqual([])
    expect((await probe.first()).type).toBe('http')
  })

  it('reports what it repeated while the server was away as history, once for each time', async () => {
    const { id, enrollment } = await newLocation('Away')
    const monitor = await newMonitor(id)
    const probe = probeWith(enrollment.token)
    const { ticket, repeat_every_ms: everyMs } = await probe.first()
    expect(everyMs).toBe(60_000)
    const startedAt = app().clock.now().getTime()
    await probe.report(ticket)
    await waitUntil(async () => (await checksOf(monitor)).length === 1)
    app().clock.advance(10 * 60_000)
    const outcomes = [2, 3, 4, 4, 4.2, 45, -5].map((minutes) => ({
      ...healthy,
      ...failed,
      ticket,
      repeated: true,
      ended_at: startedAt + minutes * 60_000,
    }))
    const report = () => probe.post('report', { outcomes })
    // Neither later than now, nor before its order.
    expect((await report()).body).toMatchObject({ accepted: 5, refused: 2, outdated: 0 })
    expect((await report()).body).toMatchObject({ accepted: 5, refused: 2 })
    const failures = async () => (await checksOf(monitor)).filter(({ success }) => !success)
    const times = (await failures()).map(({ timestamp }) => (Date.parse(timestamp) - startedAt) / 60_000)
    expect(times).toHaveLength(4)
    expect((await app().get(`/incidents?monitor_id=${monitor}`)).body.data).toEqual([])

    await app().ask('PATCH', `/monitors/${monitor}`, { body: { target: 'https://example.com/new' } })
    const [first] = outcomes
    const outdated = { outcomes: [{ ...first, ended_at: startedAt + 6 * 60_000 }] }
    expect((await probe.post('report', outdated)).body).toMatchObject({ accepted: 0, refused: 0, outdated: 1 })
    expect(await failures()).toHaveLength(4)
  })

  it('gets what a late check has learned, unless another one has learned something since', async () => {
    const { id, enrollment } = await newLocation('Learning')
    await newMonitor(id, { type: 'sftp', target: 'files.example.com', config: { username: 'u', password: 'p' } })
    const probe = probeWith(enrollment.token)
    const learn = async ({ ticket }: Order, seen: string): Promise<void> => {
      const remember = { seen }
      expect((await probe.report(ticket, { status_code: null, metrics: {}, remember })).body.accepted).toBe(1)
    }
    const late = await probe.first()
    app().clock.advance(600_000)
    const later = await probe.first()
    await learn(late, 'first')
    app().clock.advance(600_000)
    const last = await probe.first()
    expect(last.known).toEqual({ seen: 'first' })
    await learn(last, 'second')
    await learn(later, 'outdated')
    app().clock.advance(600_000)
    expect((await probe.first()).known).toEqual({ seen: 'second' })
  })

  it('stops at once when its token is revoked, also while it waits', async () => {
    const { id, enrollment, tokens } = await newLocation('Revoked')
    const probe = probeWith(enrollment.token)
    const waiting = probe.claim()
    await waitUntil(async () => (await app().store.rows(sql`select from probes where name = 'rack-4'`)).length > 0)
    const { status } = await dashboard.ask(revokeProbeToken, { params: { id, tokenId: tokens[0]!.id } })
    expect(status).toBe(200)
    await newMonitor(id)
    expect(JSON.stringify((await waiting).body)).not.toContain('example.com')
    const refused = await probe.claim()
    expect(refused.status).toBe(401)
    expect(refused.body.error.message).toContain('it was revoked')
  })

  it('may send large reports only while few others of its organization do, whatever their tokens', async () => {
    const tokens = [await newLocation('Heavy'), await newLocation('Heavier')].map(({ enrollment }) => enrollment.token)
    const sending = [0, 0, 0, 1, 1].map((which) => {
      const wire = dial(app().origin)
      const length = 'content-type: application/json\r\ncontent-length: 2000000'
      const headers = `host: lapwing\r\nauthorization: Bearer ${tokens[which]}\r\n${length}`
      wire.write(`POST /probe/v1/report HTTP/1.1\r\n${headers}\r\n\r\n`)
      return wire.answer()
    })
    const first = (await Promise.race(sending))!
    expect(first.status, first.text).toBe(429)
    expect(first.body.error.message).toContain('4 large bodies')
  })

  it('and a server without a common version say which of them to upgrade', async () => {
    const probe = probeWith((await newLocation('Versions')).enrollment.token)
    expect((await probe.post('hello', { protocols: [1, 2, 3], more: true })).body).toMatchObject({ protocol: 2 })
    const refused = await probe.post('hello', { protocols: [3, 4] })
    expect(refused.status).toBe(409)
    expect(refused.body.error.message).toContain('Upgrade the server.')
  })
})

describe('a probe of another release', () => {
  it('gets only checks of types that it knows; if no probe knows a type, its checks say so', async () => {
    const { id, enrollment } = await newLocation('Mixed')
    const [older, newer] = [probeWith(enrollment.token, ['tcp']), probeWith(enrollment.token, ['tcp', 'http'])]
    const alone = await newMonitor(id)
    await waitUntil(async () => {
      expect(await older.take()).toEqual([])
      return (await checksOf(alone)).length > 0
    })
    const { body } = await app().get(`/monitors/${alone}/checks`, { key: keys.write })
    expect(body.data[0].error).toBe('not checked: version 9.9.9 of its probe does not know http monitors; upgrade it')
    const both = Promise.all([older.take(), newer.first()])
    await newMonitor(id, { name: 'Second', interval: 30 })
    expect(await both).toMatchObject([[], { type: 'http', host: 'example.com' }])
  })

  // The requests of a probe that speaks version 1, as they were recorded.
  it('that speaks version 1 of the protocol is served', async () => {
    const { id, enrollment } = await newLocation('Earlier')
    const monitor = await newMonitor(id)
    const probe =
      '"probe":{"id":"7d1c7a3e-52f1-4f0f-9f0e-0d5a8a1d2c11","boot":"2b1f6c7e-9d41-4a55-8c1b-6a1f0e9d3b22",' +
      '"name":"rack-1","version":"0.3.0"}'
    const send = async (path: string, body: string): Promise<any> => {
      const headers = { authorization: `Bearer ${enrollment.token}`, 'content-type': 'application/json' }
      const response = await fetch(`${app().origin}/probe/v1/${path}`, { method: 'POST', headers, body })
      expect(response.status).toBe(200)
      return response.json()
    }
    expect(await send('hello', `{"protocols":[1],${probe}}`)).toMatchObject({ protocol: 1, location: 'Earlier' })
    const [order] = await waitUntil(async () => {
      const browsers = '"browsers":{"free":0,"total":0,"missing":"no browser here"}'
      const { orders } = await send('claim', `{${probe},"clock_offset_ms":-3,"free":200,${browsers},"received":{}}`)
      return orders.length > 0 && orders
    })
    const { ticket, deadline_ms: deadlineMs } = order
    expect(deadlineMs).toBeGreaterThan(0)
    const outcome =
      `{"ticket":"${ticket}","ended_at":${app().clock.now().getTime()},"success":true,"duration_ms":41.2,` +
      '"status_code":200,"error":null,"cause":null,"metrics":{"http.response_time_ms":41.2},"evidence":"{}",' +
      '"phases":{"http.phase.dns_ms":1.5}}'
    expect(await send('report', `{${probe},"outcomes":[${outcome}],"lost":[]}`)).toMatchObject({ accepted: 1 })
    await waitUntil(async () => (await checksOf(monitor))[0]?.success)
  })
})

describe('a hostile probe', () => {
  it('cannot report for orders that it was not given', async () => {
    const [one, other] = [await newLocation('One'), await newLocation('Two', keys.other)]
    const monitor = await newMonitor(one.id)
    const { ticket } = await probeWith(one.enrollment.token).first()
    const hostile = probeWith(other.enrollment.token)
    await hostile.take()
    for (const made of [ticket, 'made-up', `${ticket}AA`, randomUUID()])
      expect((await hostile.report(made, failed)).body).toMatchObject({ accepted: 0, refused: 1 })
    expect(await checksOf(monitor)).toEqual([])
  })

  it('gets no checks of other organizations, even if their monitors name its location', async () => {
    const { id, enrollment } = await newLocation('Shared once')
    const monitor = await newMonitor(id)
    await app().store.run(sql`
      update locations set organization_id = (select id from organizations where slug = 'other') where id = ${id}`)
    expect(await probeWith(enrollment.token).take()).toEqual([])
    await app().ask('DELETE', `/monitors/${monitor}`, { key: keys.write })
  })

  it('cannot make up times, sizes or results', async () => {
    const { id, enrollment } = await newLocation('Liar')
    const monitor = await newMonitor(id)
    const probe = probeWith(enrollment.token)
    const { ticket } = await probe.first()
    for (const wrong of [
      { duration_ms: -1 },
      { status_code: 99_999 },
      { evidence: '[]' },
      { error: 'x'.repeat(20_000) },
      { cause: 'sabotage' },
      { metrics: Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`m${n}`, 1])) },
    ])
      expect((await probe.report(ticket, wrong)).status).toBe(400)
    const before = app().clock.now().getTime()
    await probe.report(ticket, { ended_at: before + 86_400_000, evidence: '{"text":"a\\u0000b"}' })
    const [check] = await waitUntil(async () => {
      const found = await checksOf(monitor)
      return found.length > 0 && found
    })
    expect(Date.parse(check!.timestamp)).toBeLessThan(before + 60_000)
    expect((await fetch(`${app().origin}/probe/v1/claim`, { method: 'POST' })).status).toBe(401)
  })
})
