// Whatever happened to a monitor, all places show the same uptime, and it is the one that a count of minutes gives.
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { uptimeText } from '../../../src/domain/uptime/uptime-text.ts'
import { getMonitorUptimes, listMonitorDays } from '../../../src/operations/monitors/days.ts'
import { listMonitorRows } from '../../../src/operations/monitors/monitor-rows.ts'
import { getOverview } from '../../../src/operations/overview/overview.ts'
import { reportEmail } from '../../../src/reports/email.ts'
import { makeReport } from '../../../src/reports/report.ts'
import { lastDays } from '../../../src/domain/report/period.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { keepPartitions } from '../../../src/store/results/partitions.ts'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { dashboardOf } from '../../kit/people/dashboard.ts'
import { addIncident } from '../../kit/resources/incidents.ts'
import { make } from '../../kit/resources/monitors.ts'
import { storedPage } from '../../kit/resources/public-pages.ts'
import { currentClient } from '../../kit/servers/mcp-clients.ts'

const app = sharedLapwing()
const minute = 60_000
const day = 1440
let organizationId: string

beforeAll(async () => {
  organizationId = (await app().get('/me')).body.organization.id
  for (const days of [0, 28])
    await keepPartitions(app().store, { now: ago(days * day), resultDays: 30, rollupDays: 400 })
})

const ago = (minutes: number): Date => new Date(app().clock.now().getTime() - minutes * minute)

/** In minutes before now. */
interface Part {
  readonly from: number
  readonly to: number
}

interface History {
  readonly age: number
  readonly incidents: readonly (Part & { severity: 'critical' | 'warning'; isOpen: boolean; isFalse: boolean })[]
  readonly pauses: readonly Part[]
  readonly windows: readonly (Part & { isExcluded: boolean })[]
  /** In whole hours. */
  readonly unchecked: readonly Part[]
}

const partOf = (age: number, unit = 1): fc.Arbitrary<Part> =>
  fc
    .tuple(fc.integer({ min: 1, max: Math.ceil(age / unit) }), fc.integer({ min: 1, max: Math.ceil(age / unit / 2) }))
    .map(([from, length]) => ({ from: from * unit, to: Math.max(from - length, 0) * unit }))

const history: fc.Arbitrary<History> = fc
  .oneof(fc.integer({ min: 10, max: 200 }), fc.integer({ min: 200, max: 28 * day }))
  .chain((age) =>
    fc.record({
      age: fc.constant(age),
      incidents: fc.array(
        fc
          .tuple(partOf(age), fc.constantFrom('critical', 'critical', 'warning'), fc.nat(3), fc.nat(3))
          .map(([part, severity, open, falsely]) => ({
            ...part,
            severity: severity as 'critical' | 'warning',
            isOpen: open === 0,
            isFalse: falsely === 0 && open !== 0,
          })),
        { maxLength: 4 },
      ),
      pauses: fc.array(partOf(age), { maxLength: 2 }),
      windows: fc.array(
        fc.tuple(partOf(age), fc.boolean()).map(([{ from, to }, isExcluded]) => ({
          from: Math.max(from, to + 5),
          to,
          isExcluded,
        })),
        { maxLength: 2 },
      ),
      unchecked: fc.array(partOf(age, 60), { maxLength: 2 }),
    }),
  )

const covers = (parts: readonly Part[], at: number): boolean => parts.some(({ from, to }) => at <= from && at > to)

/** Minute by minute: `at` is the end of each, in minutes before now. The clock shows a whole hour. */
function expectedOf({ age, incidents, pauses, windows, unchecked }: History) {
  const minutes = Array.from({ length: age }, (_, n) => age - n)
  const gaps = minutes.map((at) => covers(unchecked, at))
  const isUnwatched = gaps.map((gap, index) => {
    if (!gap) return false
    const first = gaps.lastIndexOf(false, index) + 1
    const after = gaps.indexOf(false, index)
    return first === 0 || (after < 0 ? age : after) - first >= 60
  })
  const alarms = incidents.filter(({ isFalse }) => isFalse)
  const down = incidents
    .filter(({ severity }) => severity === 'critical')
    .map(({ from, to, isOpen }) => ({ from, to: isOpen ? 0 : to }))
  const excluded = [...pauses, ...alarms, ...windows.filter(({ isExcluded }) => isExcluded)]
  const monitored = minutes.filter((at, index) => !isUnwatched[index] && !covers(excluded, at))
  const lost = monitored.filter((at) => covers(down, at)).length
  const count = monitored.length
  return {
    uptime: count === 0 ? null : Math.floor(((count - lost) * 1e6) / count) / 1e4,
    tooEarlySeconds: count > 0 && count < 24 * 60 ? count * 60 : null,
  }
}

