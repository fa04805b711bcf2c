/** How many days single results and hourly rollups are stored, for every organization. */
export const retention = { resultDays: 30, rollupDays: 400 }

/** The chosen retention, limited by the plan; null is forever. */
export function keptDays(limit: number, chosen: number | null): number | null {
  if (limit < 0) return chosen
  return Math.min(chosen ?? limit, limit)
}
