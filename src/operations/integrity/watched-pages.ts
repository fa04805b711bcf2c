// The pages of a monitor that are compared with baselines.
import { findCheck } from '../../checks/index.ts'
import type { Monitor } from '../../domain/monitor.ts'

/** The stored addresses of its pages; null for types that compare no pages. */
export function watchedPages({ type, config, target }: Pick<Monitor, 'type' | 'config' | 'target'>): string[] | null {
  const check = findCheck(type)
  const parsed = check?.target.parse(target)
  if (!check?.watchedPages || !parsed || 'problem' in parsed) return null
  return check.watchedPages(config, parsed.target)
}
