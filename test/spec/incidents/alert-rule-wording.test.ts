import { describe, expect, it } from 'vitest'
import { rulesAt } from '../../kit/resources/alert-rules.ts'
import { sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { expectRefusal } from '../../kit/resources/monitors.ts'

const app = sharedLapwing()
const { newMonitor, add, added, change } = rulesAt(app)

describe('the condition of a rule', () => {
  it('has a metric of the monitor type; another one is refused with the valid ones', async () => {
    const { available_metrics } = (await app().get(`/monitors/${await newMonitor({ type: 'tcp' })}`)).body
    const answer = await add(await newMonitor({ type: 'tcp' }), { metric: 'status_code' })
    expectRefusal(
      answer,
      400,
      `metric: 'status_code' is not a metric of tcp monitors. Valid metrics: ${available_metrics.join(', ')}`,
    )
    for (const metric of [
      'connect_time_ms',
      "metrics['udp.bytes_received']",
      'TCP_CONNECT',
      'metrics["tcp.connect_time_ms"]',
    ])
      expect((await add(await newMonitor({ type: 'tcp' }), { metric })).status).toBe(400)
  })

  it.each(['>', '<', '>=', '<=', '==', '!='])('compares numbers with %s', async (operator) => {
    expect(await added(await newMonitor(), { operator })).toMatchObject({ operator })
  })

  it.each([
    [
      { metric: 'response_time', operator: 'in_groups' },
      "operator: 'in_groups' is not valid for response_time. Valid operators: >, <, >=, <=, ==, !=, unusual",
    ],
    [{ metric: 'response_time', operator: '=' }, /^operator: '=' is not valid for response_time/],
    [
      { metric: 'success', operator: '>', value: 'true' },
      "operator: '>' is not valid for success. Valid operators: ==, !=",
    ],
    [
      { metric: 'status_code', operator: '==', value: '200' },
      "operator: '==' is not valid for status_code. Valid operators: in_groups, not_in_groups",
    ],
  ])('refuses an unsupported operator and lists the supported ones: %j', async (rule, message) => {
    expectRefusal(await add(await newMonitor(), rule), 400, message)
  })

  it.each([
    [
      'http',
      'response_time',
      ['0', '86400000', '12.5'],
      ['-1', '86400001', '1e3', '', 'fast', ' 5', '0x10', 'NaN', 'Infinity'],
      /between 0 and 86400000 \(ms\)/,
    ],
    ['http', 'ssl_expiry', ['-1', '14'], ['36501'], /between -3650 and 36500 \(days\)/],
    ['icmp', 'packet_loss', ['0', '100'], ['101', '-0.1'], /between 0 and 100 \(percent\)/],
    ['cdn', "metrics['cdn.cache_hit_ratio']", ['0.5'], ['50'], /between 0 and 1 \(ratio\)/],
    ['cdn', "metrics['cdn.status_code']", ['500'], ['99', '600'], /between 100 and 599 \(code\)/],
    ['ssl', "metrics['ssl.tls_version']", ['12'], ['14'], /between 0 and 13 \(number\)/],
  ])(
    'accepts plausible values of %s %s, and names range and unit otherwise',
    async (type, metric, accepted, refused, message) => {
      const id = await newMonitor({ type })
      const { id: ruleId } = await added(id, { metric, operator: '>', value: accepted[0], severity: 'info' })
      for (const value of accepted)
        expect(await change(id, ruleId, { value })).toMatchObject({ status: 200, body: { value } })
      for (const value of refused)
        expect((await change(id, ruleId, { value })).body.error.message).toMatch(value === '' ? /^value: / : message)
    },
  )

  it.each(['true', 'false', 'True', '1', '"true"', 'yes'])('accepts success as true or false: %s', async (value) => {
    const answer = await add(await newMonitor(), { metric: 'success', operator: '!=', value, severity: 'info' })
    if (['true', 'false'].includes(value)) expect(answer.status).toBe(201)
    else expectRefusal(answer, 400, "value: must be 'true' or 'false'")
  })

  it.each(['["2xx"]', '["2xx","3xx",401]', '["200","404"]', '[100,599]', '["1xx", "5xx"]'])(
    'accepts the statuses %s',
    async (value) => {
      expect(
        await added(await newMonitor(), { metric: 'status_code', operator: 'in_groups', value, severity: 'info' }),
      ).toMatchObject({ value })
    },
  )

  it.each([
    '200',
    '2xx',
    '[]',
    '["6xx"]',
    '[99]',
    '[600]',
    '["2XX"]',
    '[200.5]',
    '[null]',
    '[["2xx"]]',
    '{"0":"2xx"}',
    "['2xx']",
    '[200',
  ])('refuses the statuses %s', async (value) => {
    const answer = await add(await newMonitor(), {
      metric: 'status_code',
      operator: 'in_groups',
      value,
      severity: 'info',
    })
    expectRefusal(answer, 400, /^value: must be a JSON array of status groups \(1xx to 5xx\) or codes \(100 to 599\)/)
  })

  it('can use one step by its slug, but not the template', async () => {
    const id = await newMonitor({ type: 'api', config: { steps: [{ name: 'Log in', url: '/login' }] } })
    expect(await added(id, { metric: "metrics['api.step.log_in.duration_ms']" })).toMatchObject({
      metric: "metrics['api.step.log_in.duration_ms']",
    })
    expect(await added(id, { metric: "metrics['api.step.later.duration_ms']" })).toMatchObject({ is_system: false })
    for (const slug of ['<slug>', 'Log in', 'LOG', 'a.b', '', "x'] or ['y"])
      expectRefusal(
        await add(id, { metric: `metrics['api.step.${slug}.duration_ms']` }),
        400,
        /^metric: .* is not a metric of api monitors/,
      )
  })
})

describe('one rule per metric per severity', () => {
  it('accepts a second rule only with another severity', async () => {
    const id = await newMonitor()
    await added(id)
    expectRefusal(
      await add(id, { value: '1', operator: '<' }),
      409,
      /^Slow answers is already a critical rule on response_time;/,
    )
    await added(id, { severity: 'warning' })
    await added(id, { severity: 'info' })
    expectRefusal(await add(id, { severity: 'info' }), 409, /^Slow answers is already an info rule on response_time/)
  })

  it.each([
    ['tcp', 'tcp_connect', "metrics['tcp.connect_time_ms']", '1'],
    ['dns', "metrics['dns.check_time_ms']", 'dns_time', '1'],
    ['http', 'http.body_regexp_match', "metrics['http.body_regexp_match']", '1'],
    ['icmp', 'ping_avg', "metrics['icmp.rtt_avg_ms']", '1'],
  ])('treats two spellings of one %s metric as the same: %s', async (type, metric, alias, value) => {
    const id = await newMonitor({ type })
    expect(await added(id, { metric, operator: '==', value, severity: 'info' })).toMatchObject({ metric })
    expectRefusal(
      await add(id, { metric: alias, operator: '==', value, severity: 'info' }),
      409,
      /one rule per severity/,
    )
  })

  it('counts the default rules', async () => {
    const id = await newMonitor({ type: 'tcp' })
    expectRefusal(
      await add(id, { metric: 'tcp_connect', severity: 'warning' }),
      409,
      /^Slow TCP Connect is already a warning rule/,
    )
    expectRefusal(
      await add(id, { metric: 'success', operator: '==', value: 'false' }),
      409,
      /^Availability Check is already a critical rule/,
    )
  })

  it('applies to updates of metric and severity', async () => {
    const id = await newMonitor({ type: 'tcp' })
    const { id: ruleId } = await added(id, { metric: 'tcp_connect', severity: 'critical' })
    expectRefusal(await change(id, ruleId, { severity: 'warning' }), 409, /^Slow TCP Connect is already a warning rule/)
    const handshake = await added(id, { metric: "metrics['tcp.tls_handshake_time_ms']" })
    expectRefusal(
      await change(id, handshake.id, { metric: "metrics['tcp.connect_time_ms']" }),
      409,
      /^Slow answers is already a critical rule/,
    )
    expect((await change(id, ruleId, { metric: "metrics['tcp.connect_time_ms']" })).body).toMatchObject({
      metric: "metrics['tcp.connect_time_ms']",
    })
  })

  it('applies to concurrent requests', async () => {
    const id = await newMonitor()
    const answers = await Promise.all(Array.from({ length: 5 }, () => add(id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
  })

  it('applies per monitor', async () => {
    await added(await newMonitor())
    await added(await newMonitor())
  })
})
