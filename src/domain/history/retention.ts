/** How many days single results and hourly figures are kept, of every organization alike. */
export const retention = { resultDays: 30, rollupDays: 400 }

/** As long as was chosen, and no longer than the plan keeps it; null is for ever. */
export function keptDays(limit: number, chosen: number | null): number | null {
  if (limit < 0) return chosen
  return Math.min(chosen ?? limit, limit)
}
