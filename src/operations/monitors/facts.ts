import type { Monitor } from '../../domain/monitor.ts'

/** What the activity log shows of a monitor; the ping address is a secret and stays out. */
export function monitorFacts({
  name,
  type,
  target,
  description,
  intervalSeconds,
  strategy,
  locationIds,
  tags,
  config,
}: Monitor): object {
  return {
    name,
    type,
    target,
    description,
    interval_seconds: intervalSeconds,
    scheduling_strategy: strategy,
    locations: locationIds,
    tags,
    config,
  }
}
