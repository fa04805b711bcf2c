// Reports over HTTP: what counts, what is excluded, their periods and formats.
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../../src/store/database/sql.ts'
import { keepPartitions } from '../../../src/store/results/partitions.ts'
import { addIncident } from '../../kit/resources/incidents.ts'
import { type Ask, type TestLapwing, keys, lapwing, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { startMailSink } from '../../kit/servers/mail-sink.ts'
import { make } from '../../kit/resources/monitors.ts'
import { passUntil } from '../../kit/resources/notifying.ts'

const app = sharedLapwing()
let organizationId: string
let shop: { id: string; monitorNumber: number; name: string; type: string }

/** A monitor older than the period, with a check in every hour of February. */
async function watched(name: string): Promise<typeof shop> {
  const { id } = await make(app(), { name, tags: name === 'Quiet' ? ['quiet'] : [] })
  const row = await app().store.row<typeof shop>(sql`
    update monitors set created_at = '2025-12-01' where id = ${id} returning id, monitor_number as "monitorNumber", name, type`)
  await app().store.run(sql`
    insert into rollups (monitor_number, location, hour, checks, failures, duration_sum)
    select ${row!.monitorNumber}, 1, hour, 60, 0, 60 * 200
    from generate_series(timestamptz '2026-02-01', '2026-02-28 23:00', interval '1 hour') as hour`)
  await app().store.run(sql`
    insert into daily_rollups (monitor_number, day, checks, failures, duration_sum)
    select monitor_number, hour::date, sum(checks), 0, sum(duration_sum)
    from rollups
    where monitor_number = ${row!.monitorNumber}
    group by monitor_number, hour::date`)
  return row!
}

const at = (text: string): Date => new Date(`2026-02-${text}Z`)
const february = '/reports?period=month&month=2026-02&timezone=UTC'

beforeAll(async () => {
  await keepPartitions(app().store, { now: at('01T00:00'), resultDays: 30, rollupDays: 400 })
  organizationId = (await app().get('/me')).body.organization.id
  shop = await watched('Shop')
  const add = (severity: 'critical' | 'warning', from: string, to: string, falsePositive: object | null = null) =>
    addIncident(app().store, organizationId, {
      monitor: shop,
      severity,
      startedAt: at(from),
      acknowledgedAt: at(from),
      resolvedAt: at(to),
      falsePositive,
    })
  await add('critical', '03T10:00', '03T11:00')
  await add('critical', '03T10:30', '03T11:30')
  await add('warning', '05T00:00', '06T00:00')
  await add('critical', '10T01:00', '10T03:00')
  await add('critical', '12T04:00', '12T05:00', { reason: 'a drill', exclude_from_sla: true })
  await app().post('/maintenance-windows', {
    name: 'Upgrade',
    startsAt: '2026-02-10T02:00:00Z',
    durationMinutes: 120,
    monitorIds: [shop.id],
  })
})

describe('a report', () => {
  it('counts confirmed critical downtime once, and shows the excluded time', async () => {
    const { body } = await app().get(`${february}&monitor_ids=${shop.id}&sla_target=99.5`)
    const counted = 28 * 24 - 2 - 1
    expect(body.summary).toMatchObject({
      monitors: 1,
      downtime_seconds: 2.5 * 3600,
      uptime_percent: Math.floor((1 - 2.5 / counted) * 1e6) / 1e4,
      sla_target: 99.5,
      sla_met: true,
      mttr_seconds: expect.any(Number),
      mtta_seconds: 0,
    })
    expect(body.summary.error_budget).toEqual({
      total_seconds: Math.round(counted * 3600 * 0.005),
      consumed_seconds: 9000,
      remaining_seconds: Math.round(counted * 3600 * 0.005) - 9000,
      burn_rate: Math.round((2.5 / counted / 0.005) * 1000) / 1000,
    })
    expect(body.excluded).toEqual({
      maintenance_seconds: 7200,
      false_positive_seconds: 3600,
      prober_offline_seconds: 0,
    })
    expect(body.monitors[0]).toMatchObject({
      checks: 28 * 24 * 60,
      avg_response_time_ms: 200,
      p95_response_time_ms: 200,
    })
    expect(body.monitors[0].daily).toHaveLength(28)
    expect(body.monitors[0].daily[2]).toEqual({
      date: '2026-02-03',
      uptime_percent: 93.75,
      downtime_seconds: 5400,
    })
    expect(body.incidents).toHaveLength(5)
    expect(body.maintenance).toMatchObject([{ name: 'Upgrade', monitors: 1, excluded: true }])
  })

  it('excludes time without checks', async () => {
    const quiet = await watched('Quiet')
    await app().store.run(sql`
      delete from rollups where monitor_number = ${quiet.monitorNumber} and hour >= '2026-02-20' and hour < '2026-02-21'`)
    await app().store.run(
      sql`delete from daily_rollups where monitor_number = ${quiet.monitorNumber} and day = '2026-02-20'`,
    )
    const { body } = await app().get(`${february}&tags=quiet`)
    expect(body.excluded.prober_offline_seconds).toBe(24 * 3600)
    expect(body.monitors[0].daily[19]).toEqual({
      date: '2026-02-20',
      uptime_percent: null,
      downtime_seconds: 0,
    })
    expect(body.summary.uptime_percent).toBe(100)
  })

  it('uses months and days of its time zone', async () => {
    const { body } = await app().get('/reports?month=2026-10&timezone=Europe/Berlin')
    expect(body.error.message).toMatch(/^from: must be in the past/)
    const spring = await app().get('/reports?period=custom&from=2026-02-27&to=2026-02-28&timezone=America/New_York')
    expect(spring.body.period).toMatchObject({ from: '2026-02-27T05:00:00.000Z', to: '2026-03-01T05:00:00.000Z' })
  })

  it('has the budget of the monitored time before the period ends', async () => {
    const { body } = await app().get(`/reports?from=2026-02-20&to=2026-03-01&monitor_ids=${shop.id}&timezone=UTC`)
    const toTheMinute = await app().get('/reports?from=2026-02-20T00:00Z&to=2026-03-01T00:00%2B01:00')
    expect(toTheMinute.body.period).toMatchObject({ from: '2026-02-20T00:00:00.000Z', to: '2026-02-28T23:00:00.000Z' })
    expect(body.summary).toMatchObject({ monitored_seconds: 9 * 86_400, error_budget: { total_seconds: 778 } })
  })

  it.each([
    ['period=year', /^period: /],
    ['from=yesterday&to=2026-02-02', /^from: must be a date such as 2026-11-01, or a time with an offset such as/],
    ['period=custom&from=2026-02-01', /^to: Required/],
    ['period=custom&from=2026-02-02&to=2026-02-01', /^to: must be after from/],
    ['month=2026-13', /^month: /],
    ['timezone=Mars', /^timezone: /],
    ['sla_target=101', /^sla_target: /],
    ['monitor_ids=shop', /^monitor_ids/],
    ['format=docx', /^format: /],
  ])('refuses %s', async (query, words) => {
    const { status, body } = await app().get(`/reports?${query}`)
    expect(status).toBe(400)
    expect(body.error.message).toMatch(words)
  })

  it('refuses periods and formats beyond the plan', async () => {
    const long = await app().get('/reports?period=custom&from=2026-01-01&to=2026-02-20', { key: keys.starter })
    expect(long.status).toBe(403)
    expect(long.body.error.message).toContain('custom_report_range_days')
    const old = await app().get('/reports?month=2025-10', { key: keys.starter })
    expect(old.body.error.message).toContain('incident_retention_days')
  })

  it('escapes formulas in CSV', async () => {
    await watched('=1+1')
    const { headers, text } = await app().get(`${february}&format=csv`)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename="report-2026-02-01-to-2026-02-28.csv"')
    const [head, ...rows] = text.trim().split('\r\n')
    expect(head).toContain('monitor_id,name,type,uptime_percent')
    expect(rows.find((row) => row.includes("'=1+1"))).toBeDefined()
  })

  it('is HTML without scripts', async () => {
    await watched('<script>alert(1)</script>')
    const { headers, text } = await app().get(`${february}&format=html`)
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(text).not.toContain('<script')
    expect(text).toContain('&lt;script&gt;alert(1)')
    expect(text).toContain('February 2026')
    expect(text).toContain('less than 99.9 %')
    for (const [, width, height, box] of text.matchAll(/<svg width="(\d+)" height="(\d+)" viewBox="-1 -1 ([\d ]+)"/g))
      expect(box, 'bars begin where the text does').toBe(`${width} ${height}`)
  })

  it('is available as PDF', async () => {
    await watched('Żółw')
    const { headers, text } = await app().get(`${february}&format=pdf`)
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(text.slice(0, 5)).toBe('%PDF-')
  })
})

describe('reports by email', () => {
  const schedules = '/reports/schedules'
  const put = (on: TestLapwing, body: object, options: Ask = {}) => on.ask('PATCH', schedules, { body, ...options })
  const weekly = { enabled: true, recipients: ['ada@example.com', 'ben@example.com'], day: 1 }
  const env = (port: number) => ({
    LAPWING_ROLES: 'server,housekeeper,notifier',
    LAPWING_MAIL_URL: `smtp://127.0.0.1:${port}?secure=none`,
    LAPWING_MAIL_FROM: 'Lapwing <reports@example.com>',
  })
  const hours = 3_600_000

  it('are off by default, and need a mail server', async () => {
    expect((await app().get(schedules)).body).toMatchObject({
      object: 'report_settings',
      daily: { enabled: false },
      weekly: { enabled: false, day: 1 },
      monthly: { enabled: false, day: 1 },
    })
    const refused = await put(app(), { weekly })
    expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('LAPWING_MAIL_URL')])
    const limited = await put(
      app(),
      { weekly, daily: { enabled: true, recipients: ['a@b.example'] } },
      { key: keys.starter },
    )
    expect([limited.status, limited.body.error.message]).toEqual([403, expect.stringContaining('scheduled_reports')])
  })

  it.each([
    [
      { weekly: { ...weekly, recipients: Array.from({ length: 6 }, (_, n) => `p${n}@example.com`) } },
      /^weekly\.recipients/,
    ],
    [{ weekly: { ...weekly, recipients: [] } }, /^weekly\.recipients: Required/],
    [{ monthly: { ...weekly, day: 31 } }, /^monthly\.day/],
    [{ daily: weekly }, /^daily\.day: unsupported/],
    [{ weekly: { ...weekly, tags: ['No Tag'] } }, /^weekly\.tags\[0\]: must be 1 to 32 characters/],
  ])('refuse %j', async (body, words) => {
    const { status, body: refusal } = await put(app(), body)
    expect([status, refusal.error.message]).toEqual([400, expect.stringMatching(words)])
  })

  it('keep the values of omitted fields', async () => {
    const on = await lapwing({ env: env(1) })
    const { id } = await make(on)
    await put(on, { weekly: { ...weekly, day: 3, monitorIds: [id], tags: ['team:shop'], slaTarget: 99 } })
    await on.ask('DELETE', `/monitors/${id}`)
    const kept = { recipients: weekly.recipients, day: 3, monitor_ids: [id], tags: ['team:shop'], sla_target: 99 }
    const off = await put(on, { weekly: { enabled: false } })
    expect(off.body.weekly).toMatchObject({ ...kept, enabled: false, next_at: null })
    const again = await put(on, { weekly: { enabled: true, tags: [] } })
    expect(again.body.weekly).toMatchObject({ ...kept, enabled: true, tags: [], next_at: expect.any(String) })
  })

  it('are sent once to each recipient when due, even after a restart', async () => {
    const sink = await startMailSink()
    const first = await lapwing({ env: env(sink.port) })
    await make(first)
    expect((await put(first, { weekly })).body.weekly.next_at).toBe('2026-03-02T07:00:00.000Z')
    first.clock.advance(19 * hours)
    await passUntil(first, () => sink.emails.length === 2, 100)
    expect(sink.emails.map(({ to }) => to)).toEqual(['ada@example.com', 'ben@example.com'])
    expect(sink.emails[0]!.content).toMatch(/^Subject: Acme: 23 Feb 2026 to 1 Mar 2026/m)
    expect(sink.emails[0]!.content).toContain('Content-Type: application/pdf')
    expect(sink.emails[0]!.content).toContain('1 monitor, 0 incidents.')
    const settled = async (): Promise<any> => (await first.get(schedules)).body.weekly
    await passUntil(first, async () => (await settled()).last?.sent === 2)
    expect(await settled()).toMatchObject({ next_at: '2026-03-09T07:00:00.000Z', last: { errors: [] } })
    await first.stop()
    const again = await lapwing({ env: env(sink.port), database: first.database, clock: first.clock })
    again.clock.advance(7 * 24 * hours)
    await passUntil(again, () => sink.emails.length === 4, 100)
    expect(sink.emails).toHaveLength(4)
  })

  it('are retried after a refusal, but not if they may have been delivered', async () => {
    let refusing = true
    const sink = await startMailSink({
      answer: (line) => {
        if (line.startsWith('RCPT TO:<busy@') && refusing) return '451 busy'
        return undefined
      },
    })
    const on = await lapwing({ env: env(sink.port) })
    await put(on, { daily: { enabled: true, recipients: ['busy@example.com', 'lost@example.com'] } })
    // Another process claimed it and crashed.
    const dueAt = new Date('2026-03-02T07:00:00Z')
    await on.store.run(sql`
      insert into report_letters (organization_id, cadence, due_at, recipient, state, try_at, taken_at)
      select id, 'daily', ${dueAt}, 'lost@example.com', 'sending', ${dueAt}, ${dueAt} from organizations where slug = 'acme'`)
    const state = async (): Promise<Record<string, string>> => {
      const rows = await on.store.rows<{ recipient: string; state: string }>(
        sql`select recipient, state from report_letters where due_at = ${dueAt}`,
      )
      return Object.fromEntries(rows.map(({ recipient, state }) => [recipient, state]))
    }
    const waits = async (): Promise<Date> => {
      const row = await on.store.row<{ tryAt: Date }>(
        sql`select try_at as "tryAt" from report_letters where recipient = 'busy@example.com' and error is not null`,
      )
      return row?.tryAt ?? dueAt
    }
    on.clock.advance(19 * hours)
    await passUntil(on, async () => (await waits()) > dueAt, 100)
    refusing = false
    on.clock.advance(hours / 10)
    await passUntil(on, async () => (await state())['busy@example.com'] === 'sent', 100)
    await passUntil(on, async () => (await state())['lost@example.com'] === 'unsure', 100)
    expect(sink.emails.map(({ to }) => to)).toEqual(['busy@example.com'])
  })
})
