// What the activity log tells of: the things that somebody acts on, and what can be done to them.
const resources = [
  'monitor',
  'alert_rule',
  'maintenance_window',
  'contact',
  'contact_group',
  'contact_method',
  'notification_channel',
  'status_page',
  'on_call_schedule',
  'escalation_policy',
] as const

export const entityTypes = [
  ...resources,
  'incident',
  'notification',
  'location',
  'organization',
  'user',
  'api_key',
] as const

const verbs = ['created', 'updated', 'deleted']

const special = [
  'monitor.paused',
  'monitor.resumed',
  'monitor.check_requested',
  'monitor.notification_tested',
  'monitor.unwatched',
  'monitor.quarantined',
  'incident.acknowledged',
  'incident.resolved',
  'incident.commented',
  'incident.paged',
  'incident.marked_maintenance',
  'incident.false_positive',
  'notification_channel.tested',
  'notification.retried',
  'contact_method.tested',
  'status_page.incident_created',
  'status_page.incident_updated',
  'status_page.incident_deleted',
  'status_page.subscriber_removed',
  'status_page.subscribers_imported',
  'on_call_schedule.calendar_renewed',
  'on_call.override_created',
  'on_call.override_deleted',
  'location.retired',
  'location.returned',
  'organization.updated',
  'config.applied',
  'api_key.created',
  'api_key.revoked',
  'user.invited',
  'user.invitation_revoked',
  'user.joined',
  'user.updated',
  'user.removed',
  'user.role_changed',
  'user.login',
  'user.login_failed',
  'user.password_changed',
  'user.reset_link_created',
  'user.two_factor_enabled',
  'user.two_factor_disabled',
  'user.recovery_codes_renewed',
  'user.passkey_added',
  'user.passkey_removed',
]

/** Each is `<entity>.<verb>`. */
export const actions: readonly string[] = [
  ...resources.flatMap((resource) => verbs.map((verb) => `${resource}.${verb}`)),
  ...special,
]