let made = 0

async function monitorWith({ age, incidents, pauses, windows, unchecked }: History) {
  const { id } = await make(app(), { name: `Watched ${++made}.`, interval: 60 })
  app().clock.advance(60 * minute - (app().clock.now().getTime() % (60 * minute)))
  const monitor = (await app().store.row<any>(sql`
    update monitors set created_at = ${ago(age)} where id = ${id}
    returning id, monitor_number as "monitorNumber", name, type`))!
  for (const { from, to, severity, isOpen, isFalse } of incidents) {
    const incident = await addIncident(app().store, organizationId, {
      monitor,
      severity,
      startedAt: ago(Math.max(from - 1, to)),
      resolvedAt: isOpen ? null : ago(to),
      falsePositive: isFalse ? { reason: 'a drill', exclude_from_sla: true } : null,
    })
    await app().store.run(sql`update incidents set failing_since = ${ago(from)} where id = ${incident}`)
  }
  for (const { from, to } of pauses)
    await app().store.run(sql`
      insert into monitor_pauses values (${monitor.monitorNumber}, ${ago(from)}, ${ago(to)})`)
  for (const { from, to, isExcluded } of windows) {
    const body = { startsAt: ago(from).toISOString(), durationMinutes: from - to, excludeFromSla: isExcluded }
    const { status } = await app().post('/maintenance-windows', { name: 'Work', monitorIds: [id], ...body })
    expect(status).toBe(201)
  }
  const hours = new Map<string, number>()
  for (let at = Math.ceil(age / 60) * 60; at > 0; at -= 60) {
    const hour = ago(at)
    const date = hour.toISOString().slice(0, 10)
    const bit = covers(unchecked, at) ? 0 : 1 << hour.getUTCHours()
    if (bit > 0) hours.set(date, (hours.get(date) ?? 0) | bit)
  }
  for (const [date, bits] of hours)
    await app().store.run(sql`
      insert into daily_rollups (monitor_number, day, checks, failures, duration_sum, hours)
      values (${monitor.monitorNumber}, ${date}::date, 1, 0, 1, ${bits})`)
  return { id, name: monitor.name as string }
}

async function ratioOf(id: string, window: string): Promise<number | null> {
  const { text } = await app().get(`/metrics?monitor_id=${id}`, { key: keys.read })
  const found = new RegExp(`^service_monitor_uptime_ratio\\{.*window="${window}"\\} (\\S+)$`, 'm').exec(text)
  return found && Number(found[1])
}

