// Rules on unusual values: they wait for two weeks of data, then compare with this hour of the week.
import { expect, it } from 'vitest'
import { refreshUsualRanges } from '../../../src/store/results/usual-ranges.ts'
import { keepPartitions } from '../../../src/store/results/partitions.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { rulesAt } from '../../kit/resources/alert-rules.ts'
import { checked } from '../../kit/resources/checked.ts'
import { sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { expectRefusal } from '../../kit/resources/monitors.ts'

const app = sharedLapwing()
const { add, added, change, newMonitor } = rulesAt(app)
const hour = 3_600_000
const day = 24 * hour
const unusual = {
  name: 'Unusually slow',
  metric: 'response_time',
  operator: 'unusual',
  value: 'above',
  severity: 'warning',
}
const answeredIn = (ms: number) => ({ durationMs: ms, metrics: { 'http.response_time_ms': ms } })

/** Stores hours that answered in 150 to 250 ms, and one outage whose only success took a minute. */
async function remember(monitorId: string, days: number): Promise<void> {
  const now = app().clock.now()
  await keepPartitions(app().store, { now, resultDays: 30, rollupDays: 400 })
  await app().store.run(sql`
    insert into rollups (monitor_number, location, hour, checks, failures, duration_sum, duration_min, duration_max)
    select m.monitor_number, l.number, h.hour, 60, case when h.isBad then 59 else 0 end,
      case when h.isBad then 60000 else 12000 end, 150, case when h.isBad then 60000 else 250 end
    from monitors m
    cross join lateral unnest(m.location_numbers) as l (number)
    cross join lateral (
      select hour, hour between ${new Date(now.getTime() - 7 * day - hour)} and ${new Date(now.getTime() - 7 * day)}
        as isBad
      from generate_series(date_trunc('hour', ${new Date(now.getTime() - days * day)}::timestamptz),
        ${new Date(now.getTime() - hour)}::timestamptz, interval '1 hour') as hour
    ) h
    where m.id = ${monitorId}`)
}

const incidentsOf = async (id: string) => (await app().get(`/incidents?monitor_id=${id}`)).body.data

it('waits for two weeks of data, says so and does not fire', async () => {
  const id = await newMonitor()
  const fresh = await added(id, unusual)
  expect(fresh).toMatchObject({ operator: 'unusual', value: 'above', unusual: { state: 'waiting', ready_at: null } })
  await remember(id, 12)
  const { body: rule } = await change(id, fresh.id, { severity: 'warning', value: 'above floor=50' })
  expect(rule.unusual).toEqual({ state: 'waiting', ready_at: expect.any(String) })
  expect(Date.parse(rule.unusual.ready_at)).toBeGreaterThan(app().clock.now().getTime())
  await checked(app(), id, answeredIn(30_000))
  expect(await incidentsOf(id)).toEqual([])
  const { body } = await app().post('/alert-rules/preview', { monitorId: id, ...withoutName, hours: 1 })
  expect(body).toMatchObject({ checks: 0, total_firings: 0, unusual: { state: 'waiting', bands: [] } })
})

const { name: _name, ...withoutName } = unusual

it('fires beyond what this hour of the week has been, with the band in the message, and recovers within it', async () => {
  const id = await newMonitor()
  await remember(id, 28)
  const rule = await added(id, unusual)
  expect(rule.unusual.state).toBe('ready')
  await checked(app(), id, answeredIn(299))
  expect(await incidentsOf(id)).toEqual([])
  app().clock.advance(60_000)
  await checked(app(), id, answeredIn(1900))
  const [open] = await incidentsOf(id)
  expect(open).toMatchObject({
    status: 'firing',
    severity: 'warning',
    message: expect.stringMatching(/: the response takes 1.9 s \(usually 150–300 ms at this time of the week\)$/),
  })
  expect(await app().store.row(sql`select rule_expression as expression from incidents where id = ${open.id}`)).toEqual(
    { expression: 'response_time unusual (above 300 ms at this hour)' },
  )
  app().clock.advance(1)
  const { body } = await app().post('/alert-rules/preview', { monitorId: id, ...withoutName, hours: 1 })
  expect(body).toMatchObject({
    checks: 2,
    total_firings: 1,
    firings: [{ detected_value: '1.9 s' }],
    unusual: { state: 'ready', bands: [{ low: 150, high: 300 }] },
  })
  app().clock.advance(60_000)
  await checked(app(), id, answeredIn(250))
  expect((await incidentsOf(id))[0]).toMatchObject({ status: 'resolved' })
})

it('computes what is usual once a day', async () => {
  const id = await newMonitor()
  const { id: ruleId } = await added(id, unusual)
  await remember(id, 28)
  await refreshUsualRanges(app().store, { limit: 10, now: app().clock.now() })
  expect((await app().get(`/monitors/${id}/alert-rules/${ruleId}`)).body.unusual.state).toBe('waiting')
  await refreshUsualRanges(app().store, { limit: 10, now: new Date(app().clock.now().getTime() + day) })
  expect((await app().get(`/monitors/${id}/alert-rules/${ruleId}`)).body.unusual.state).toBe('ready')
})

it('refuses values that it cannot read, and metrics that are not stored by the hour', async () => {
  const id = await newMonitor()
  expectRefusal(await add(id, { ...unusual, value: '300' }), 400, /^value: must be above, below or either/)
  expectRefusal(
    await add(id, { ...unusual, metric: 'ssl_expiry' }),
    400,
    /^operator: 'unusual' is not valid for ssl_expiry\. Only response times are stored by the hour\. Valid operators: >/,
  )
})
