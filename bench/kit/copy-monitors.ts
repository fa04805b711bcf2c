// Creates many monitors as copies of one: through the API, a hundred thousand would take half an hour.
import { systemClock as clock } from '../../src/domain/clock.ts'
import type { Store } from '../../src/store/database/database.ts'
import { sql } from '../../src/store/database/sql.ts'
import { dueFrom } from './database.ts'

interface CopyPlan {
  readonly id: string
  readonly count: number
  /** Each copy checks its own number below this address, from 2 on. */
  readonly target: string
}

/** The copies are due from three seconds later on, each at its scheduled time. */
export async function copyMonitor(store: Store, { id, count, target }: CopyPlan): Promise<void> {
  const now = clock.now()
  await store.run(sql`
    insert into monitors (organization_id, id, name, type, target, interval_seconds, scheduling_strategy, location_ids,
      location_numbers, tags, config, slugs, deadline_seconds, state, created_at, updated_at)
    select m.organization_id, gen_random_uuid(), 'Copy ' || n, m.type, ${target}::text || '/' || n, m.interval_seconds,
      m.scheduling_strategy, m.location_ids, m.location_numbers, m.tags, m.config, m.slugs, m.deadline_seconds,
      'unknown', ${now}, ${now}
    from monitors m, generate_series(2, ${count + 1}) as n
    where m.id = ${id}`)
  await store.run(sql`
    insert into alert_rules (organization_id, id, monitor_id, name, metric, metric_key, operator, value, severity,
      failure_threshold, min_failed_probes, duration_window_seconds, clear_after, system_name, created_at, updated_at)
    select r.organization_id, gen_random_uuid(), m.id, r.name, r.metric, r.metric_key, r.operator, r.value, r.severity,
      r.failure_threshold, r.min_failed_probes, r.duration_window_seconds, r.clear_after, r.system_name, ${now}, ${now}
    from alert_rules r, monitors m
    where r.monitor_id = ${id} and m.created_at = ${now}`)
  await store.run(sql`
    insert into turns (monitor_number, slot, location, due_at, lease_seconds, version)
    select m.monitor_number, 0, m.location_numbers[1 + mod(m.monitor_number, cardinality(m.location_numbers))],
      ${dueFrom(new Date(now.getTime() + 3000))}, 25, 1
    from monitors m
    where m.created_at = ${now}`)
  await store.script('vacuum analyze')
}
