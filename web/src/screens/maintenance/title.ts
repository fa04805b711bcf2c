// The title of the maintenance screen: what is on now, or what is next.
import type { MaintenanceOccurrence } from '../../api-types.ts'
import type { useMaintenanceMessages } from './messages.ts'

export interface MomentFormat {
  readonly clock: (at: string) => string
  readonly moment: (at: string) => string
}

const dayMs = 86_400_000

export function maintenanceTitle(
  occurrences: readonly MaintenanceOccurrence[],
  nowMs: number,
  { t, format }: { t: ReturnType<typeof useMaintenanceMessages>['title']; format: MomentFormat },
): string {
  const current = occurrences.filter((one) => Date.parse(one.starts_at) <= nowMs && nowMs < Date.parse(one.ends_at))
  const last = current.toSorted((a, b) => Date.parse(b.ends_at) - Date.parse(a.ends_at))[0]
  if (!last) {
    const next = occurrences.find((one) => Date.parse(one.starts_at) > nowMs)
    return next ? t.next(next.name, format.moment(next.starts_at)) : t.none
  }
  const until = Date.parse(last.ends_at) - nowMs < dayMs ? format.clock(last.ends_at) : format.moment(last.ends_at)
  if (current.length > 1) return t.onMany(current.length, until)
  if (!last.suppress_alerts) return t.onOne(last.name, until)
  return last.everything ? t.onSilentAll(last.name, until) : t.onSilent(last.name, until, last.monitors)
}
