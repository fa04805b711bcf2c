// Incident statistics.
import { describe, expect, it } from 'vitest'
import { endedIncident, fail, openIncident, openWarning, recover } from '../../kit/resources/incidents.ts'
import { keys, lapwing, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { expectRefusal, make } from '../../kit/resources/monitors.ts'

const app = sharedLapwing()
const day = 86_400_000

describe.each(['/incidents/stats', '/incident-stats'])('GET %s', (path) => {
  it('is empty for an organization without incidents', async () => {
    const { status, body } = await app().get(`${path}?period=24h`, { key: keys.other })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      object: 'incident_stats',
      period: '24h',
      total: 0,
      critical: 0,
      warning: 0,
      mttr_seconds: null,
      mtta_seconds: null,
      mtbf_seconds: null,
      false_positives: 0,
      top_unstable_monitors: [],
    })
  })

  it('covers seven days by default', async () => {
    expect((await app().get(path)).body.period).toBe('7d')
    expectRefusal(await app().get(`${path}?period=1h`), 400, 'period: Invalid value. Allowed values: 24h, 7d, 30d, 90d')
    expectRefusal(await app().get(`${path}?monitor_id=1`), 400, 'monitor_id: must be a valid UUID')
  })

  it.each([
    ['24h', 25, 3_600_000],
    ['7d', 8, day],
    ['30d', 31, day],
    ['90d', 91, day],
  ])('divides %s into %i UTC buckets, including empty ones', async (period, length, step) => {
    const { counts } = (await app().get(`${path}?period=${period}`, { key: keys.other })).body
    const starts = counts.map(({ bucket_start }: { bucket_start: string }) => Date.parse(bucket_start))
    expect(starts).toHaveLength(length)
    for (const [index, start] of starts.entries()) expect([start % step, start - starts[0]]).toEqual([0, index * step])
    expect(starts.at(-1)).toBe(Math.floor(app().clock.now().getTime() / step) * step)
    expect(
      counts.every((bucket: object) => JSON.stringify(bucket).endsWith('"total":0,"critical":0,"warning":0}')),
    ).toBe(true)
  })
})

it('count in the first bucket only what is in the period, which begins and ends now', async () => {
  const own = await lapwing()
  // From 12:00 to 12:40 on the next day: 12:10 is in the first hour, but not in the last 24 hours.
  own.clock.advance(10 * 60_000)
  await openIncident(own)
  own.clock.advance(day + 20 * 60_000)
  const late = await openIncident(own)
  const { total, counts } = (await own.get('/incidents/stats?period=24h')).body
  expect(total).toBe(1)
  expect(counts).toHaveLength(25)
  expect(counts[0]).toEqual({ bucket_start: '2026-03-01T12:00:00.000Z', total: 0, critical: 0, warning: 0 })
  expect(counts.at(-1)).toEqual({ bucket_start: '2026-03-02T12:00:00.000Z', total: 1, critical: 1, warning: 0 })
  expect(Date.parse(late.started_at)).toBeGreaterThan(Date.parse('2026-03-02T12:30:00Z'))
})

describe('the figures', () => {
  it('cover the incidents that started in the period', async () => {
    const own = await lapwing()
    const { id } = await make(own)
    const first = await fail(own, id)
    own.clock.advance(10_000)
    await own.post(`/incidents/${first.id}/acknowledge`)
    own.clock.advance(49_000)
    await recover(own, id)
    const second = await fail(own, id)
    own.clock.advance(119_000)
    await recover(own, id)
    await own.post(`/incidents/${second.id}/false-positive`, { reason: 'The proxy' })
    const warning = await openWarning(own)
    own.clock.advance(1000)
    const { body } = await own.get('/incidents/stats?period=24h')
    expect(body).toMatchObject({
      total: 3,
      critical: 2,
      warning: 1,
      mttr_seconds: 90,
      mtta_seconds: 10,
      mtbf_seconds: 28_800,
      false_positives: 1,
      top_unstable_monitors: [
        {
          monitor: { id, name: 'Shop', type: 'http' },
          incidents: 2,
          downtime_seconds: 180,
          mttr_seconds: 90,
          flapping: false,
        },
        { monitor: warning.monitor, incidents: 1, downtime_seconds: 0, mttr_seconds: null, flapping: false },
      ],
    })
    expect(body.counts.at(-1)).toEqual({ bucket_start: '2026-03-01T12:00:00.000Z', total: 3, critical: 2, warning: 1 })
    const of = async (query: string) => (await own.get(`/incidents/stats?${query}`)).body.total
    expect(await of(`monitor_id=${id}`)).toBe(2)
    expect(await of('tag=env:prod')).toBe(0)
    own.clock.advance(day)
    expect([await of('period=24h'), await of('period=7d')]).toEqual([0, 3])
  })

  it('can be filtered by tag', async () => {
    const own = await lapwing()
    const { monitor } = await openIncident(own, { tags: ['env:prod'] })
    await openIncident(own)
    expect((await own.get('/incidents/stats?tag=env:prod')).body).toMatchObject({
      total: 1,
      mtbf_seconds: 604_800,
      top_unstable_monitors: [{ monitor: { ...monitor, type: 'http' } }],
    })
    expect((await own.get('/incidents/stats')).body.total).toBe(2)
  })

  it('count the incidents of a deleted monitor, which is no longer among the unstable ones', async () => {
    const own = await lapwing()
    const { monitor } = await endedIncident(own)
    await own.ask('DELETE', `/monitors/${monitor.id}`)
    expect((await own.get('/incidents/stats')).body).toMatchObject({ total: 1, top_unstable_monitors: [] })
  })

  it('name ten unstable monitors at most', async () => {
    const own = await lapwing()
    for (let n = 0; n < 11; n++) await openWarning(own)
    const { body } = await own.get('/incidents/stats')
    expect([body.total, body.top_unstable_monitors.length]).toEqual([11, 10])
  })
})
