// The monitors of a deployment compared with before, the warning that follows, and incidents that name a deployment.
import { beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../../src/store/database/sql.ts'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { checked, refused } from '../../kit/resources/checked.ts'
import { make } from '../../kit/resources/monitors.ts'
import { passUntil } from '../../kit/resources/notifying.ts'

const minute = 60_000
const app = sharedLapwing()
beforeEach(() => app().store.run(sql`delete from deployments`))

/** A check per minute of [from, to) minutes after now. */
async function results(
  id: string,
  [from, to]: [number, number],
  { ms, failed = false }: { ms: number; failed?: boolean },
) {
  const now = app().clock.now()
  await app().store.run(sql`
    insert into results (at, monitor_number, duration_ms, location, status_code, success, infrastructure)
    select ${now}::timestamptz + make_interval(mins => minute), m.monitor_number, ${ms}::int, 1,
      200, not ${failed}::boolean, false
    from monitors m
    cross join generate_series(${from}::int, ${to - 1}::int) as minute
    where m.id = ${id}`)
}

async function deploy(body: object): Promise<any> {
  const { status, body: made } = await app().post('/deployments', { service: 'shop', version: '1.4.2', ...body })
  expect(status).toBe(201)
  return made
}

const read = async (id: string): Promise<any> => (await app().get(`/deployments/${id}`)).body
const incidentsOf = async (id: string): Promise<any[]> => (await app().get(`/incidents?monitor_id=${id}`)).body.data

async function compared(id: string, minutes: number): Promise<any> {
  app().clock.advance(minutes * minute)
  const since = app().clock.now().toISOString()
  await passUntil(app(), async () => ((await read(id)).comparison?.compared_at ?? '') >= since, 1000)
  return (await read(id)).comparison
}

describe('a deployment after which checks are slower', () => {
  it('is compared, opens one warning with the figures, and ends it when the values are back', async () => {
    const { id } = await make(app(), { name: 'Shop' })
    const { id: other } = await make(app(), { name: 'Cart' })
    for (const one of [id, other]) await results(one, [-60, 0], { ms: 180 })
    await results(id, [0, 11], { ms: 420 })
    await results(other, [0, 11], { ms: 300 })
    const made = await deploy({ monitorIds: [id, other], deployedBy: 'ada', link: 'https://ci.example.com/7' })
    expect(made).toMatchObject({ comparison: null, monitor_ids: [id, other], deployed_by: 'ada' })
    const comparison = await compared(made.id, 10)
    expect(comparison).toMatchObject({
      compared: 2,
      worse: 2,
      monitors: [
        { id, worse: true, response_time: { before_ms: 180, after_ms: 420, checks_before: 60, worse: true } },
        { id: other, worse: true },
      ],
    })
    const [incident] = await incidentsOf(id)
    expect(incident).toMatchObject({
      id: comparison.incident_id,
      status: 'firing',
      severity: 'warning',
      root_cause: 'performance',
      root_cause_detail: 'Also worse since then: Cart',
      expected: 'about 180 ms, as before',
      deployment: { id: made.id, service: 'shop', version: '1.4.2', deployed_by: 'ada' },
    })
    expect(incident.message).toMatch(
      /^Shop: response time rose from 180 ms to 420 ms after deployment shop 1\.4\.2 \(median of 60 checks before, 1\d after\)$/,
    )
    expect(await incidentsOf(other)).toEqual([])
    for (const one of [id, other]) await results(one, [1, 20], { ms: 180 })
    // It looks again every five minutes, long before the next comparison.
    app().clock.advance(15 * minute)
    await passUntil(app(), async () => (await incidentsOf(id))[0].status === 'resolved', 1000)
    expect((await incidentsOf(id))[0]).toMatchObject({ resolved_value: 'the values are back to those before it' })
    expect(app().clock.now().getTime() - Date.parse(made.deployed_at)).toBeLessThan(30 * minute)
    expect((await app().get(`/deployments/${made.id}`, { key: keys.other })).status).toBe(404)
  })

  it('ends with the next deployment of the service, and does not open again after a person resolved it', async () => {
    const { id } = await make(app(), { name: 'Shop' })
    await results(id, [-60, 0], { ms: 200 })
    await results(id, [0, 60], { ms: 800 })
    const first = await deploy({ monitorIds: [id] })
    const { incident_id: number } = await compared(first.id, 10)
    await app().post(`/incidents/${number}/resolve`, undefined)
    await passUntil(app(), async () => (await incidentsOf(id))[0].status === 'resolved', 1000)
    expect(await compared(first.id, 20)).toMatchObject({ worse: 1, incident_id: number })
    expect(await incidentsOf(id)).toHaveLength(1)
  })

  it('is replaced by the next one', async () => {
    const { id } = await make(app(), { name: 'Shop' })
    await results(id, [-60, 0], { ms: 200 })
    await results(id, [0, 40], { ms: 800 })
    const first = await deploy({ monitorIds: [id] })
    const { incident_id: number } = await compared(first.id, 10)
    await deploy({ monitorIds: [id], version: '1.4.3' })
    const incident = async () => (await app().get(`/incidents/${number}`)).body
    app().clock.advance(5 * minute)
    await passUntil(app(), async () => (await incident()).status === 'resolved', 1000)
    expect(await incident()).toMatchObject({ resolved_value: 'deployment shop 1.4.3 replaced it' })
  })
})

describe('a deployment after which nothing is worse', () => {
  it('opens nothing', async () => {
    const { id } = await make(app(), { name: 'Shop' })
    await results(id, [-60, 60], { ms: 200 })
    const { id: made } = await deploy({ monitorIds: [id] })
    expect(await compared(made, 10)).toMatchObject({ compared: 1, worse: 0, incident_id: null })
    expect(await incidentsOf(id)).toEqual([])
  })

  it('does not alarm a second time for a monitor that is down', async () => {
    const { id } = await make(app(), { name: 'Shop' })
    await results(id, [-60, 0], { ms: 200 })
    await results(id, [1, 30], { ms: 200, failed: true })
    const { id: made } = await deploy({ monitorIds: [id] })
    app().clock.advance(minute)
    for (let n = 0; n < 5 && (await incidentsOf(id)).length === 0; n += 1) {
      await checked(app(), id, refused)
      app().clock.advance(15_000)
    }
    const [incident] = await incidentsOf(id)
    expect(incident).toMatchObject({ severity: 'critical', deployment: { id: made } })
    expect(await compared(made, 12)).toMatchObject({ worse: 1, incident_id: null })
    expect(await incidentsOf(id)).toHaveLength(1)
  })
})
