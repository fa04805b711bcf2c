// A monitor whose first failed check opens an incident, and which a test checks at the time that its clock shows.
import type { Strategy } from '../../../src/domain/monitor.ts'
import { addRules } from '../../../src/store/monitors/alert-rules.ts'
import { keepPartitions } from '../../../src/store/results/partitions.ts'
import { fakeClock } from '../clock.ts'
import { newStore } from '../lapwing/database.ts'
import { quiet } from '../log.ts'
import { availabilityRule } from './availability-rule.ts'
import { checkedIn } from './checked.ts'
import { watchedMonitor } from './turns.ts'

export async function monitorWithRule({ strategy = 'roundrobin' as Strategy, locations = 2 } = {}) {
  const clock = fakeClock()
  const store = await newStore()
  await keepPartitions(store, { now: clock.now(), resultDays: 30, rollupDays: 400 })
  const monitor = await watchedMonitor(store, { strategy, locations, now: clock.now() })
  const { organizationId, id: monitorId } = monitor
  await addRules(store, { organizationId, monitorId }, [availabilityRule], clock.now())
  return {
    clock,
    store,
    monitor,
    services: { store, clock, log: quiet },
    check: (success: boolean): Promise<void> =>
      checkedIn(store, clock, { monitorId, outcome: () => ({ success, error: success ? null : 'down' }) }),
  }
}
