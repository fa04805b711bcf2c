// POST /alert-rules/preview: evaluates a rule against stored checks.
import { describe, expect, it } from 'vitest'
import type { ReportedOutcome } from '../../../src/domain/outcome.ts'
import { openStore } from '../../../src/store/database/database.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { randomFrom } from '../../simulation/random.ts'
import { rulesAt, slow } from '../../kit/resources/alert-rules.ts'
import { checked, checkedIn, refused } from '../../kit/resources/checked.ts'
import { fail, recover } from '../../kit/resources/incidents.ts'
import { type Answered, type TestLapwing, keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { quiet } from '../../kit/log.ts'
import { type Fields, expectRefusal, inDatabase, locationsOf, make, rulesOf } from '../../kit/resources/monitors.ts'

const app = sharedLapwing()
const { add, newMonitor } = rulesAt(app)
const { name: _name, ...tooSlow } = slow
const minute = 60_000

const preview = (monitorId: string, fields: Fields = {}, key = keys.write): Promise<Answered> =>
  app().post('/alert-rules/preview', { monitorId, ...tooSlow, ...fields }, { key })

const answeredIn = (ms: number): Partial<ReportedOutcome> => ({
  durationMs: ms,
  metrics: { 'http.response_time_ms': ms, 'http.status_code': 200 },
})
const down = { metric: 'success', operator: '==', value: 'false' }

/** Records checks with these outcomes, one per minute; returns their times. */
async function past(
  monitorId: string,
  outcomes: Partial<ReportedOutcome>[],
  own: TestLapwing = app(),
): Promise<string[]> {
  const times: string[] = []
  for (const outcome of outcomes) {
    own.clock.advance(minute)
    times.push(own.clock.now().toISOString())
    await checked(own, monitorId, outcome)
  }
  own.clock.advance(1)
  return times
}

describe('a preview', () => {
  it('shows when the rule would have fired, for how long, and with which value', async () => {
    const id = await newMonitor()
    const times = await past(id, [100, 2500, 2600, 100, 3100, 3000].map(answeredIn))
    const { status, body } = await preview(id, { hours: 1 })
    expect(status).toBe(200)
    expect(body).toEqual({
      object: 'alert_rule_preview',
      monitor_id: id,
      from: new Date(app().clock.now().getTime() - 60 * minute).toISOString(),
      to: app().clock.now().toISOString(),
      checks: 6,
      firings: [
        { started_at: times[1], ended_at: times[3], duration_seconds: 120, detected_value: '2.5 s' },
        { started_at: times[4], ended_at: null, duration_seconds: 60, detected_value: '3.1 s' },
      ],
      total_firings: 2,
      firing_seconds: 180,
      present: { incidents: [], total: 0 },
    })
  })

  it('shows what the current rules did instead', async () => {
    const { id } = await make(app())
    const incident = await fail(app(), id)
    await recover(app(), id)
    app().clock.advance(1)
    const { body } = await preview(id)
    expect(body.firings).toEqual([])
    expect(body.present).toEqual({
      incidents: [
        {
          id: incident.id,
          rule: incident.rule,
          severity: 'critical',
          started_at: incident.started_at,
          resolved_at: expect.any(String),
        },
      ],
      total: 1,
    })
  })

  it('treats a response with a bad status as a response, like the metric success', async () => {
    const id = await newMonitor()
    await past(id, [{ statusCode: 500, metrics: { 'http.status_code': 500 } }, { ...refused }])
    expect((await preview(id, down)).body).toMatchObject({
      checks: 2,
      total_firings: 1,
      firings: [{ detected_value: refused.error }],
    })
    const status = { metric: 'status_code', operator: 'in_groups', value: '["5xx"]' }
    expect((await preview(id, status)).body).toMatchObject({
      checks: 1,
      total_firings: 1,
      firings: [{ detected_value: '500' }],
    })
  })

  it('evaluates metrics stored as JSON and metrics with their own column', async () => {
    const id = await newMonitor()
    await past(
      id,
      [30.25, 6.1].map((days) => ({ metrics: { 'http.ssl_expiry_days': days } })),
    )
    const expiry = { metric: 'ssl_expiry', operator: '<', value: '7' }
    expect((await preview(id, expiry)).body).toMatchObject({ checks: 2, firings: [{ detected_value: '6.1 days' }] })
    expect((await preview(id, { ...expiry, operator: '==', value: '6.1' })).body.total_firings).toBe(1)
  })

  it('judges certificates that live for days by what is left of their life', async () => {
    const id = await newMonitor()
    const life = (days: number, left: number) => ({
      metrics: { 'http.ssl_expiry_days': days, 'http.lifetime_days': 6, 'http.lifetime_left_pct': left },
    })
    await past(id, [life(5, 98), life(2, 34), life(1, 20)])
    const expiry = { metric: 'ssl_expiry', operator: '<', value: '14' }
    const seen = { checks: 3, total_firings: 1, firings: [{ detected_value: '1 day' }] }
    expect((await preview(id, expiry)).body).toMatchObject(seen)
  })

  it('does not treat a failed check as slow', async () => {
    const id = await newMonitor()
    await past(id, [
      { ...refused, durationMs: 9000 },
      { ...refused, durationMs: 10_000, metrics: { 'http.response_time_ms': 10_000 } },
    ])
    expect((await preview(id)).body).toMatchObject({
      checks: 1,
      total_firings: 1,
      firings: [{ detected_value: '10 s' }],
    })
  })

  it('looks no further back than requested', async () => {
    const id = await newMonitor()
    await past(id, [answeredIn(2500), answeredIn(100)])
    app().clock.advance(90 * minute)
    expect((await preview(id, { hours: 1 })).body).toMatchObject({ checks: 0, total_firings: 0 })
    expect((await preview(id, { hours: 2 })).body).toMatchObject({ checks: 2, total_firings: 1 })
    expect((await preview(id)).body).toMatchObject({ checks: 2 })
  })

  it('shows the latest hundred firings and counts all', async () => {
    const id = await newMonitor()
    await inDatabase(
      app(),
      sql`
      insert into results (at, monitor_number, duration_ms, location, status_code, success, infrastructure)
      select ${app().clock.now()}::timestamptz - n * interval '1 minute', monitor_number, 100 + n % 2 * 2400, location_numbers[1], 200, true, false
      from monitors, generate_series(1, 2061) as n
      where id = ${id} and n % 20 < 2`,
    )
    const { body } = await preview(id, { hours: 720 })
    expect([body.checks, body.total_firings, body.firings.length, body.firing_seconds]).toEqual([
      207,
      104,
      100,
      104 * 60,
    ])
    expect(body.firings.at(-1).ended_at).toBeNull()
  })

  it('changes nothing, so that a read key is enough', async () => {
    const id = await newMonitor()
    const before = await rulesOf(app(), id)
    expect((await preview(id, {}, keys.read)).status).toBe(200)
    expect(await rulesOf(app(), id)).toEqual(before)
  })

  it('refuses invalid rules with the same messages as creation', async () => {
    const id = await newMonitor()
    for (const wrong of [
      { metric: 'nonsense' },
      { operator: '~' },
      { value: '-5' },
      { metric: 'success', value: 'maybe', operator: '==' },
    ]) {
      const { status, body } = await preview(id, wrong)
      expect([status, body]).toEqual([400, (await add(id, wrong)).body])
    }
    expectRefusal(await preview(id, { failureThreshold: 0 }), 400, /^failureThreshold: /)
    expectRefusal(await preview(id, { hours: 721 }), 400, /^hours: /)
    expectRefusal(await preview(id, { name: 'no' }), 400, /^name: unsupported field/)
  })

  it("refuses an unknown monitor and another organization's with the same message", async () => {
    const id = await newMonitor()
    for (const [unknown, key] of [
      ['0198c5a2-8a00-7e55-a1b2-c3d4e5f60718', keys.write],
      [id, keys.other],
    ] as const)
      expectRefusal(
        await preview(unknown, {}, key),
        400,
        `monitorId: unknown monitor id in this organization: ${unknown}`,
      )
  })
})

describe('a rule that has been active all the time', () => {
  const outcomes: Partial<ReportedOutcome>[] = [
    answeredIn(100),
    answeredIn(150),
    answeredIn(3000),
    refused,
    refused,
    answeredIn(5000),
  ]

  it.each(['roundrobin', 'parallel'] as const)(
    'of a %s monitor would have fired when it did',
    async (schedulingStrategy) => {
      const { id } = await make(app(), {
        locations: await locationsOf(app()),
        schedulingStrategy,
        interval: 60,
        config: { durationWindow: 60 },
      })
      await add(id, { severity: 'warning', failureThreshold: 2 })
      const store = openStore(app().database, { log: quiet, connections: 2 })
      const random = randomFrom(7)
      for (let n = 0; n < 25; n++) {
        const mood = outcomes.slice(
          ...random.pick([
            [0, 2],
            [0, 3],
            [2, 6],
            [3, 5],
            [5, 6],
          ] as const),
        )
        for (let same = random.integer(1, 4); same > 0; same--) {
          app().clock.advance(random.integer(10, 90) * 1000)
          await checkedIn(store, app().clock, { monitorId: id, outcome: () => random.pick(mood) })
        }
      }
      await store.close()
      app().clock.advance(1)
      let openings = 0
      for (const rule of await rulesOf(app(), id)) {
        const {
          metric,
          operator,
          value,
          severity,
          failure_threshold: failureThreshold,
          min_failed_probes: minFailedProbes,
        } = rule
        const durationWindow = rule.duration_window_seconds
        const { body } = await preview(id, {
          metric,
          operator,
          value,
          severity,
          failureThreshold,
          minFailedProbes,
          durationWindow,
        })
        const mine = body.present.incidents.filter((incident: any) => incident.rule.id === rule.id)
        openings += mine.length
        expect(
          body.firings.map(({ started_at, ended_at }: any) => [started_at, ended_at]),
          rule.name,
        ).toEqual(mine.map(({ started_at, resolved_at }: any) => [started_at, resolved_at]))
      }
      expect(openings).toBeGreaterThan(2)
    },
  )
})
