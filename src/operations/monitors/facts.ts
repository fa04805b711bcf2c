import type { Monitor } from '../../domain/monitor.ts'

/** The fields of a monitor that the activity log shows, without the ping address, which is a secret. */
export function monitorFacts({
  name,
  type,
  target,
  description,
  intervalSeconds,
  strategy,
  locationIds,
  tags,
  shadow,
  dependsOn,
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
    // Null, so that the log of an ordinary monitor does not mention it.
    shadow: shadow || null,
    depends_on: Object.values(dependsOn).some((named) => named.length > 0) ? dependsOn : null,
    config,
  }
}
