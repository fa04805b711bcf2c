// Monitors: check-now, the check history and uptime.
import { describe, expect, it } from 'vitest'
import { sql } from '../../../src/store/database/sql.ts'
import { checked } from '../../kit/resources/checked.ts'
import { keys, lapwing, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { expectRefusal, inDatabase, make } from '../../kit/resources/monitors.ts'

const app = sharedLapwing()
const minutes = (n: number): number => n * 60_000

describe('POST /monitors/{id}/check-now', () => {
  it('queues a check and returns 202', async () => {
    const { id } = await make(app())
    await checked(app(), id)
    const { status, body } = await app().post(`/monitors/${id}/check-now`)
    expect(status).toBe(202)
    expect(body).toMatchObject({ object: 'check_request', monitor_id: id })
    const due = await inDatabase<{ due: boolean }>(
      app(),
      sql`
      select t.due_at <= ${app().clock.now()} as due from turns t join monitors m using (monitor_number) where m.id = ${id}`,
    )
    expect(due).toEqual([{ due: true }])
  })

  it('is refused with 409 while the monitor is paused', async () => {
    const { id } = await make(app(), { isPaused: true })
    expectRefusal(await app().post(`/monitors/${id}/check-now`), 409, 'The monitor is paused; resume it first')
  })

  it('is refused with 409 for a type that is not probed', async () => {
    const { id } = await make(app(), { type: 'heartbeat' })
    expectRefusal(await app().post(`/monitors/${id}/check-now`), 409, /wait for reports/)
  })

  it('is recorded in the activity log', async () => {
    const { id } = await make(app())
    await app().post(`/monitors/${id}/check-now`)
    const { body } = await app().get(`/activity?entity_id=${id}&action=monitor.check_requested`)
    expect(body.data).toHaveLength(1)
  })

  it('has an hourly limit per monitor: 429 with Retry-After until an hour has passed', async () => {
    const limited = await lapwing({
      provision: `organizations: [ { name: L, limits: { check_now_per_hour: 2 }, apiKeys: [ { name: k, scope: write, key: ${keys.write} } ] } ]`,
    })
    const [one, other] = [await make(limited), await make(limited)]
    expect((await limited.post(`/monitors/${one.id}/check-now`)).status).toBe(202)
    limited.clock.advance(minutes(10))
    expect((await limited.post(`/monitors/${one.id}/check-now`)).status).toBe(202)
    const refused = await limited.post(`/monitors/${one.id}/check-now`)
    expectRefusal(refused, 429, /check_now_per_hour is 2/)
    expect(refused.headers.get('retry-after')).toBe(String(50 * 60))
    expect((await limited.post(`/monitors/${other.id}/check-now`)).status).toBe(202)
    limited.clock.advance(minutes(50) + 1000)
    expect((await limited.post(`/monitors/${one.id}/check-now`)).status).toBe(202)
  })

  it('is 403 on a plan without on-demand checks', async () => {
    const without = await lapwing({
      provision: `organizations: [ { name: L, limits: { check_now_per_hour: 0 }, apiKeys: [ { name: k, scope: write, key: ${keys.write} } ] } ]`,
    })
    const { id } = await make(without)
    expectRefusal(await without.post(`/monitors/${id}/check-now`), 403, /check_now_per_hour is 0/)
  })
})

describe('GET /monitors/{id}/checks', () => {
  it('lists the checks of the last 24 hours, newest first, each with its outcome', async () => {
    const { id } = await make(app())
    await checked(app(), id)
    app().clock.advance(minutes(30))
    await checked(app(), id, {
      success: false,
      statusCode: null,
      error: 'connection refused by 192.0.2.1:443',
      durationMs: 3,
    })
    const { body } = await app().get(`/monitors/${id}/checks`)
    expect(body).toMatchObject({ object: 'list', has_more: false })
    expect(body.data).toMatchObject([
      {
        object: 'check',
        success: false,
        duration_ms: 3,
        location: 'Frankfurt',
        error: 'connection refused by 192.0.2.1:443',
        status_code: 0,
      },
      { object: 'check', success: true, duration_ms: 20, location: 'Frankfurt', error: null, status_code: 200 },
    ])
  })

  it('has statistics per location', async () => {
    const locations = (await app().get('/locations')).body.data.map(({ id }: { id: string }) => id)
    const { id } = await make(app(), { locations })
    await checked(app(), id)
    app().clock.advance(minutes(90))
    await checked(app(), id, { success: false, error: 'down' })
    const { body } = await app().get(`/monitors/${id}/checks`)
    expect(body.locations).toMatchObject([
      {
        name: 'Frankfurt',
        total_checks: 1,
        failed_checks: 0,
        uptime_percent: 100,
        avg_response_time_ms: 20,
        last_success: true,
      },
      {
        name: 'New York',
        total_checks: 1,
        failed_checks: 1,
        uptime_percent: 0,
        avg_response_time_ms: null,
        last_success: false,
      },
    ])
  })

  it('covers the requested hours, 1 to 720', async () => {
    const { id } = await make(app())
    await checked(app(), id)
    app().clock.advance(minutes(150))
    await checked(app(), id)
    const lengths = [1, 2, 3, 720].map(
      async (hours) => (await app().get(`/monitors/${id}/checks?hours=${hours}`)).body.data.length,
    )
    expect(await Promise.all(lengths)).toEqual([1, 1, 2, 2])
    for (const hours of ['0', '721', '1.5', 'x', ''])
      expectRefusal(
        await app().get(`/monitors/${id}/checks?hours=${hours}`),
        400,
        /hours: must be an integer from 1 to 720/,
      )
  })

  it('returns at most `limit` checks and whether there are more', async () => {
    const { id } = await make(app())
    for (let n = 0; n < 3; n++) {
      await checked(app(), id)
      app().clock.advance(minutes(1))
    }
    expect((await app().get(`/monitors/${id}/checks?limit=2`)).body).toMatchObject({ data: [{}, {}], has_more: true })
    expect((await app().get(`/monitors/${id}/checks?limit=3`)).body).toMatchObject({
      data: [{}, {}, {}],
      has_more: false,
    })
    expectRefusal(await app().get(`/monitors/${id}/checks?limit=101`), 400, /limit: must be an integer from 1 to 100/)
  })

  it('shows checks that failed on our side without counting them', async () => {
    const { id } = await make(app())
    await checked(app(), id, {
      success: false,
      infrastructure: true,
      error: 'this version does not support icmp checks yet',
      statusCode: null,
    })
    const { body } = await app().get(`/monitors/${id}/checks`)
    expect(body.data).toMatchObject([{ success: false, error: 'this version does not support icmp checks yet' }])
    expect(body.locations).toEqual([])
    expect((await app().get(`/monitors/${id}/uptime`)).body).toMatchObject({ total_checks: 0, uptime_percent: null })
  })
})

describe('GET /monitors/{id}/uptime', () => {
  it('returns null values before the first check', async () => {
    const { id } = await make(app())
    expect((await app().get(`/monitors/${id}/uptime`)).body).toMatchObject({
      object: 'uptime',
      monitor_id: id,
      period: '24h',
      uptime_percent: null,
      total_checks: 0,
      avg_response_time_ms: null,
      last_failure_at: null,
      uptime_30d: null,
    })
  })

  it('counts checks over each period, exact at its edges', async () => {
    const { id } = await make(app())
    await checked(app(), id, { success: false, error: 'down' })
    const failedAt = app().clock.now().toISOString()
    app().clock.advance(minutes(60))
    await checked(app(), id, { durationMs: 10 })
    app().clock.advance(minutes(59))
    await checked(app(), id, { durationMs: 30 })
    app().clock.advance(minutes(1) + 1)
    const uptime = async (period: string) => (await app().get(`/monitors/${id}/uptime?period=${period}`)).body
    expect(await uptime('1h')).toMatchObject({
      total_checks: 1,
      failed_checks: 0,
      uptime_percent: 100,
      avg_response_time_ms: 30,
    })
    expect(await uptime('24h')).toMatchObject({
      total_checks: 3,
      successful_checks: 2,
      failed_checks: 1,
      uptime_percent: 66.6666,
      avg_response_time_ms: 20,
      min_response_time_ms: 10,
      max_response_time_ms: 30,
      last_failure_at: failedAt,
      uptime_24h: 66.6666,
      uptime_7d: 66.6666,
      uptime_30d: 66.6666,
    })
    expect(await uptime('90d')).toMatchObject({ period: '90d', total_checks: 3 })
    app().clock.advance(minutes(60 * 22))
    expect(await uptime('24h')).toMatchObject({
      total_checks: 2,
      failed_checks: 0,
      uptime_24h: 100,
      uptime_7d: 66.6666,
    })
  })

  it('refuses other periods', async () => {
    const { id } = await make(app())
    expectRefusal(
      await app().get(`/monitors/${id}/uptime?period=2h`),
      400,
      'period: Invalid value. Allowed values: 1h, 24h, 7d, 30d, 90d',
    )
  })
})

it('shows a monitor as degraded, with status up, if one location sees a failure', async () => {
  const { id } = await make(app())
  await checked(app(), id)
  expect((await app().get(`/monitors/${id}`)).body).toMatchObject({ status: 'up', state: 'up' })
  app().clock.advance(minutes(60))
  await checked(app(), id, { success: false, error: 'down' })
  expect((await app().get(`/monitors/${id}`)).body).toMatchObject({ status: 'up', state: 'degraded' })
})

it('returns 500 with a temporarily-unavailable message while the results cannot be read', async () => {
  const broken = await lapwing({ log: { debug() {}, info() {}, warn() {}, error() {} } })
  const { id } = await make(broken)
  await inDatabase(broken, sql`alter table results rename to lost`)
  for (const path of ['checks', 'uptime']) {
    const { status, body } = await broken.get(`/monitors/${id}/${path}`)
    expect(status).toBe(500)
    expect(body.error).toMatchObject({ code: 'internal_error', message: expect.stringMatching(/safe to try again/) })
  }
})
