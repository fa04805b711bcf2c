// "Maintenance time is excluded": the effect of maintenance windows on uptime.
import { describe, expect, it } from 'vitest'
import { checked } from '../../kit/resources/checked.ts'
import { sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { type Fields, make, patch } from '../../kit/resources/monitors.ts'

const app = sharedLapwing()
const path = '/maintenance-windows'
const uptime = async (id: string, period = '24h'): Promise<any> =>
  (await app().get(`/monitors/${id}/uptime?period=${period}`)).body

/** A monitor that was up twenty minutes ago and now, and failed in between; and when that was. */
async function failedBetween(fields: Fields = {}): Promise<{ id: string; failedAt: Date }> {
  const { id } = await make(app(), fields)
  await checked(app(), id, { durationMs: 10 })
  app().clock.advance(10 * 60_000)
  const failedAt = app().clock.now()
  await checked(app(), id, { success: false, error: 'down' })
  app().clock.advance(10 * 60_000)
  await checked(app(), id, { durationMs: 30 })
  app().clock.advance(1)
  return { id, failedAt }
}

async function plan(around: Date, fields: Fields): Promise<string> {
  const startsAt = new Date(around.getTime() - 2 * 60_000).toISOString()
  const answer = await app().post(path, { name: 'Upgrade', startsAt, durationMinutes: 5, ...fields })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id
}

describe('uptime', () => {
  it('excludes maintenance from checks, percentage and all periods', async () => {
    const { id, failedAt } = await failedBetween()
    expect(await uptime(id)).toMatchObject({ total_checks: 3, failed_checks: 1, uptime_percent: 66.6666 })
    await plan(failedAt, { monitorIds: [id] })
    for (const period of ['1h', '24h', '7d', '30d', '90d'])
      expect(await uptime(id, period)).toMatchObject({
        total_checks: 2,
        successful_checks: 2,
        failed_checks: 0,
        uptime_percent: 100,
        avg_response_time_ms: 20,
        uptime_24h: 100,
        uptime_7d: 100,
        uptime_30d: 100,
      })
  })

  it('still shows the last failure', async () => {
    const { id, failedAt } = await failedBetween()
    await plan(failedAt, { monitorIds: [id] })
    expect((await uptime(id)).last_failure_at).toBe(failedAt.toISOString())
  })

  it('is null when everything was maintenance', async () => {
    const { id, failedAt } = await failedBetween()
    await plan(new Date(failedAt.getTime() - 15 * 60_000), { monitorIds: [id], durationMinutes: 60 })
    expect(await uptime(id)).toMatchObject({
      total_checks: 0,
      uptime_percent: null,
      avg_response_time_ms: null,
      min_response_time_ms: null,
    })
  })

  it('applies the monitors and tags of a window', async () => {
    const tags = ['svc:tagged']
    const [one, other] = [await failedBetween(), await failedBetween({ tags })]
    await plan(one.failedAt, { monitorTags: ['svc:tagged', 'svc:unused'], durationMinutes: 60 })
    expect(await uptime(other.id)).toMatchObject({ failed_checks: 0 })
    expect(await uptime(one.id)).toMatchObject({ failed_checks: 1 })
    await patch(app(), one.id, { tags })
    expect(await uptime(one.id)).toMatchObject({ failed_checks: 0 })
    await patch(app(), other.id, { tags: [] })
    expect(await uptime(other.id)).toMatchObject({ failed_checks: 1 })
  })

  it('excludes a window of the whole organization from every monitor', async () => {
    const { id, failedAt } = await failedBetween()
    const windowId = await plan(failedAt, {})
    expect(await uptime(id)).toMatchObject({ failed_checks: 0 })
    await app().ask('DELETE', `${path}/${windowId}`)
  })

  it('follows updates and deletion of the window at once', async () => {
    const { id, failedAt } = await failedBetween()
    const windowId = await plan(failedAt, { monitorIds: [id] })
    const after = async (body: Fields): Promise<number> => {
      expect((await app().ask('PATCH', `${path}/${windowId}`, { body })).status).toBe(200)
      return (await uptime(id)).failed_checks
    }
    expect(await after({ enabled: false })).toBe(1)
    expect(await after({ enabled: true })).toBe(0)
    expect(await after({ excludeFromSla: false })).toBe(1)
    expect(await after({ excludeFromSla: true, startsAt: failedAt.toISOString() })).toBe(0)
    expect(await after({ startsAt: new Date(failedAt.getTime() + 1).toISOString() })).toBe(1)
    expect(await after({ startsAt: new Date(failedAt.getTime() - 5 * 60_000).toISOString() })).toBe(1)
    expect(await after({ startsAt: new Date(failedAt.getTime() - 5 * 60_000 + 1).toISOString() })).toBe(0)
    await app().ask('DELETE', `${path}/${windowId}`)
    expect(await uptime(id)).toMatchObject({ failed_checks: 1 })
  })

  it('excludes every occurrence of a recurring window in its time zone', async () => {
    const { id, failedAt } = await failedBetween()
    // Last summer, when Berlin was on daylight saving time.
    const inSummer = new Date(failedAt.getTime() - 238 * 86_400_000 - 3_600_000)
    const windowId = await plan(inSummer, { monitorIds: [id], recurrence: 'weekly', timezone: 'Europe/Berlin' })
    expect(await uptime(id)).toMatchObject({ failed_checks: 0 })
    const after = async (body: Fields): Promise<number> => {
      await app().ask('PATCH', `${path}/${windowId}`, { body })
      return (await uptime(id)).failed_checks
    }
    expect(await after({ timezone: 'UTC' })).toBe(1)
    expect(
      await after({
        timezone: 'Europe/Berlin',
        recurrenceUntil: new Date(failedAt.getTime() - 3_600_000).toISOString(),
      }),
    ).toBe(1)
    expect(await after({ recurrenceUntil: null, recurrence: 'daily' })).toBe(0)
  })

  it('counts a window that only suppresses alerts', async () => {
    const { id, failedAt } = await failedBetween()
    await plan(failedAt, { monitorIds: [id], excludeFromSla: false })
    expect(await uptime(id)).toMatchObject({ failed_checks: 1 })
  })
})

describe('the check history', () => {
  it('lists every check, and excludes maintenance from the statistics per location', async () => {
    const { id, failedAt } = await failedBetween()
    await plan(failedAt, { monitorIds: [id] })
    const { data, locations } = (await app().get(`/monitors/${id}/checks`)).body
    expect(data.map(({ success }: any) => success)).toEqual([true, false, true])
    expect(locations).toMatchObject([
      { name: 'Frankfurt', total_checks: 2, failed_checks: 0, uptime_percent: 100, last_success: true },
    ])
  })
})
