// A monitor whose pages are compared with baselines.
import { findCheck } from '../../checks/index.ts'
import { Fault } from '../../domain/fault.ts'
import type { Monitor } from '../../domain/monitor.ts'

/** The pages it watches now, as they are kept. */
export function watchedPages({ type, config, target }: Pick<Monitor, 'type' | 'config' | 'target'>): string[] {
  const check = findCheck(type)
  const parsed = check?.target.parse(target)
  if (!check?.watchedPages || !parsed || 'problem' in parsed)
    throw new Fault('conflict', `A ${type} monitor compares no pages; only a page integrity monitor has a baseline`)
  return check.watchedPages(config, parsed.target)
}
