// Creates many monitors: one through the API, and the others as copies of its rows.
import { systemClock as clock } from '../../src/domain/clock.ts'
import { sql } from '../../src/store/database/sql.ts'
import { type SeveralProcesses, keys } from './installation.ts'

interface MonitorPlan {
  readonly count: number
  readonly interval: number
  /** Each monitor checks its own number below this address. */
  readonly target: string
}

export async function fillMonitors(
  { store, origins }: SeveralProcesses,
  { count, interval, target }: MonitorPlan,
): Promise<void> {
  const headers = { authorization: `Bearer ${keys[0]}`, 'content-type': 'application/json' }
  const found = await fetch(`${origins[0]}/v1/locations`, { headers })
  const { data } = (await found.json()) as { data: { id: string }[] }
  const locations = data.map(({ id }) => id)
  const body = JSON.stringify({ name: 'Monitor 1', type: 'http', target: `${target}/1`, interval, locations })
  const made = await fetch(`${origins[0]}/v1/monitors`, { method: 'POST', headers, body })
  if (!made.ok) throw new Error(`Lapwing refused to create a monitor: ${await made.text()}`)
  const { id } = (await made.json()) as { id: string }
  const now = clock.now()
  await store.run(sql`
    insert into monitors (organization_id, id, name, type, target, interval_seconds, scheduling_strategy, location_ids,
      location_numbers, tags, config, slugs, deadline_seconds, state, created_at, updated_at)
    select m.organization_id, gen_random_uuid(), 'Monitor ' || n, m.type, ${target}::text || '/' || n, m.interval_seconds,
      m.scheduling_strategy, m.location_ids, m.location_numbers, m.tags, m.config, m.slugs, m.deadline_seconds,
      'unknown', ${now}, ${now}
    from monitors m, generate_series(2, ${count}) as n
    where m.id = ${id}`)
  await store.run(sql`
    insert into alert_rules (organization_id, id, monitor_id, name, metric, metric_key, operator, value, severity,
      failure_threshold, min_failed_probes, duration_window_seconds, clear_after, system_name, created_at, updated_at)
    select r.organization_id, gen_random_uuid(), m.id, r.name, r.metric, r.metric_key, r.operator, r.value, r.severity,
      r.failure_threshold, r.min_failed_probes, r.duration_window_seconds, r.clear_after, r.system_name, ${now}, ${now}
    from alert_rules r, monitors m
    where r.monitor_id = ${id} and m.id <> ${id}`)
  await store.run(sql`
    insert into turns (monitor_number, slot, location, due_at, lease_seconds, version)
    select m.monitor_number, 0, m.location_numbers[1 + mod(m.monitor_number, 2)], due.at, 25, 1
    from monitors m
    cross join lateral (
      select mod(hashint8extended(m.monitor_number, 0) & 2147483647, m.interval_seconds * 1000) / 1000.0 as second
    ) own
    cross join lateral (
      select to_timestamp((floor((extract(epoch from ${new Date(now.getTime() + 3000)}::timestamptz) - own.second)
        / m.interval_seconds) + 1) * m.interval_seconds + own.second) as at
    ) due
    where m.id <> ${id}`)
  await store.script('vacuum analyze')
}
