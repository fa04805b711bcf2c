// Heartbeats over HTTP: missed check-ins, and their interplay with other changes.
import { describe, expect, it } from 'vitest'
import type { Log } from '../../../src/domain/log.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { checksOf, makeHeartbeat, metricsOf, pass, ping, pingsOf, stateOf } from '../../kit/resources/heartbeats.ts'
import { keys, lapwing, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { inDatabase, patch } from '../../kit/resources/monitors.ts'

const app = sharedLapwing()
const hour = 3600

describe('silence', () => {
  it('before the first check-in is not a failure', async () => {
    const { id } = await makeHeartbeat(app())
    await pass(app(), 40 * hour)
    expect(await stateOf(app(), id)).toBe('unknown')
    expect(await checksOf(app(), id)).toEqual([])
  })

  it('is late inside the grace, then a failure, until the next check-in', async () => {
    const { id, path } = await makeHeartbeat(app(), { graceSeconds: 300 })
    await ping(app(), path)
    await pass(app(), hour - 1)
    expect(await stateOf(app(), id)).toBe('up')
    await pass(app(), 1)
    expect((await app().get(`/monitors/${id}`)).body).toMatchObject({ status: 'up', state: 'degraded' })
    expect(await checksOf(app(), id)).toHaveLength(1)
    await pass(app(), 300)
    expect(await checksOf(app(), id)).toMatchObject([
      { success: false, location: 'heartbeat', error: expect.stringMatching(/^no check-in arrived; one was due at /) },
      {},
    ])
    expect(await metricsOf(app(), id)).toMatchObject({
      missed: 1,
      late_seconds: 300,
      seconds_since_last: 3900,
      consecutive_failures: 1,
    })
    await pass(app(), hour)
    expect(await metricsOf(app(), id)).toMatchObject({ missed: 1, consecutive_failures: 2 })
    await ping(app(), path)
    expect(await stateOf(app(), id)).toBe('up')
    expect(await metricsOf(app(), id)).toMatchObject({ missed: 0, late_seconds: 3900, consecutive_failures: 0 })
    app().clock.advance(1)
    const { total_checks, failed_checks } = (await app().get(`/monitors/${id}/uptime?period=24h`)).body
    expect([total_checks, failed_checks]).toEqual([4, 2])
  })

  it('is evaluated once, even with concurrent processes and check-ins', async () => {
    const { id, path } = await makeHeartbeat(app())
    await ping(app(), path)
    app().clock.advance(3900 * 1000)
    await Promise.all([pass(app(), 0), pass(app(), 0), ping(app(), path), pass(app(), 0), ping(app(), path)])
    await pass(app(), 0)
    const failures = (await checksOf(app(), id)).filter(({ success }) => !success)
    expect(failures.length).toBeLessThanOrEqual(1)
    expect(await checksOf(app(), id)).toHaveLength(3 + failures.length)
    expect(await stateOf(app(), id)).toBe('up')
  })

  it('of a job that started is running too long, then missed', async () => {
    const { id, path } = await makeHeartbeat(app(), { maxRuntimeSeconds: 600, graceSeconds: 60 })
    await ping(app(), path)
    await pass(app(), hour - 30)
    await ping(app(), `${path}/start`)
    await pass(app(), 599)
    expect(await stateOf(app(), id)).toBe('up')
    await pass(app(), 1)
    expect(await metricsOf(app(), id)).toMatchObject({ overrun: 1, running: 1, missed: 0 })
    expect(await checksOf(app(), id)).toMatchObject([{ success: true }, { success: true }])
    await pass(app(), 60)
    expect(await checksOf(app(), id)).toMatchObject([
      { success: false, error: expect.stringMatching(/^the job started at .* and has not reported back$/) },
      {},
      {},
    ])
    await ping(app(), path)
    expect(await metricsOf(app(), id)).toMatchObject({ overrun: 0, running: 0, missed: 0, duration_ms: 660_000 })
  })

  it('follows cron in the time zone of the monitor', async () => {
    // The clock is in March 2026; noon in Tokyo is 03:00 UTC.
    const { id, path } = await makeHeartbeat(app(), {
      scheduleType: 'cron',
      cronExpression: '0 12 * * *',
      timezone: 'Asia/Tokyo',
      graceSeconds: 60,
    })
    await ping(app(), path)
    const next = new Date(app().clock.now())
    next.setUTCHours(3, 0, 0, 0)
    if (next <= app().clock.now()) next.setUTCDate(next.getUTCDate() + 1)
    const seconds = Math.ceil((next.getTime() - app().clock.now().getTime()) / 1000)
    await pass(app(), seconds - 2)
    expect(await stateOf(app(), id)).toBe('up')
    await pass(app(), 3)
    expect(await stateOf(app(), id)).toBe('degraded')
    expect(await checksOf(app(), id)).toHaveLength(1)
    await pass(app(), 60)
    expect(await checksOf(app(), id)).toHaveLength(2)
  })
})

describe('a heartbeat that is changed', () => {
  it('is not evaluated while paused, and starts again when resumed', async () => {
    const { id, path } = await makeHeartbeat(app())
    await ping(app(), path)
    await app().post(`/monitors/${id}/pause`)
    await pass(app(), 5 * hour)
    expect(await checksOf(app(), id)).toHaveLength(1)
    expect(await ping(app(), path)).toMatchObject({ status: 200, text: 'OK (paused)' })
    expect(await stateOf(app(), id)).toBe('paused')
    expect(await pingsOf(app(), id)).toHaveLength(2)
    expect(await checksOf(app(), id)).toHaveLength(1)
    await app().post(`/monitors/${id}/resume`)
    await pass(app(), hour + 299)
    expect(await checksOf(app(), id)).toHaveLength(1)
    expect(await stateOf(app(), id)).toBe('unknown')
    await pass(app(), 1)
    expect(await checksOf(app(), id)).toHaveLength(2)
    expect(await stateOf(app(), id)).toBe('down')
  })

  it('is resumed by a check-in if configured', async () => {
    const { id, path } = await makeHeartbeat(app(), { resumeOnPing: true })
    await app().post(`/monitors/${id}/pause`)
    app().clock.advance(1)
    await ping(app(), `${path}/log`)
    expect(await stateOf(app(), id)).toBe('paused')
    expect(await ping(app(), path)).toMatchObject({ status: 200, text: 'OK' })
    expect(await stateOf(app(), id)).toBe('up')
    const { data } = (await app().get(`/activity?entity_id=${id}&limit=1`)).body
    expect(data).toMatchObject([{ action: 'monitor.resumed', actor: null, changes: { via: 'ping', ip: '127.0.0.1' } }])
    await pass(app(), hour + 300)
    expect(await stateOf(app(), id)).toBe('down')
    expect(await checksOf(app(), id)).toHaveLength(2)
  })

  it('follows its new schedule', async () => {
    const { id, path } = await makeHeartbeat(app(), { periodSeconds: 600, graceSeconds: 60 })
    await ping(app(), path)
    await pass(app(), 300)
    expect((await patch(app(), id, { config: { periodSeconds: 1200 } })).status).toBe(200)
    await pass(app(), 900)
    expect(await checksOf(app(), id)).toHaveLength(1)
    await pass(app(), 60)
    expect(await checksOf(app(), id)).toHaveLength(2)
  })

  it('does not fail for deadlines of its new schedule in the past', async () => {
    const { id, path } = await makeHeartbeat(app(), { periodSeconds: 7200, graceSeconds: 60 })
    await ping(app(), path)
    await pass(app(), hour)
    await patch(app(), id, { config: { periodSeconds: 600 } })
    await pass(app(), 659)
    expect(await checksOf(app(), id)).toHaveLength(1)
    await pass(app(), 1)
    expect(await checksOf(app(), id)).toHaveLength(2)
  })

  it('stays late if other fields change', async () => {
    const { id, path } = await makeHeartbeat(app(), { graceSeconds: 300 })
    await ping(app(), path)
    await pass(app(), hour + 60)
    await patch(app(), id, { name: 'Renamed', config: { ipAllowList: ['127.0.0.1'] } })
    await pass(app(), 240)
    expect(await checksOf(app(), id)).toHaveLength(2)
  })

  it('may have locations', async () => {
    const { data } = (await app().get('/locations')).body
    const { id, path } = await makeHeartbeat(
      app(),
      {},
      { locations: data.map((location: { id: string }) => location.id) },
    )
    await ping(app(), path)
    await ping(app(), path)
    await pass(app(), hour + 300)
    expect((await checksOf(app(), id)).map(({ location }) => location)).toEqual(['heartbeat', 'heartbeat', 'heartbeat'])
  })

  it('is deleted with its check-ins', async () => {
    const { id, path } = await makeHeartbeat(app())
    await ping(app(), path)
    expect((await app().ask('DELETE', `/monitors/${id}`)).status).toBe(204)
    expect((await ping(app(), path)).status).toBe(404)
  })
})

describe('when things go wrong', () => {
  it('concurrent check-ins, deadlines, pauses and updates of one heartbeat do not deadlock', async () => {
    const { id, path } = await makeHeartbeat(app(), { resumeOnPing: true })
    await ping(app(), path)
    app().clock.advance(3_900_000)
    const all = Array.from({ length: 8 }, (_, n) => [
      ping(app(), path),
      ping(app(), `${path}/start`),
      pass(app(), 1).then(() => ({ status: 200 })),
      app().post('/monitors/bulk', { action: n % 2 ? 'pause' : 'resume', ids: [id] }),
      app().ask('PATCH', `/monitors/${id}`, { body: { config: { graceSeconds: 100 + n } } }),
    ]).flat()
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual(all.map(() => 200))
    await app().post(`/monitors/${id}/resume`)
    await ping(app(), path)
    expect(await stateOf(app(), id)).toBe('up')
    const turns = await inDatabase(
      app(),
      sql`select from turns join monitors m using (monitor_number) where m.id = ${id}`,
    )
    expect(turns).toHaveLength(1)
  })

  it('a check-in gets OK only if it is stored, and its address is not logged', async () => {
    const lines: string[] = []
    const write = (message: string, fields?: object): void => void lines.push(JSON.stringify([message, fields]))
    const log: Log = { debug: write, info: write, warn: write, error: write }
    const broken = await lapwing({ log })
    const { path, id } = await makeHeartbeat(broken)
    await inDatabase(broken, sql`alter table pings rename to elsewhere`)
    const answer = await ping(broken, path)
    expect(answer.status).toBe(500)
    expect(answer.headers.get('content-type')).toMatch('text/plain')
    expect(answer.text).toMatch(/safe to try again/)
    expect((await broken.get(`/monitors/${id}`)).body.state).toBe('unknown')
    await inDatabase(broken, sql`alter table elsewhere rename to pings`)
    expect((await ping(broken, path)).status).toBe(200)
    expect(lines.join('\n')).toContain('check-in failed')
    expect(lines.join('\n')).not.toContain(path.slice('/ping/'.length))
  })
})

describe('the address of a heartbeat', () => {
  it('is hidden from read keys', async () => {
    const { id } = await makeHeartbeat(app())
    const readOnly = { key: keys.read }
    expect((await app().get(`/monitors/${id}`)).body.target).toMatch(/\/ping\/[\w-]+$/)
    expect((await app().get(`/monitors/${id}`, readOnly)).body.target).toBe('[redacted]')
    expect((await app().get('/monitors?type=heartbeat', readOnly)).text).not.toContain('/ping/')
    expect((await patch(app(), id, { target: '[redacted]' })).body.target).toMatch(/\/ping\//)
  })

  it('refuses other methods with text', async () => {
    const { path } = await makeHeartbeat(app())
    const answer = await fetch(app().origin + path, { method: 'PUT' })
    expect([answer.status, answer.headers.get('allow'), await answer.text()]).toEqual([
      405,
      'GET, HEAD, POST',
      'PUT is not supported here. Supported: GET, HEAD, POST.',
    ])
  })
})
