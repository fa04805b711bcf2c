import type { Result } from 'lighthouse'

/** The table of an audit. */
export function rowsOf({ audits }: Pick<Result, 'audits'>, id: string): Record<string, unknown>[] {
  const details = audits[id]?.details
  return details && 'items' in details ? (details.items as Record<string, unknown>[]) : []
}
