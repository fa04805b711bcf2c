// Written by `npm run sdk` from the operations. A change belongs there.

export type ChannelTypeName =
  | 'slack'
  | 'discord'
  | 'teams'
  | 'googlechat'
  | 'mattermost'
  | 'rocketchat'
  | 'telegram'
  | 'email'
  | 'webhook'
  | 'zapier'
  | 'pagerduty'
  | 'opsgenie'
  | 'pushover'
  | 'pushbullet'
  | 'ntfy'
  | 'gotify'
  | 'web_push'
  | 'splunk_oncall'
  | 'incident_io'
  | 'grafana_oncall'
  | 'matrix'
  | 'signal'
  | 'twilio_sms'
  | 'twilio_voice'
  | 'voice'
  | 'aws_sns'
  | 'line'
  | 'feishu'
  | 'dingtalk'
  | 'webex'
  | 'zulip'
  | 'alertmanager'
  | 'alertmanager_api'
  | 'apprise'
  | 'template'
export type Notification = {
  object: 'notification'
  id: number
  status: 'sent' | 'failed' | 'silenced'
  event: 'firing' | 'acknowledged' | 'resolved'
  channel: DeliveryChannel
  oncall_page: boolean
  error: string | null
  severity: 'critical' | 'warning' | null
  incident: { id: number; status: 'firing' | 'acknowledged' | 'resolved' | null; message: string | null }
  monitor: { id: string; name: string } | null
  attempt: number
  http_status: number | null
  latency_ms: number | null
  silenced_reason:
    | 'maintenance'
    | 'shadow'
    | 'dependency'
    | 'recovered'
    | 'obsolete'
    | 'severity_filter'
    | 'disabled'
    | 'quiet_hours'
    | 'same_address'
    | 'flapping'
    | null
  recipient: string | null
  retry_of: number | null
  created_at: string
}
export type DeliveryChannel = { id: number | null; type: string; name: string | null }
export interface DeliveryLogPaths {
  '/notifications': {
    get: {
      query?: {
        limit?: number
        cursor?: string
        status?: 'sent' | 'failed' | 'silenced'
        channel_id?: number
        channel_type?: ChannelTypeName
        incident_id?: number
        monitor_id?: string
        severity?: 'critical' | 'warning'
        oncall_page?: 'true' | 'false'
        since?: string
        until?: string
      }
      answer: { object: 'list'; data: readonly Notification[]; has_more: boolean; next_cursor: string | null }
    }
  }
  '/notifications/{id}': { get: { params: { id: number }; answer: Notification } }
  '/notifications/{id}/retry': { post: { params: { id: number }; answer: Notification } }
}
