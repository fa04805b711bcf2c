// Notifications of Uptime Kuma. They are not imported: each names the kind of channel that does the same.
import { type DocumentFields, entryOf, textIn } from '../drafting.ts'
import type { SkippedItem } from '../setup.ts'

/** Kuma's name of a provider, and ours where it differs. */
const kinds: Readonly<Record<string, string>> = {
  discord: 'discord',
  slack: 'slack',
  telegram: 'telegram',
  ntfy: 'ntfy',
  gotify: 'gotify',
  teams: 'teams',
  pushover: 'pushover',
  mattermost: 'mattermost',
  'rocket.chat': 'rocketchat',
  GoogleChat: 'googlechat',
  PagerDuty: 'pagerduty',
  Opsgenie: 'opsgenie',
  matrix: 'matrix',
  webhook: 'webhook',
  smtp: 'email',
  signal: 'signal',
  DingDing: 'dingtalk',
  Feishu: 'feishu',
  pushbullet: 'pushbullet',
  Splunk: 'splunk_oncall',
  GrafanaOncall: 'grafana_oncall',
  apprise: 'apprise',
  line: 'line',
  twilio: 'twilio_sms',
}

export function skipNotification(notification: DocumentFields): SkippedItem {
  const sourceType = textIn(notification['type'])
  const nearest = entryOf(kinds, sourceType) ?? null
  return {
    kind: 'channel',
    key: `kuma-notification-${textIn(notification['id'])}`,
    name: textIn(notification['name']),
    sourceType,
    reason: nearest
      ? 'Channels are not imported, because they hold secrets; add this one under Settings → Channels'
      : 'Lapwing has no channel of this kind',
    nearest,
  }
}
