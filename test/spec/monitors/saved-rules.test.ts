import { describe, expect, it } from 'vitest'
import { sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { create, expectRefusal, patch, rulesOf } from '../../kit/resources/monitors.ts'

const app = sharedLapwing()

const slow = { name: 'Slow', metric: 'response_time', operator: '>', value: '800', severity: 'warning' }

describe('rules that are saved with their monitor', () => {
  it('are added to and changed among the default rules of a new monitor', async () => {
    const alertRules = [
      { defaultRule: 'Availability Check', failureThreshold: 5 },
      { defaultRule: 'Unexpected Status Code', enabled: false },
      slow,
    ]
    const { status, body } = await create(app(), { alertRules })
    expect(status).toBe(201)
    expect(await rulesOf(app(), body.id)).toMatchObject([
      { name: 'Availability Check', is_system: true, failure_threshold: 5 },
      { name: 'Unexpected Status Code', is_system: true, enabled: false },
      { name: 'Slow', is_system: false, value: '800', failure_threshold: 1, enabled: true },
    ])
  })

  it('are changed, added and deleted with a monitor that changes', async () => {
    const { body } = await create(app(), { alertRules: [slow] })
    const [first, , own] = await rulesOf(app(), body.id)
    const changed = await patch(app(), body.id, {
      name: 'Store',
      alertRules: [
        { id: own.id, deleted: true },
        { id: first.id, severity: 'warning' },
        { ...slow, name: 'Very slow', value: '3000', severity: 'critical', enabled: false },
      ],
    })
    expect([changed.status, changed.body.name]).toEqual([200, 'Store'])
    expect(await rulesOf(app(), body.id)).toMatchObject([
      { name: 'Availability Check', severity: 'warning' },
      { name: 'Unexpected Status Code' },
      { name: 'Very slow', enabled: false },
    ])
    const { data } = (await app().get(`/activity?entity_type=alert_rule`)).body
    expect(data.slice(0, 3).map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['alert_rule.created', 'alert_rule.updated', 'alert_rule.deleted']),
    )
  })

  it('are logged with the metric of a threshold, unless the metric changed too', async () => {
    const { body } = await create(app(), { alertRules: [slow] })
    const { id } = (await rulesOf(app(), body.id)).find(({ name }) => name === 'Slow')
    const logged = async (change: object): Promise<unknown> => {
      app().clock.advance(1)
      expect((await patch(app(), body.id, { alertRules: [{ id, ...change }] })).status).toBe(200)
      return (await app().get('/activity?action=alert_rule.updated&limit=1')).body.data[0].changes
    }
    const raised = { from: '800', to: '900' }
    expect(await logged({ value: '900' })).toMatchObject({ value: raised, of_metric: 'response_time' })
    expect(await logged({ name: 'Slower' })).not.toHaveProperty('of_metric')
    const { description } = (await app().get('/openapi.json')).body.components.schemas.ActivityEvent.properties.changes
    expect(description).toContain('`of_metric`')
  })

  it.each([
    [
      'a default rule that the type does not have',
      { defaultRule: 'Login Failed' },
      400,
      /alertRules\[0\]\.defaultRule/,
    ],
    ['a rule without a condition', { name: 'Slow' }, 400, /alertRules\[0\]\.metric: Required/],
    ['a metric of another type', { ...slow, metric: 'nothing' }, 400, /alertRules\[0\]\.metric/],
    [
      'an unknown contact group',
      { ...slow, contactGroupId: crypto.randomUUID() },
      400,
      /alertRules\[0\]\.contactGroup/,
    ],
    [
      'a second rule on a metric',
      { ...slow, metric: 'success', operator: '==', value: 'false', severity: 'critical' },
      409,
      /alertRules\[0\]/,
    ],
    ['the deletion of a default rule', { defaultRule: 'Availability Check', deleted: true }, 409, /alertRules\[0\]/],
  ])('are refused with %s, and so is the monitor', async (_case, rule, status, message) => {
    const name = `Refused ${crypto.randomUUID()}`.slice(0, 50)
    const refused = await create(app(), { name, alertRules: [rule] })
    expectRefusal(refused, status, message)
    const { data } = (await app().get('/monitors?limit=100')).body
    expect(data.some((monitor: { name: string }) => monitor.name === name)).toBe(false)
  })
})

it('names everything that is wrong with a new monitor at once', async () => {
  const { body } = await app().post('/monitors', {
    name: '',
    type: 'playwright',
    interval: 300,
    config: { timeoutSeconds: 1 },
  })
  const { message } = body.error
  for (const field of ['name', 'target', 'locations', 'config.timeoutSeconds']) expect(message).toContain(`${field}: `)
})
