// An organization of ten thousand monitors with a day of checks, as benchmarks of the dashboard fill it.
import type { User } from '../../src/domain/caller.ts'
import { putOrganization } from '../../src/store/accounts/organizations.ts'
import { putMember, putUser } from '../../src/store/accounts/users.ts'
import { putLocation } from '../../src/store/checking/locations.ts'
import type { Store } from '../../src/store/database/database.ts'
import { sql } from '../../src/store/database/sql.ts'
import { keepPartitions } from '../../src/store/results/partitions.ts'

interface Filling {
  readonly monitors: number
  /** Days of hourly data; single results cover one, daily figures 90. */
  readonly days: number
  readonly now: Date
  /** Whether single results are stored, which takes a minute. */
  readonly results?: boolean
}

/** Returns the id of the organization. */
export async function fillDashboard(store: Store, { monitors, days, now, results = true }: Filling): Promise<string> {
  await keepPartitions(store, { now: new Date(now.getTime() - 86_400_000), resultDays: 40, rollupDays: 400 })
  for (let month = 0; month <= Math.max(days / 28, 4); month++)
    await keepPartitions(store, {
      now: new Date(now.getTime() - month * 28 * 86_400_000),
      resultDays: 400,
      rollupDays: 400,
    })
  const organization = { name: 'Bench', slug: 'bench', plan: 'enterprise' as const, limits: {} }
  const { id } = await putOrganization(store, organization, now)
  for (const name of ['Frankfurt', 'Helsinki', 'New York'])
    await putLocation(
      store,
      { slug: name.slice(0, 3), name, city: null, region: 'eu', country: 'X', countryCode: 'XX', embedded: true },
      now,
    )
  await store.run(sql`
    insert into monitors (organization_id, id, name, type, target, interval_seconds, scheduling_strategy, location_ids,
      location_numbers, tags, config, slugs, deadline_seconds, state, created_at, updated_at)
    select ${id}, gen_random_uuid(), 'Monitor ' || n, (array['http', 'tcp', 'dns'])[1 + n % 3],
      'https://host-' || n || '.example.com/health', 300, 'roundrobin', array(select l.id from locations l order by slug),
      array(select number from locations order by slug), array['team:' || n % 40, 'env:' || n % 2], '{}', '{}', 30,
      case when n % 500 = 0 then 'down' when n % 100 = 0 then 'degraded' when n % 50 = 1 then 'paused' else 'up' end,
      ${now}::timestamptz - interval '100 days', ${now}
    from generate_series(1, ${monitors}::int) as n`)
  for (let first = 0; results && first < 288; first += 12)
    await store.run(sql`
      insert into results (at, monitor_number, duration_ms, location, status_code, success, infrastructure)
      select ${now}::timestamptz - n * interval '5 minutes' - m.monitor_number % 300 * interval '1 second',
        m.monitor_number, 100 + random() * 80, 1 + n % 3, 200, random() > 0.001, false
      from generate_series(${first}::int, ${first + 11}::int) as n
      cross join monitors m`)
  for (let day = 0; day < days; day++)
    await store.run(sql`
      insert into rollups
      select m.monitor_number, location, date_trunc('hour', ${now}::timestamptz) - (${day} * 24 + n) * interval '1 hour', 4,
        (random() < 0.01)::int, 600, 100, 180
      from generate_series(0, 23) as n
      cross join generate_series(1, 3) as location
      cross join monitors m`)
  await store.run(sql`
    insert into daily_rollups
    select monitor_number, (hour at time zone 'UTC')::date as day, sum(checks), sum(failures), sum(duration_sum::float8),
      min(duration_min), max(duration_max)
    from rollups
    group by monitor_number, day
    order by day, monitor_number`)
  await store.run(sql`
    insert into daily_rollups (monitor_number, day, checks, failures, duration_sum, duration_min, duration_max)
    select monitor_number, (${now}::timestamptz at time zone 'UTC')::date - n, 288, 0, 28800, 100, 180
    from generate_series(1, 90) as n
    cross join monitors
    order by n, monitor_number
    on conflict do nothing`)
  await store.run(sql`
    insert into incidents (organization_id, monitor_id, monitor_number, monitor_name, monitor_type, monitor_target,
      alert_rule_id, rule_id, rule_name, rule_expression, rule_version, status, severity, message, started_at,
      failing_since, resolved_at, last_fired_at, root_cause, diagnosis, expected, detected_value, confirming_locations,
      updated_at)
    select organization_id, id, monitor_number, name, type, target, gen_random_uuid(), monitor_number, 'Up', 'success', 1,
      case state when 'down' then 'firing' else 'resolved' end, 'critical', name || ' is down', ${now}::timestamptz - age,
      ${now}::timestamptz - age, case state when 'down' then null else ${now}::timestamptz - age / 2 end, ${now},
      'connect', 'It cannot be reached.', 'up', 'down', '{1,2}', ${now}
    from monitors, lateral (select monitor_number % 7000 * interval '1 minute' as age) aged`)
  await store.script('vacuum analyze')
  return id
}

export async function putOwner(store: Store, organizationId: string, now: Date): Promise<User> {
  const person = { name: 'Bench', email: 'bench@example.com' }
  const { id } = await putUser(store, person, now)
  await putMember(store, { organizationId, userId: id, role: 'owner' }, now)
  return { id, ...person, role: 'owner' }
}
