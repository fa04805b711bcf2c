// Which data a change makes stale. Live events and the page's own changes use the same table.
import type { LiveEventName } from './api-types.ts'
import { invalidatePaths } from './api.ts'

const monitorPaths = [
  '/summary',
  '/dashboard/overview',
  '/dashboard/status-grid',
  '/dashboard/monitors',
  '/monitors',
  '/dashboard/hosts',
  '/hosts',
]

/** Each path stands for all paths that begin with it. */
const eventPaths: Readonly<Record<LiveEventName, readonly string[]>> = {
  monitor: monitorPaths,
  'monitors.many': monitorPaths,
  incident: [
    '/summary',
    '/dashboard/overview',
    '/dashboard/incidents',
    '/dashboard/notices',
    '/incidents',
    '/dashboard/monitors',
    '/monitors',
    '/status-pages',
    '/slos',
    '/dashboard/slos',
  ],
  delivery: [
    '/dashboard/notices',
    '/dashboard/overview',
    '/dashboard/incidents',
    '/dashboard/channel-health',
    '/notifications',
    '/notification-channels',
  ],
  activity: [
    '/dashboard/notices',
    '/dashboard/overview',
    '/dashboard/now',
    '/dashboard/on-call',
    '/dashboard/my-paging',
    '/dashboard/maintenance',
    '/dashboard/connected-apps',
    '/activity',
    '/deployments',
    '/on-call-schedules',
    '/escalation-policies',
    '/maintenance-windows',
  ],
  confirmation: ['/dashboard/confirmations', '/dashboard/notices'],
  summary: ['/summary', '/dashboard/overview'],
  try: ['/dashboard/monitors/try', '/diagnostics'],
  resync: ['/'],
}

/** Changes that the server sends no event for. */
const ownPaths = {
  dependencies: ['/dependency-proposals', '/monitors'],
  singleSignOn: ['/dashboard/single-sign-on'],
  channel: ['/notification-channels', '/dashboard/channel-health'],
  contact: ['/contacts', '/contact-groups'],
  maintenance: ['/maintenance-windows', '/dashboard/maintenance', '/dashboard/now', '/dashboard/upcoming'],
  onCall: ['/on-call-schedules', '/dashboard/on-call', '/dashboard/now', '/dashboard/escalation-policies'],
  myCalendar: ['/dashboard/my-calendar'],
  escalation: ['/escalation-policies', '/dashboard/escalation-policies'],
  contactMethod: [
    '/dashboard/contact-methods',
    '/dashboard/my-paging',
    '/dashboard/pageability',
    '/dashboard/paging-problems',
    '/dashboard/escalation-policies',
  ],
  statusPage: ['/status-pages'],
  reportSchedule: ['/reports/schedules'],
  objective: ['/slos', '/dashboard/slos'],
  diagnostic: ['/diagnostics'],
  view: ['/dashboard/views'],
  notice: ['/dashboard/notices'],
  member: ['/dashboard/members'],
  invitation: ['/dashboard/invitations'],
  apiKey: ['/dashboard/api-keys'],
  location: ['/locations', '/dashboard/private-locations'],
  connectedApp: ['/dashboard/connected-apps', '/dashboard/oauth/clients'],
  variable: ['/variables'],
  deploymentWebhook: ['/deployment-webhooks'],
  backup: ['/backups'],
  organization: ['/dashboard/organization', '/dashboard/session'],
  profile: ['/dashboard/session'],
  passkey: ['/dashboard/me/passkeys', '/dashboard/session'],
  twoFactor: ['/dashboard/me/two-factor', '/dashboard/session', '/dashboard/me/sessions'],
  signedInSession: ['/dashboard/me/sessions'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export const stalePaths = { ...eventPaths, ...ownPaths }

export type Change = keyof typeof stalePaths

export const liveEventNames = Object.keys(eventPaths) as LiveEventName[]

/** Refetches what these changes make stale, where it is shown. */
export async function invalidate(...changes: readonly Change[]): Promise<void> {
  await invalidatePaths([...new Set(changes.flatMap((change) => stalePaths[change]))])
}
