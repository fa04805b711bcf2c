// Which pages a person wants to get: hours in which only critical incidents may disturb, or only critical ones at all.
import type { Silence } from '../notifying/routing.ts'
import { type Restriction, isOpen } from './restriction.ts'

/** As people set them. */
export interface PagingPreferences {
  /** Warnings never page. */
  readonly only_critical: boolean
  /** Warnings do not page within these hours. */
  readonly quiet_hours: (Restriction & { readonly timezone: string }) | null
  /** Critical incidents do not page within these hours either; the escalation goes on to the next person at once. */
  readonly quiet_for_critical: boolean
}

export const defaultPaging: PagingPreferences = { only_critical: false, quiet_hours: null, quiet_for_critical: false }

/** Why the person is not paged; null if they are. */
export function pageSilence(
  { only_critical: onlyCritical, quiet_hours: hours, quiet_for_critical: isForCritical }: PagingPreferences,
  { severity, at }: { severity: string; at: Date },
): Silence | null {
  const isCritical = severity === 'critical'
  if (onlyCritical && !isCritical) return 'severity_filter'
  if (!hours || (isCritical && !isForCritical)) return null
  return isOpen([hours], at.getTime(), hours.timezone) ? 'quiet_hours' : null
}

/** Completes the sentence `Ada was not paged: …`. */
export const pageSilenceText = (silence: Silence): string =>
  silence === 'quiet_hours' ? 'quiet hours' : 'only wants pages for critical incidents'
