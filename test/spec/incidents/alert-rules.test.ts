import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { rulesAt, slow } from '../../kit/resources/alert-rules.ts'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { type Fields, addContactGroup, expectRefusal, make, ruleNamed, rulesOf } from '../../kit/resources/monitors.ts'

const app = sharedLapwing()
const { newMonitor, add, added, change } = rulesAt(app)

describe('adding an alert rule', () => {
  it('returns 201 with the rule and defaults for omitted fields', async () => {
    const id = await newMonitor()
    const { status, body } = await add(id)
    const now = app().clock.now().toISOString()
    expect(status).toBe(201)
    expect(body).toEqual({
      object: 'alert_rule',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      monitor_id: id,
      ...slow,
      severity: 'critical',
      failure_threshold: 1,
      min_failed_probes: 1,
      duration_window_seconds: 0,
      enabled: true,
      is_system: false,
      rule_id: expect.any(Number),
      rule_version: 1,
      contact_group: null,
      created_at: now,
      updated_at: now,
    })
    expect((await app().get(`/monitors/${id}/alert-rules/${body.id}`, { key: keys.read })).body).toEqual(body)
  })

  it('accepts all fields', async () => {
    const said = {
      severity: 'info',
      failureThreshold: 100,
      minFailedProbes: 7,
      durationWindow: 600,
      contactGroupId: null,
    }
    expect(await added(await newMonitor(), said)).toMatchObject({
      severity: 'info',
      failure_threshold: 100,
      min_failed_probes: 7,
      duration_window_seconds: 600,
      contact_group: null,
    })
  })

  it.each(['name', 'metric', 'operator', 'value'])('needs %s', async (field) => {
    expectRefusal(await add(await newMonitor(), { [field]: undefined }), 400, `${field}: Required`)
  })

  it.each([
    [{ name: '' }, /^name: /],
    [{ name: 'x'.repeat(201) }, 'name: String must contain at most 200 character(s)'],
    [{ value: 2000 }, 'value: Expected string, received number'],
    [{ value: true }, 'value: Expected string, received boolean'],
    [{ severity: 'fatal' }, 'severity: Invalid value. Allowed values: critical, warning, info'],
    [{ failureThreshold: 0 }, 'failureThreshold: Number must be greater than or equal to 1'],
    [{ failureThreshold: 101 }, 'failureThreshold: Number must be less than or equal to 100'],
    [{ failureThreshold: 1.5 }, /^failureThreshold: /],
    [{ minFailedProbes: 0 }, 'minFailedProbes: Number must be greater than or equal to 1'],
    [{ minFailedProbes: 101 }, 'minFailedProbes: Number must be less than or equal to 100'],
    [{ durationWindow: -1 }, 'durationWindow: Number must be greater than or equal to 0'],
    [{ contactGroupId: 'ops' }, 'contactGroupId: must be a valid UUID'],
    [{ is_system: true }, 'is_system: unsupported field'],
    [{ name: '', severity: 'fatal' }, /^name: .*; severity: /],
  ])('refuses %j', async (rule, message) => {
    expectRefusal(await add(await newMonitor(), rule), 400, message)
  })

  it('accepts names of up to 200 characters', async () => {
    expect(await added(await newMonitor(), { name: 'x'.repeat(200) })).toMatchObject({ name: 'x'.repeat(200) })
  })

  it('gives each rule a unique number for webhooks', async () => {
    const [one, two] = [await newMonitor(), await newMonitor()]
    const numbers = [...(await rulesOf(app(), one)), ...(await rulesOf(app(), two)), await added(one)].map(
      ({ rule_id }) => rule_id,
    )
    expect(new Set(numbers).size).toBe(numbers.length)
    for (const number of numbers) expect(Number.isInteger(number) && number > 0).toBe(true)
  })

  it('runs once for one Idempotency-Key', async () => {
    const id = await newMonitor()
    const ask = { headers: { 'idempotency-key': 'rule-1' } }
    const first = await add(id, {}, ask)
    const again = await add(id, {}, ask)
    expect([again.status, again.text, again.headers.get('idempotency-replay')]).toEqual([201, first.text, 'true'])
    expectRefusal(await add(id, { value: '1' }, ask), 409, /different request/)
  })

  it('is recorded', async () => {
    const { id } = await added(await newMonitor())
    const { data } = (await app().get(`/activity?entity_type=alert_rule&entity_id=${id}`)).body
    expect(data).toMatchObject([
      { action: 'alert_rule.created', entity_name: 'Slow answers', changes: { value: { from: null, to: '2000' } } },
    ])
  })

  it('needs the write scope', async () => {
    expectRefusal(await add(await newMonitor(), {}, { key: keys.read }), 403, /write scope/)
  })
})

