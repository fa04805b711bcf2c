import type { Plan } from '../../api-types.ts'

/** Each usage and the limit it counts against. */
const limitOf = {
  monitors: 'monitors',
  hosts: 'hosts',
  users: 'users',
  contacts: 'contacts',
  contact_groups: 'contact_groups',
  notification_channels: 'notification_channels',
  status_pages: 'status_pages',
  maintenance_windows: 'maintenance_windows',
  on_call_schedules: 'on_call_schedules',
  escalation_policies: 'escalation_policies',
  private_locations: 'private_locations',
  playwright_runs: 'playwright_runs_per_month',
  browser_audits: 'browser_audits_per_month',
} as const satisfies Partial<Record<keyof Plan['usage'], keyof NonNullable<Plan['limits']>>>

export interface PlanUsage {
  readonly name: keyof typeof limitOf
  readonly used: number
  /** Null if there is none. */
  readonly limit: number | null
}

export function usageOf({ limits, usage }: Pick<Plan, 'limits' | 'usage'>): PlanUsage[] {
  const names = Object.keys(limitOf) as (keyof typeof limitOf)[]
  return names
    .map((name) => {
      const limit = limits?.[limitOf[name]] ?? -1
      return { name, used: usage[name], limit: limit < 0 ? null : limit }
    })
    .toSorted((a, b) => share(b) - share(a))
}

const share = ({ used, limit }: PlanUsage): number => (limit === null ? -1 : used / Math.max(limit, 1))

/** As on a server of your own. */
export const isUnlimited = (limits: NonNullable<Plan['limits']>): boolean =>
  Object.values(limitOf).every((name) => limits[name] < 0)
