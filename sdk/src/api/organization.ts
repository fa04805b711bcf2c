// Written by `npm run sdk` from the operations. A change belongs there.

export type User = {
  object: 'user'
  id: string
  name: string
  email: string
  role: 'owner' | 'admin' | 'member' | 'viewer'
  created_at: string
}
export type Plan = {
  object: 'plan'
  name: 'Free' | 'Starter' | 'Pro' | 'Business' | 'Enterprise'
  limits: {
    api_requests_per_minute: number
    monitors: number
    min_interval_seconds: number
    locations_per_monitor: number
    private_locations: number
    contacts: number
    contact_groups: number
    notification_channels: number
    status_pages: number
    status_page_components: number
    status_page_subscribers: number
    custom_domains: number
    maintenance_windows: number
    alert_rules_per_monitor: number
    on_call_schedules: number
    escalation_policies: number
    hosts: number
    users: number
    check_now_per_hour: number
    diagnostics_per_hour: number
    diagnostics_targets_per_hour: number
    playwright_runs_per_month: number
    playwright_timeout_seconds: number
    browser_audits_per_month: number
    integrity_pages: number
    integrity_render_pages: number
    integrity_script_content: number
    tls_grade: number
    prometheus_metrics: number
    scheduled_reports: number
    custom_report_range_days: number
    check_retention_days: number
    incident_retention_days: number
    activity_retention_days: number
    sso: number
    audit_log: number
    password_pages: number
    webhook_channels: number
  } | null
  usage: {
    monitors: number
    contacts: number
    contact_groups: number
    notification_channels: number
    status_pages: number
    maintenance_windows: number
    hosts: number
    users: number
    private_locations: number
    on_call_schedules: number
    escalation_policies: number
    playwright_runs: number
    browser_audits: number
    period_start: string
    period_end: string
  }
}
export type Summary = {
  object: 'summary'
  monitors: {
    total: number
    up: number
    degraded: number
    down: number
    paused: number
    unknown: number
    health_score: number
  }
  incidents: { firing: number; acknowledged: number; critical: number; warning: number; started_24h: number }
  open_maintenance_windows: number
  hosts: { total: number; online: number; stale: number; offline: number; never_reported: number }
  watching: { ok: boolean; problems: readonly { code: string; message: string }[] }
  generated_at: string
}
export type ActivityEvent = {
  object: 'activity_event'
  id: string
  entity_type: string
  entity_id: string | null
  entity_name: string | null
  action: string
  changes: Readonly<Record<string, unknown>>
  actor: { name: string | null; email: string | null } | null
  created_at: string
}
export interface OrganizationPaths {
  '/users': {
    get: {
      query?: { limit?: number; cursor?: string }
      answer: { object: 'list'; data: readonly User[]; has_more: boolean; next_cursor: string | null }
    }
  }
  '/plan': { get: { answer: Plan } }
  '/summary': { get: { query?: { tag?: string }; answer: Summary } }
  '/activity': {
    get: {
      query?: {
        limit?: number
        cursor?: string
        entity_type?:
          | 'monitor'
          | 'alert_rule'
          | 'maintenance_window'
          | 'contact'
          | 'contact_group'
          | 'contact_method'
          | 'notification_channel'
          | 'status_page'
          | 'on_call_schedule'
          | 'escalation_policy'
          | 'slo'
          | 'variable'
          | 'incident'
          | 'host'
          | 'notification'
          | 'report_schedule'
          | 'location'
          | 'organization'
          | 'user'
          | 'api_key'
          | 'confirmation'
          | 'oauth_client'
          | 'deployment'
          | 'deployment_webhook'
          | 'single_sign_on'
          | 'backup'
        entity_id?: string
        action?:
          | 'monitor.created'
          | 'monitor.updated'
          | 'monitor.deleted'
          | 'alert_rule.created'
          | 'alert_rule.updated'
          | 'alert_rule.deleted'
          | 'maintenance_window.created'
          | 'maintenance_window.updated'
          | 'maintenance_window.deleted'
          | 'contact.created'
          | 'contact.updated'
          | 'contact.deleted'
          | 'contact_group.created'
          | 'contact_group.updated'
          | 'contact_group.deleted'
          | 'contact_method.created'
          | 'contact_method.updated'
          | 'contact_method.deleted'
          | 'notification_channel.created'
          | 'notification_channel.updated'
          | 'notification_channel.deleted'
          | 'status_page.created'
          | 'status_page.updated'
          | 'status_page.deleted'
          | 'on_call_schedule.created'
          | 'on_call_schedule.updated'
          | 'on_call_schedule.deleted'
          | 'escalation_policy.created'
          | 'escalation_policy.updated'
          | 'escalation_policy.deleted'
          | 'slo.created'
          | 'slo.updated'
          | 'slo.deleted'
          | 'variable.created'
          | 'variable.updated'
          | 'variable.deleted'
          | 'monitor.paused'
          | 'monitor.resumed'
          | 'monitor.check_requested'
          | 'monitor.notification_tested'
          | 'monitor.unwatched'
          | 'monitor.quarantined'
          | 'monitor.baseline_accepted'
          | 'monitor.dependency_dismissed'
          | 'maintenance_window.ended'
          | 'incident.acknowledged'
          | 'incident.assigned'
          | 'incident.resolved'
          | 'incident.reopened'
          | 'incident.commented'
          | 'incident.paged'
          | 'incident.muted'
          | 'incident.marked_maintenance'
          | 'incident.false_positive'
          | 'incident.report_updated'
          | 'notification_channel.tested'
          | 'notification.retried'
          | 'contact_method.tested'
          | 'escalation_policy.started'
          | 'status_page.incident_created'
          | 'status_page.incident_updated'
          | 'status_page.incident_deleted'
          | 'status_page.subscriber_removed'
          | 'status_page.subscribers_imported'
          | 'on_call_schedule.calendar_renewed'
          | 'on_call.override_created'
          | 'on_call.override_deleted'
          | 'report_schedule.created'
          | 'report_schedule.updated'
          | 'host.enrolled'
          | 'host.updated'
          | 'host.token_rotated'
          | 'host.deleted'
          | 'location.created'
          | 'location.updated'
          | 'location.deleted'
          | 'location.token_created'
          | 'location.token_revoked'
          | 'location.retired'
          | 'location.returned'
          | 'organization.updated'
          | 'config.applied'
          | 'deployment.created'
          | 'deployment_webhook.created'
          | 'deployment_webhook.updated'
          | 'deployment_webhook.deleted'
          | 'backup.requested'
          | 'api_key.created'
          | 'api_key.revoked'
          | 'confirmation.requested'
          | 'confirmation.confirmed'
          | 'confirmation.refused'
          | 'oauth.authorized'
          | 'oauth.revoked'
          | 'oauth_client.created'
          | 'oauth_client.deleted'
          | 'user.invited'
          | 'user.invitation_revoked'
          | 'user.joined'
          | 'user.updated'
          | 'user.removed'
          | 'user.role_changed'
          | 'user.login'
          | 'user.login_failed'
          | 'user.password_changed'
          | 'user.email_verified'
          | 'user.reset_link_created'
          | 'user.two_factor_enabled'
          | 'user.two_factor_disabled'
          | 'user.recovery_codes_renewed'
          | 'user.passkey_added'
          | 'user.passkey_removed'
          | 'user.single_sign_on_connected'
          | 'single_sign_on.created'
          | 'single_sign_on.updated'
          | 'single_sign_on.deleted'
          | 'single_sign_on.tested'
          | 'single_sign_on.refused'
        actor?: string
        since?: string
        until?: string
      }
      answer: { object: 'list'; data: readonly ActivityEvent[]; has_more: boolean; next_cursor: string | null }
    }
  }
}