describe('listing the rules of a monitor', () => {
  it('lists them in the order of creation, default rules first', async () => {
    const id = await newMonitor()
    await added(id)
    const { status, body } = await app().get(`/monitors/${id}/alert-rules`, { key: keys.read })
    expect([status, body.object, body.has_more, body.next_cursor]).toEqual([200, 'list', false, null])
    expect(body.data.map(({ name, is_system }: any) => `${name} ${is_system}`)).toEqual([
      'Availability Check true',
      'Unexpected Status Code true',
      'Slow answers false',
    ])
  })

  it('lists them page by page; a cursor whose rule was deleted is invalid', async () => {
    const id = await newMonitor()
    for (const severity of ['critical', 'warning', 'info']) await added(id, { severity })
    const path = `/monitors/${id}/alert-rules`
    const first = (await app().get(`${path}?limit=3`)).body
    const second = (await app().get(`${path}?limit=3&cursor=${first.next_cursor}`)).body
    expect([first.has_more, second.has_more, second.next_cursor]).toEqual([true, false, null])
    expect([...first.data, ...second.data]).toEqual(await rulesOf(app(), id))
    await app().ask('DELETE', `${path}/${first.data[2].id}`)
    expectRefusal(
      await app().get(`${path}?cursor=${first.next_cursor}`),
      400,
      'cursor: cursor no longer valid, restart from the first page',
    )
    const other = await newMonitor()
    expectRefusal(
      await app().get(`/monitors/${other}/alert-rules?cursor=${first.next_cursor}`),
      400,
      /^cursor: malformed/,
    )
    expectRefusal(await app().get(`${path}?limit=101`), 400, /^limit: /)
  })
})

describe('changing a rule', () => {
  it('changes the sent fields and creates a new version', async () => {
    const id = await newMonitor()
    const rule = await added(id)
    const { status, body } = await change(id, rule.id, { value: '3000', failureThreshold: 5 })
    expect(status).toBe(200)
    expect(body).toEqual({
      ...rule,
      value: '3000',
      failure_threshold: 5,
      rule_version: 2,
      updated_at: app().clock.now().toISOString(),
    })
    expect((await change(id, rule.id, { enabled: false })).body).toMatchObject({
      enabled: false,
      value: '3000',
      rule_version: 3,
      rule_id: rule.rule_id,
    })
    expect((await change(id, rule.id, { enabled: true })).body).toMatchObject({ enabled: true, rule_version: 4 })
  })

  it('without changes creates no version and records nothing', async () => {
    const id = await newMonitor()
    const rule = await added(id)
    for (const body of [{}, { value: '2000' }, { ...slow, enabled: true, contactGroupId: null }])
      expect((await change(id, rule.id, body)).body).toEqual(rule)
    expect((await app().get(`/activity?entity_id=${rule.id}`)).body.data).toHaveLength(1)
  })

  it('is validated as a whole: metric, operator and value must match', async () => {
    const id = await newMonitor()
    const { id: ruleId } = await added(id)
    expectRefusal(
      await change(id, ruleId, { metric: 'status_code' }),
      400,
      /^operator: '>' is not valid for status_code/,
    )
    expectRefusal(
      await change(id, ruleId, { metric: 'ssl_expiry', value: '86400' }),
      400,
      /between -3650 and 36500 \(days\)/,
    )
    expectRefusal(
      await change(id, ruleId, { metric: 'nonsense' }),
      400,
      /^metric: 'nonsense' is not a metric of http monitors\. Valid metrics: success, /,
    )
    expectRefusal(await change(id, ruleId, { value: 5 }), 400, 'value: Expected string, received number')
    expectRefusal(await change(id, ruleId, { monitorId: randomUUID() }), 400, 'monitorId: unsupported field')
    expect(
      (await change(id, ruleId, { metric: 'status_code', operator: 'in_groups', value: '[404]', severity: 'info' }))
        .status,
    ).toBe(200)
  })

  it('is recorded with both values', async () => {
    const id = await newMonitor()
    const rule = await added(id)
    const contactGroupId = await addContactGroup(app(), 'Whoever is slow')
    const metric = "metrics['http.response_time_ms']"
    await change(id, rule.id, { name: 'Slower', value: '3000', metric, failureThreshold: 7, contactGroupId })
    const [event, first] = (await app().get(`/activity?entity_id=${rule.id}`)).body.data
    expect(event).toMatchObject({ action: 'alert_rule.updated', entity_name: 'Slower' })
    expect(event.changes).toEqual({
      name: { from: 'Slow answers', to: 'Slower' },
      value: { from: '2000', to: '3000' },
      metric: { from: 'response_time', to: metric },
      failure_threshold: { from: 1, to: 7 },
      contact_group: { from: null, to: contactGroupId },
      via: 'api',
      ip: expect.any(String),
    })
    for (const key of ['object', 'id', 'created_at', 'rule_id']) expect(first.changes).not.toHaveProperty(key)
  })
})

