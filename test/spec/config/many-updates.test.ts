// Updates of many monitors, whatever changes of each, need few statements.
import { expect, it } from 'vitest'
import { sql } from '../../../src/store/database/sql.ts'
import { sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { waitUntil } from '../../kit/wait-until.ts'

const app = sharedLapwing()

const slow = { name: 'Slow', metric: 'response_time', operator: '>', value: '2000', severity: 'warning' }
const monitor = (n: number, more: object = {}) => ({
  key: `m${n}`,
  name: `M ${n}`,
  type: 'http',
  target: 'https://shop.example.com/',
  interval: 300,
  locations: ['fra'],
  ...more,
})
const document = (count: number, more: (n: number) => object = () => ({})) => ({
  source: 'many',
  monitors: Array.from({ length: count }, (_, n) => monitor(n, more(n))),
})

async function applied(body: object) {
  const planned = await app().post('/config/plans', { document: body })
  expect(planned.text).toContain('config_plan')
  const { id } = planned.body
  await app().post(`/config/plans/${id}/apply`)
  const { state, failure } = await waitUntil(async () => {
    const { body: current } = await app().get(`/config/plans/${id}?changes=false`)
    return current.state !== 'applying' && current
  })
  expect([state, failure]).toEqual(['applied', null])
  expect((await app().post('/config/plans', { document: body })).body.changes).toEqual([])
  return planned.body
}

const rulesOf = async (n: number) => {
  const rows = await app().store.rows<{ id: string }>(sql`select id from monitors where name = ${`M ${n}`}`)
  const { id } = rows[0]!
  const rules = (await app().get(`/monitors/${id}/alert-rules`)).body.data
  return Object.fromEntries(rules.map((rule: any) => [rule.name, rule]))
}

it('change fields, rules, locations and pauses, and say so in the activity log', async () => {
  const count = 210
  await applied(document(count, () => ({ alertRules: [slow, { ...slow, name: 'Slower', severity: 'critical' }] })))
  const version = (await rulesOf(209))['Slow'].rule_version
  const swapped = [
    { defaultRule: 'Availability Check', failureThreshold: 5 },
    // They take the severity of each other's, which one statement could not do in any order.
    { ...slow, name: 'Slower', value: '9000' },
    { ...slow, severity: 'info' },
  ]
  const update = (n: number) => ({
    interval: 600,
    tags: ['team:shop'],
    locations: ['fra', 'nyc'],
    isPaused: n % 2 === 1,
    alertRules: n === 0 ? [] : swapped,
  })
  const planned = await applied(document(count, update))
  expect(planned.summary).toMatchObject({ create: 0, update: count, unchanged: 0 })
  const rules = await rulesOf(209)
  expect(rules['Availability Check']).toMatchObject({ failure_threshold: 5, min_failed_probes: 2 })
  expect([rules['Slower'], rules['Slow']]).toMatchObject([
    { severity: 'warning', value: '9000' },
    { severity: 'info', rule_version: version + 1 },
  ])
  expect(Object.keys(await rulesOf(0))).not.toContain('Slow')
  const paused = await app().store.rows(sql`select from monitors where state = 'paused'`)
  expect(paused).toHaveLength(count / 2)
  const [updated] = (await app().get('/activity?action=monitor.updated&limit=100')).body.data
  expect(updated.changes).toMatchObject({ interval_seconds: { from: 300, to: 600 }, via: 'config' })
  const turns = await app().store.rows<{ count: number }>(sql`select count(*)::int as count from turns`)
  expect(turns[0]!.count).toBe(count / 2)
})

it('refuse to depend on each other through tags that change together', async () => {
  const ring = (one: object, other: object) => ({ source: 'ring', monitors: [monitor(900, one), monitor(901, other)] })
  const parent = (tag: string) => ({ dependsOn: { tags: [tag] } })
  await applied(ring(parent('x'), parent('y')))
  const { status, body } = await app().post('/config/plans', {
    document: ring({ ...parent('x'), tags: ['y'] }, { ...parent('y'), tags: ['x'] }),
  })
  expect([status, body.error.message]).toEqual([400, 'monitors[m901].dependsOn: the monitor would depend on itself'])
  // A tag that nobody depends on any more closes nothing.
  await applied(ring({ tags: ['y'] }, { ...parent('y'), tags: ['x'] }))
})
