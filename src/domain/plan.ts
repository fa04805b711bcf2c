// The limits of an organization. -1 is unlimited, 0 is disabled.
export const planNames = ['free', 'starter', 'pro', 'business', 'enterprise'] as const
export type PlanName = (typeof planNames)[number]

const unlimited = -1

/** One row per limit, one column per plan: free, starter, pro, business. Enterprise is unlimited. */
const table = {
  api_requests_per_minute: [0, 60, 300, 1000],
  monitors: [10, 50, 200, 1000],
  min_interval_seconds: [300, 60, 30, 10],
  locations_per_monitor: [1, 3, 10, 50],
  private_locations: [0, 1, 5, 20],
  contacts: [5, 25, 200, 1000],
  contact_groups: [1, 5, 25, 100],
  notification_channels: [3, 10, 50, 200],
  status_pages: [1, 3, 10, 50],
  status_page_components: [10, 25, 50, 50],
  status_page_subscribers: [50, 500, 5000, 50_000],
  custom_domains: [0, 1, 5, 50],
  maintenance_windows: [3, 20, 100, 500],
  alert_rules_per_monitor: [10, 20, 50, 100],
  on_call_schedules: [0, 1, 5, 25],
  escalation_policies: [0, 1, 5, 25],
  hosts: [1, 5, 25, 200],
  users: [1, 3, 10, 50],
  check_now_per_hour: [0, 10, 60, 300],
  diagnostics_per_hour: [5, 30, 120, 600],
  diagnostics_targets_per_hour: [3, 15, 60, 300],
  playwright_runs_per_month: [0, 1000, 10_000, 100_000],
  playwright_timeout_seconds: [0, 60, 120, 180],
  browser_audits_per_month: [0, 500, 5000, 50_000],
  integrity_pages: [1, 5, 20, 50],
  integrity_render_pages: [0, 0, 5, 10],
  integrity_script_content: [0, unlimited, unlimited, unlimited],
  tls_grade: [0, 0, unlimited, unlimited],
  prometheus_metrics: [0, 0, unlimited, unlimited],
  scheduled_reports: [0, 1, 3, 10],
  custom_report_range_days: [0, 31, 92, 366],
  check_retention_days: [7, 30, 90, 365],
  incident_retention_days: [30, 90, 365, 730],
  activity_retention_days: [7, 30, 90, 365],
  sso: [0, 0, 0, unlimited],
  audit_log: [0, 0, unlimited, unlimited],
  password_pages: [0, 1, 10, 50],
  webhook_channels: [1, 5, 25, 100],
} as const

export type LimitName = keyof typeof table
/** A limit on usage per calendar month (UTC). */
export type MonthlyLimit = Extract<LimitName, `${string}_per_month`>
export type PlanLimits = Readonly<Record<LimitName, number>>

export const limitNames = Object.keys(table) as [LimitName, ...LimitName[]]

const minInterval = 5

export function limitsOf(plan: PlanName, overrides: Partial<PlanLimits> = {}): PlanLimits {
  const column = planNames.indexOf(plan)
  const limits = Object.fromEntries(limitNames.map((name) => [name, table[name][column] ?? unlimited])) as Record<
    LimitName,
    number
  >
  if (plan === 'enterprise') limits.min_interval_seconds = minInterval
  return { ...limits, ...overrides }
}

export function allows(limit: number, used: number): boolean {
  return limit === unlimited || used < limit
}

export function titleOf(plan: PlanName): string {
  return plan.charAt(0).toUpperCase() + plan.slice(1)
}

/** The start of the month that contains `now`, or of a later one. */
export function monthOf(now: Date, later = 0): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later))
}
