// All channel kinds. To add one, add its file, its test and a line here.
import type { AlertKind } from '../domain/notifying/alert.ts'
import { type ChannelKind, defaultAlertKinds } from './define.ts'
import { alertmanager } from './alertmanager.ts'
import { alertmanagerApi } from './alertmanager-api.ts'
import { apprise } from './apprise.ts'
import { awsSns } from './aws-sns.ts'
import { dingtalk } from './dingtalk.ts'
import { discord } from './discord.ts'
import { email } from './email.ts'
import { feishu } from './feishu.ts'
import { googlechat } from './googlechat.ts'
import { gotify } from './gotify.ts'
import { grafanaOncall } from './grafana-oncall.ts'
import { incidentIo } from './incident-io.ts'
import { line } from './line.ts'
import { matrix } from './matrix.ts'
import { mattermost } from './mattermost.ts'
import { ntfy } from './ntfy.ts'
import { opsgenie } from './opsgenie.ts'
import { pagerduty } from './pagerduty.ts'
import { pushbullet } from './pushbullet.ts'
import { pushover } from './pushover.ts'
import { rocketchat } from './rocketchat.ts'
import { signal } from './signal.ts'
import { slack } from './slack.ts'
import { splunkOncall } from './splunk-oncall.ts'
import { teams } from './teams.ts'
import { telegram } from './telegram.ts'
import { template } from './template.ts'
import { twilioSms } from './twilio-sms.ts'
import { twilioVoice } from './twilio-voice.ts'
import { voice } from './voice.ts'
import { webPush } from './web-push.ts'
import { webex } from './webex.ts'
import { webhook } from './webhook.ts'
import { zapier } from './zapier.ts'
import { zulip } from './zulip.ts'

export const channelKinds: readonly ChannelKind[] = [
  slack,
  discord,
  teams,
  googlechat,
  mattermost,
  rocketchat,
  telegram,
  email,
  webhook,
  zapier,
  pagerduty,
  opsgenie,
  pushover,
  pushbullet,
  ntfy,
  gotify,
  webPush,
  splunkOncall,
  incidentIo,
  grafanaOncall,
  matrix,
  signal,
  twilioSms,
  twilioVoice,
  voice,
  awsSns,
  line,
  feishu,
  dingtalk,
  webex,
  zulip,
  alertmanager,
  alertmanagerApi,
  apprise,
  template,
]

const byType = new Map(channelKinds.map((kind) => [kind.type, kind]))

export function channelKind(type: string): ChannelKind | undefined {
  return byType.get(type)
}

/** False for kinds that this version does not know. */
export const needsRecipients = (type: string): boolean => channelKind(type)?.needsRecipients ?? false

/** A kind that this version does not know is not skipped: its delivery fails, which is visible. */
export function takes(type: string, kind: AlertKind, config: Record<string, unknown> = {}): boolean {
  const known = channelKind(type)
  if (kind === 'acknowledged' && known?.updatesMessages(config)) return true
  return (known?.takes ?? defaultAlertKinds).includes(kind)
}
