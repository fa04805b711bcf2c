// npm run bench -- reports: the CPU time of a month's report over 1,000 monitors, here and in the database.
import { readFileSync } from 'node:fs'
import { monthOf } from '../src/domain/report/period.ts'
import { showReport } from '../src/operations/reports/schema.ts'
import { csvOf } from '../src/reports/csv.ts'
import { htmlOf } from '../src/reports/html.ts'
import { pdfOf } from '../src/reports/pdf.ts'
import { type UptimeReport, makeReport } from '../src/reports/report.ts'
import { putOrganization } from '../src/store/accounts/organizations.ts'
import type { Store } from '../src/store/database/database.ts'
import { sql } from '../src/store/database/sql.ts'
import { keepPartitions } from '../src/store/results/partitions.ts'
import { startDatabase } from './kit/database.ts'
import { median } from './kit/figures.ts'

const monitors = Number(process.argv[2] ?? 1000)
const rounds = 7
const now = new Date('2026-11-02T08:00:00Z')

/** A check per minute from one location at a time, an incident every third day, a maintenance window every week. */
async function fill(store: Store): Promise<string> {
  for (const month of ['2026-09-01', '2026-10-01', '2026-11-01'])
    await keepPartitions(store, { now: new Date(month), resultDays: 60, rollupDays: 400 })
  const organization = { name: 'Bench', slug: 'bench', plan: 'enterprise' as const, limits: {} }
  const { id } = await putOrganization(store, organization, now)
  await store.run(sql`
    insert into monitors (organization_id, id, name, type, target, interval_seconds, scheduling_strategy, location_ids,
      tags, config, slugs, deadline_seconds, state, created_at, updated_at)
    select ${id}, gen_random_uuid(), 'Monitor ' || n, 'http', 'https://host-' || n || '.example.com/', 60, 'roundrobin', '{}',
      array['team:' || n % 20], '{}', '{}', 30, 'up', timestamptz '2026-01-01', ${now}
    from generate_series(1, ${monitors}::int) as n`)
  for (const location of [1, 2, 3])
    await store.run(sql`
    insert into rollups (monitor_number, location, hour, checks, failures, duration_sum, duration_min, duration_max)
    select m.monitor_number, ${location}, hour, 20, 0, 20 * (100 + random() * 200), 80, 900
    from monitors m
    cross join generate_series(timestamptz '2026-09-30 22:00', '2026-10-31 23:00', interval '1 hour') as hour`)
  await store.run(sql`
    insert into daily_rollups (monitor_number, day, checks, failures, duration_sum)
    select monitor_number, (hour at time zone 'UTC')::date as day, sum(checks), 0, sum(duration_sum)
    from rollups
    group by monitor_number, day`)
  await store.run(sql`
    insert into incidents (organization_id, monitor_id, monitor_number, monitor_name, monitor_type, monitor_target, alert_rule_id,
      rule_id, rule_name, rule_expression, rule_version, status, severity, message, started_at, failing_since, resolved_at,
      last_fired_at, root_cause, diagnosis, expected, detected_value, confirming_locations, updated_at)
    select organization_id, id, monitor_number, name, type, target, gen_random_uuid(), monitor_number * 100 + day, 'Availability Check',
      'success == false', 1, 'resolved', 'critical', name || ' is down', at, at, at + interval '7 minutes', at, 'connect', 'down', 'up',
      'down', '{}', at
    from monitors
    cross join generate_series(1, 10) as day
    cross join lateral (select timestamptz '2026-10-01' + day * interval '3 days' as at) began`)
  await store.run(sql`
    insert into maintenance_windows (organization_id, id, name, monitor_ids, monitor_tags, starts_at, duration_minutes, timezone,
      recurrence, suppress_alerts, exclude_from_sla, enabled, created_at, updated_at)
    values (${id}, gen_random_uuid(), 'Upgrade', '{}', array['team:1'], '2026-10-05 01:00Z', 60, 'Europe/Berlin', 'weekly', true, true,
      true, ${now}, ${now})`)
  await store.script('vacuum analyze')
  return id
}

/** CPU time of the backend process of our only connection. */
function databaseCpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

interface Cost {
  ours: number
  database: number
}

async function costOf<Made>(pid: number, work: () => Made | Promise<Made>): Promise<Cost & { made: Made }> {
  const found: Cost[] = []
  let made: Made
  for (let round = 0; round <= rounds; round++) {
    const [here, there] = [process.cpuUsage(), databaseCpuMs(pid)]
    made = await work()
    const { user, system } = process.cpuUsage(here)
    if (round > 0) found.push({ ours: (user + system) / 1000, database: databaseCpuMs(pid) - there })
  }
  const middle = (side: keyof Cost): number => median(found.map((one) => one[side]))
  return { ours: middle('ours'), database: middle('database'), made: made! }
}

const database = await startDatabase({ connections: 1 })
const { store } = database
try {
  const id = await fill(store)
  const { pid } = (await store.row<{ pid: number }>(sql`select pg_backend_pid() as pid`))!
  const request = {
    organization: { id, name: 'Bench' },
    period: monthOf('2026-10', 'Europe/Berlin'),
    choice: { monitorIds: [], tags: [] },
    slaTarget: 99.9,
    now,
  }
  const line = (title: string, { ours, database }: Cost, bytes?: number): void =>
    console.log(
      `${title.padEnd(24)} ${ours.toFixed(0).padStart(6)} ms here ${database.toFixed(0).padStart(6)} ms in the database` +
        (bytes === undefined ? '' : ` ${(bytes / 1024).toFixed(0).padStart(6)} KiB`),
    )
  const { made: report, ...cost } = await costOf<UptimeReport>(pid, () => makeReport(store, request))
  console.log(
    `October over ${report.monitors.length} monitors, ${report.incidents.length} incidents: ${report.uptime} %`,
  )
  line('the report', cost)
  const writings: [string, () => string | Buffer | Promise<Buffer>][] = [
    ['as JSON', () => JSON.stringify(showReport(report))],
    ['as CSV', () => csvOf(report)],
    ['as HTML', () => htmlOf(report)],
    ['as PDF', () => pdfOf(report)],
  ]
  for (const [title, write] of writings) {
    const { made, ...written } = await costOf(pid, write)
    line(title, written, made.length)
  }
} finally {
  await database.stop()
}
