import type { LocationRow, Rule } from '../monitor-data.ts'

/** Whether the rule is younger than every check, so that none has evaluated it. */
export function isAwaitingFirstCheck(
  { created_at: created }: Pick<Rule, 'created_at'>,
  locations: readonly Pick<LocationRow, 'last_check_at'>[],
): boolean {
  const checks = locations.flatMap(({ last_check_at: at }) => (at === null ? [] : [Date.parse(at)]))
  return checks.length > 0 && Math.max(...checks) < Date.parse(created)
}
