// Written by `npm run sdk` from the operations. A change belongs there.

export type Organization = {
  object: 'organization'
  id: string
  name: string
  slug: string
  plan: 'Free' | 'Starter' | 'Pro' | 'Business' | 'Enterprise'
  timezone: string
  language: 'en' | 'de'
  retention: {
    incidents: { chosen_days: number | null; most_days: number | null; days: number | null }
    activity: { chosen_days: number | null; most_days: number | null; days: number | null }
    check_days: number
    figure_days: number
  }
  assistant_limit: number
  created_at: string
}
export type OrganizationUpdate = {
  name?: string
  timezone?: string
  language?: 'en' | 'de'
  incidentDays?: number | null
  activityDays?: number | null
  assistantLimit?: number
}
export interface DashboardOrganizationPaths {
  '/dashboard/organization': {
    get: { answer: Organization }
    patch: { body: OrganizationUpdate; answer: Organization }
  }
}