async function figuresOf({ id, name }: { id: string; name: string }) {
  const dashboard = dashboardOf(app())
  const now = app().clock.now()
  const ask = async (operation: Parameters<typeof dashboard.ask>[0], query = {}): Promise<any> =>
    (await dashboard.ask(operation, { id, query })).body
  const report = `/reports?period=30d&timezone=UTC&monitor_ids=${id}`
  const { body } = await app().get(report)
  const csv = (await app().get(`${report}&format=csv`)).text.split('\r\n')[1]!.split(',')
  const uptimes = await ask(getMonitorUptimes)
  const rows = (await dashboard.ask(listMonitorRows, { query: { q: name } })).body.data
  const slo = await app().post('/slos', { name, target: 99.9, window: '30d', monitorIds: [id] })
  const client = await currentClient(app().origin, { key: keys.read, toolsets: '' })
  const tool = await client.callTool({ name: 'get_monitor', arguments: { monitor_id: id } })
  await client.close()
  const ratio = await ratioOf(id, '30d')
  const page = await storedPage(app(), { components: [{ monitorIds: [id] }] })
  const pageText = await (await fetch(`${app().origin}/status/${page.slug}`)).text()
  const badge = await (await fetch(`${app().origin}/v1/embeds/status-pages/${page.slug}/uptime/90d.svg`)).text()
  const email = await reportEmail(
    await makeReport(app().store, {
      organization: { id: organizationId, name: 'Acme' },
      period: lastDays(30, { now, timezone: 'UTC' }),
      choice: { monitorIds: [id], tags: [] },
      slaTarget: 99.9,
      now,
    }),
    null,
  )
  const days = (await ask(listMonitorDays, { days: '30', timezone: 'UTC' })).data
  const monitoredDays = (all: any[]) => all.filter(([, uptime]) => uptime !== null)
  return {
    percents: {
      row: rows[0].uptime_30d,
      screen: uptimes.uptime_30d,
      screen90: uptimes.uptime_90d,
      report: body.summary.uptime_percent,
      reportedMonitor: body.monitors[0].uptime_percent,
      csv: csv[3] === '' ? null : Number(csv[3]),
      objective: slo.body.uptime_percent,
      assistant: (tool.structuredContent as any).uptime.uptime_30d ?? null,
      metric: ratio === null ? null : Math.round(ratio * 1e6) / 1e4,
    },
    tooEarly: {
      row: rows[0].too_early_seconds,
      screen: uptimes.too_early_seconds_30d,
      assistant: (tool.structuredContent as any).uptime.too_early_seconds_30d ?? null,
    },
    texts: {
      html: (await app().get(`${report}&format=html`)).text,
      email: `${email.subject} ${email.text}`,
    },
    publicTexts: { page: pageText, badge },
    days: {
      bars: monitoredDays(days.map((one: any) => [one.day, one.uptime, one.down_seconds])),
      report: monitoredDays(body.summary.daily.map((one: any) => [one.date, one.uptime_percent, one.downtime_seconds])),
    },
    downSeconds: body.summary.downtime_seconds,
  }
}

it('all places show the same uptime of any history', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(history, async (past) => {
      const expected = expectedOf(past)
      const { uptime, tooEarlySeconds } = expected
      const { percents, tooEarly, texts, publicTexts, days, downSeconds } = await figuresOf(await monitorWith(past))
      expect(percents).toEqual(Object.fromEntries(Object.keys(percents).map((place) => [place, uptime])))
      expect(tooEarly).toEqual({ row: tooEarlySeconds, screen: tooEarlySeconds, assistant: tooEarlySeconds })
      const shown = uptimeText(uptime)
      if (uptime !== null) {
        for (const [place, text] of Object.entries(texts)) expect(text, place).toContain(shown)
        for (const [place, text] of Object.entries(publicTexts)) expect(text, place).toContain(shown.replace(' ', ''))
        const early = /% (?:uptime )?in \d+ (?:minute|hour)/
        for (const text of Object.values(publicTexts)) expect(early.test(text)).toBe(tooEarlySeconds !== null)
      }
      expect(days.bars).toEqual(days.report)
      const summed = days.bars.reduce((sum: number, [, , seconds]: any) => sum + seconds, 0)
      expect(summed).toBe(downSeconds)
    }),
    { numRuns: 12 },
  )
  const last24h = `/reports?from=${ago(day).toISOString()}&to=${ago(0).toISOString()}`
  const { body: overview } = await dashboardOf(app()).ask(getOverview)
  expect(overview.strip.uptime_24h).toBe((await app().get(last24h)).body.summary.uptime_percent)
})

it('the overview counts monitors that were up all the time like all others', async () => {
  const quiet: History = { age: 3 * day, incidents: [], pauses: [], windows: [], unchecked: [] }
  const outage = { from: 90, to: 30, severity: 'critical', isOpen: false, isFalse: false } as const
  for (const past of [
    {},
    {},
    { age: 200 },
    { incidents: [outage] },
    { incidents: [{ ...outage, isFalse: true }] },
    { incidents: [{ ...outage, isOpen: true }] },
    { pauses: [{ from: 400, to: 100 }] },
  ])
    await monitorWith({ ...quiet, ...past })
  // Time has passed since the first of them was checked.
  await monitorWith({ ...quiet, unchecked: [{ from: 600, to: 300 }] })
  await app().store.run(sql`update daily_rollups set hours = 16777215 where monitor_number <> (
    select max(monitor_number) from monitors
  )`)
  const { summary } = (await app().get(`/reports?from=${ago(day).toISOString()}&to=${ago(0).toISOString()}`)).body
  const { body: overview } = await dashboardOf(app()).ask(getOverview)
  expect(overview.strip.uptime_24h).toBe(summary.uptime_percent)
  expect(summary.downtime_seconds).toBeGreaterThan(150 * 60)
})