describe('default rules', () => {
  it('may be edited and disabled', async () => {
    const id = await newMonitor()
    const rule = await ruleNamed(app(), id, 'Unexpected Status Code')
    expect(rule).toMatchObject({
      metric: 'status_code',
      operator: 'not_in_groups',
      value: '["2xx","3xx"]',
      severity: 'critical',
      is_system: true,
    })
    const { body } = await change(id, rule.id, { name: 'Wrong answer', value: '["2xx",401]', enabled: false })
    expect(body).toMatchObject({
      name: 'Wrong answer',
      value: '["2xx",401]',
      enabled: false,
      is_system: true,
      rule_version: 2,
    })
  })

  it('cannot be deleted: 409, and they stay', async () => {
    const id = await newMonitor()
    for (const rule of await rulesOf(app(), id)) {
      const answer = await app().ask('DELETE', `/monitors/${id}/alert-rules/${rule.id}`)
      expectRefusal(answer, 409, `${rule.name} is a default rule, which can be disabled but not deleted`)
      expect(answer.body.error.code).toBe('conflict')
    }
    expect(await rulesOf(app(), id)).toHaveLength(2)
  })
})

describe('deleting a rule', () => {
  it('returns 204, then 404, and frees the metric and severity', async () => {
    const id = await newMonitor()
    const rule = await added(id)
    const path = `/monitors/${id}/alert-rules/${rule.id}`
    expect(await app().ask('DELETE', path)).toMatchObject({ status: 204, text: '' })
    for (const method of ['GET', 'DELETE']) expectRefusal(await app().ask(method, path), 404, 'Alert rule not found')
    expect((await app().get(`/activity?entity_id=${rule.id}&action=alert_rule.deleted`)).body.data).toMatchObject([
      { entity_name: 'Slow answers' },
    ])
    await added(id)
  })
})

describe('a rule of another monitor or organization', () => {
  it.each([['GET'], ['PATCH', { enabled: false }], ['DELETE']])(
    'is 404 like a missing one: %s',
    async (method, body?: Fields) => {
      const [mine, other] = [await newMonitor(), await newMonitor()]
      const rule = await added(other)
      const foreign = (await make(app(), {}, { key: keys.other })).id
      const [foreignRule] = await rulesOf(app(), foreign, { key: keys.other })
      for (const path of [
        `${mine}/alert-rules/${rule.id}`,
        `${mine}/alert-rules/${randomUUID()}`,
        `${mine}/alert-rules/${foreignRule.id}`,
      ])
        expectRefusal(await app().ask(method, `/monitors/${path}`, { body }), 404, 'Alert rule not found')
      expectRefusal(
        await app().ask(method, `/monitors/${foreign}/alert-rules/${foreignRule.id}`, { body }),
        404,
        /not found$/,
      )
      expectRefusal(
        await app().ask(method, `/monitors/${mine}/alert-rules/1`, { body }),
        400,
        'ruleId: must be a valid UUID',
      )
      expect((await app().get(`/monitors/${other}/alert-rules/${rule.id}`)).body).toEqual(rule)
    },
  )
})

describe('the contact group of a rule', () => {
  it('is shown with its name, and can be changed and removed', async () => {
    const [ops, night] = [await addContactGroup(app(), 'Ops'), await addContactGroup(app(), 'Night shift')]
    const id = await newMonitor()
    const rule = await added(id, { contactGroupId: ops })
    expect(rule.contact_group).toEqual({ id: ops, name: 'Ops' })
    expect((await change(id, rule.id, { contactGroupId: night })).body.contact_group).toEqual({
      id: night,
      name: 'Night shift',
    })
    expect((await change(id, rule.id, { name: 'Renamed' })).body.contact_group).toEqual({
      id: night,
      name: 'Night shift',
    })
    expect((await change(id, rule.id, { contactGroupId: null })).body.contact_group).toBeNull()
  })

  it('must belong to the organization', async () => {
    const id = await newMonitor()
    const foreign = await addContactGroup(app(), 'Theirs', { key: keys.other })
    const rule = await added(id)
    for (const contactGroupId of [randomUUID(), foreign]) {
      const message = `contactGroupId: unknown contact group id in this organization: ${contactGroupId}`
      expectRefusal(await add(id, { severity: 'info', contactGroupId }), 400, message)
      expectRefusal(await change(id, rule.id, { contactGroupId }), 400, message)
    }
  })
})
