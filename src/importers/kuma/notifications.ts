// Notifications of Uptime Kuma as channels of ours.
import {
  type MatchedChannel,
  type ReadChannelKind,
  draftChannel,
  noteFormat,
  peopleIn,
  skipChannel,
} from '../channel-drafting.ts'
import { type DocumentFields, entryOf, fieldsIn, isTrue, numberIn, textIn } from '../drafting.ts'
import type { ImportChange, ImportedChannel, SkippedItem } from '../setup.ts'
import { type KumaDump, jsonIn, rowsBy } from './dump.ts'
import { nearestChannel } from './unmatched-notifications.ts'

const keyOf = (id: string): string => `kuma-notification-${id}`

/** The keys of the notifications that each monitor is connected with. */
export function linkedNotifications({ monitor_notification: links }: KumaDump): (monitor: DocumentFields) => string[] {
  const byMonitor = rowsBy(links, 'monitor_id')
  return ({ id }) => (byMonitor.get(textIn(id)) ?? []).map((link) => keyOf(textIn(link['notification_id'])))
}

export function readNotification(notification: DocumentFields): ImportedChannel | SkippedItem {
  // Databases store the settings as text in `config`; backups have them beside it.
  const settings = notification['config'] === undefined ? notification : fieldsIn(jsonIn(notification['config']))
  const sourceType = textIn(settings['type'] ?? notification['type'])
  const item = { key: keyOf(textIn(notification['id'])), name: textIn(notification['name']), sourceType }
  const read = entryOf(readers, sourceType)
  if (!read) return skipChannel(item, `Lapwing has no channel for ${sourceType}`, nearestChannel(sourceType))
  const changes: ImportChange[] = []
  const { watched, unread } = watchReads(settings)
  const matched = read(watched, changes)
  noteUnread(unread(), changes)
  const { active = true, is_default: isDefault } = notification
  if (isTrue(isDefault))
    changes.push({
      field: 'default',
      from: 'for new monitors',
      to: '',
      reason: 'new monitors notify the default contact group; add the people to it if they should get all alerts',
    })
  return draftChannel({ ...item, ...matched, isEnabled: isTrue(active), changes })
}

/** What Kuma stores of each notification, and what the note about the format of webhooks covers. */
const common =
  'id name type userId isDefault is_default active applyExisting config webhookContentType webhookCustomBody'.split(' ')

function watchReads(settings: DocumentFields) {
  const read = new Set<string>(common)
  const watched = new Proxy(settings, {
    get: (target, key) => {
      read.add(String(key))
      return Reflect.get(target, key) as unknown
    },
  })
  const isSet = (value: unknown): boolean => !['', '[]', '{}', 'false', 'null', 'undefined'].includes(String(value))
  const unread = (): string[] => Object.keys(settings).filter((key) => !read.has(key) && isSet(settings[key]))
  return { watched, unread }
}

/** Their values may be secrets. */
function noteUnread(keys: readonly string[], changes: ImportChange[]): void {
  if (keys.length === 0) return
  const from = keys.join(', ').slice(0, 500)
  changes.push({ field: 'settings', from, to: '', reason: 'the channel has no such settings' })
}

/** Where each key of a channel comes from. */
const copying =
  (type: string, keys: Readonly<Record<string, string>>): ReadChannelKind =>
  (settings) => ({
    type,
    config: Object.fromEntries(Object.entries(keys).map(([key, from]) => [key, textIn(settings[from])])),
  })

const readers: Readonly<Record<string, ReadChannelKind>> = {
  discord: readDiscord,
  slack: readSlack,
  smtp: readMail,
  webhook: readWebhook,
  teams: copying('teams', { url: 'webhookUrl' }),
  GoogleChat: copying('googlechat', { url: 'googleChatWebhookURL' }),
  mattermost: copying('mattermost', {
    url: 'mattermostWebhookUrl',
    channel: 'mattermostchannel',
    username: 'mattermostusername',
  }),
  'rocket.chat': copying('rocketchat', {
    url: 'rocketwebhookURL',
    channel: 'rocketchannel',
    username: 'rocketusername',
  }),
  Feishu: copying('feishu', { url: 'feishuWebHookUrl' }),
  GrafanaOncall: copying('grafana_oncall', { url: 'GrafanaOncallURL' }),
  pushbullet: copying('pushbullet', { access_token: 'pushbulletAccessToken' }),
  line: copying('line', { access_token: 'lineChannelAccessToken', to: 'lineUserID' }),
  matrix: copying('matrix', { url: 'homeserverUrl', access_token: 'accessToken', room: 'internalRoomId' }),
  // Kuma runs the command, and Lapwing calls the server.
  apprise: copying('apprise', { urls: 'appriseURL' }),
  telegram: (settings) => ({
    type: 'telegram',
    config: {
      bot_token: textIn(settings['telegramBotToken']),
      chat_id: textIn(settings['telegramChatID']),
      thread_id: numberIn(settings['telegramMessageThreadID']),
      silent: isTrue(settings['telegramSendSilently']) || undefined,
      url: textIn(settings['telegramServerUrl']),
    },
  }),
  ntfy: (settings) => {
    const method = textIn(settings['ntfyAuthenticationMethod'])
    const login = { username: textIn(settings['ntfyusername']), password: textIn(settings['ntfypassword']) }
    return {
      type: 'ntfy',
      config: {
        url: textIn(settings['ntfyserverurl']),
        topic: textIn(settings['ntfytopic']),
        ...(method === 'usernamePassword' && login),
        ...(method === 'accessToken' && { token: textIn(settings['ntfyaccesstoken']) }),
      },
    }
  },
  gotify: (settings) => ({
    type: 'gotify',
    config: {
      url: textIn(settings['gotifyserverurl']),
      token: textIn(settings['gotifyapplicationToken']),
      critical_priority: numberIn(settings['gotifyPriority']),
    },
  }),
  pushover: (settings) => ({
    type: 'pushover',
    config: {
      token: textIn(settings['pushoverapptoken']),
      user: textIn(settings['pushoveruserkey']),
      device: textIn(settings['pushoverdevice']),
      sound: textIn(settings['pushoversounds']),
      critical: numberIn(settings['pushoverpriority']) === 2 ? 'emergency' : undefined,
    },
  }),
  PagerDuty: (settings) => ({
    type: 'pagerduty',
    config: {
      routing_key: textIn(settings['pagerdutyIntegrationKey']),
      url: URL.parse(textIn(settings['pagerdutyIntegrationUrl']))?.origin,
    },
  }),
  Opsgenie: (settings) => {
    const priority = numberIn(settings['opsgeniePriority'])
    return {
      type: 'opsgenie',
      config: {
        api_key: textIn(settings['opsgenieApiKey']),
        critical_priority: priority === null ? undefined : `P${priority}`,
        url: textIn(settings['opsgenieRegion']) === 'eu' ? 'https://api.eu.opsgenie.com' : undefined,
      },
    }
  },
  Splunk: (settings) => {
    const url = URL.parse(textIn(settings['splunkRestURL']))
    const [, apiKey, routingKey] = /\/alert\/([^/]+)(?:\/([^/]+))?/.exec(url?.pathname ?? '') ?? []
    return { type: 'splunk_oncall', config: { api_key: apiKey, routing_key: routingKey, url: url?.origin } }
  },
  signal: (settings) => ({
    type: 'signal',
    config: {
      url: textIn(settings['signalURL']).replace(/\/v\d\/send\/?$/, ''),
      number: textIn(settings['signalNumber']),
      recipients: listOf(settings['signalRecipients']),
    },
  }),
  twilio: (settings) => ({
    type: 'twilio_sms',
    config: {
      account_sid: textIn(settings['twilioAccountSID']),
      auth_token: textIn(settings['twilioAuthToken']),
      api_key_sid: textIn(settings['twilioApiKey']),
      from: textIn(settings['twilioMessagingServiceSID']) || textIn(settings['twilioFromNumber']),
      to: listOf(settings['twilioToNumber']),
    },
  }),
  DingDing: (settings) => ({
    type: 'dingtalk',
    config: {
      url: textIn(settings['webHookUrl']),
      secret: textIn(settings['secretKey']),
      mention_all: textIn(settings['mentioning']) === 'everyone' || undefined,
    },
  }),
  SendGrid: mailOf('sendgrid'),
  Brevo: mailOf('brevo'),
  Resend: mailOf('resend'),
  TurboSMTP: mailOf('turbosmtp'),
}

const listOf = (value: unknown): string[] =>
  textIn(value)
    .split(/[\s,]+/)
    .filter(Boolean)

function readDiscord(settings: DocumentFields, changes: ImportChange[]): MatchedChannel {
  const url = URL.parse(textIn(settings['discordWebhookUrl']))
  if (textIn(settings['discordChannelType']) === 'postToThread')
    url?.searchParams.set('thread_id', textIn(settings['threadId']))
  const prefix = textIn(settings['discordPrefixMessage'])
  const isMention = /^(@everyone|@here|<@&?\d+>|\s)+$/.test(prefix)
  if (prefix && !isMention)
    changes.push({ field: 'prefix', from: 'a text before messages', to: '', reason: 'Lapwing words its messages' })
  const username = textIn(settings['discordUsername'])
  return {
    type: 'discord',
    config: {
      url: url?.href,
      mention: isMention ? prefix : undefined,
      username: /discord|clyde/i.test(username) ? undefined : username,
    },
  }
}

function readSlack(settings: DocumentFields, changes: ImportChange[]): MatchedChannel {
  const channel = textIn(settings['slackchannel'])
  if (channel)
    changes.push({
      field: 'channel',
      from: channel,
      to: 'the channel of the webhook',
      reason: 'Slack no longer lets webhooks choose their channel',
    })
  const mention = isTrue(settings['slackchannelnotify']) ? '<!channel>' : undefined
  return { type: 'slack', config: { url: textIn(settings['slackwebhookURL']), mention } }
}

function readMail(settings: DocumentFields, changes: ImportChange[]): MatchedChannel {
  const secure = isTrue(settings['smtpSecure']) ? 'tls' : isTrue(settings['smtpIgnoreSTARTTLS']) ? 'none' : 'starttls'
  const login = { username: textIn(settings['smtpUsername']), password: textIn(settings['smtpPassword']) }
  const isUnsafe = secure === 'none' && login.username !== ''
  if (isUnsafe)
    changes.push({ field: 'login', from: 'a login', to: 'none', reason: 'passwords are not sent unencrypted' })
  if (isTrue(settings['smtpIgnoreTLSError']))
    changes.push({ field: 'TLS', from: 'any certificate', to: 'a trusted one', reason: 'certificates are verified' })
  return {
    type: 'email',
    config: {
      host: textIn(settings['smtpHost']),
      port: numberIn(settings['smtpPort']),
      secure,
      ...(!isUnsafe && login),
      from: textIn(settings['smtpFrom']),
    },
    people: peopleIn(settings['smtpTo'], settings['smtpCC'], settings['smtpBCC']),
  }
}

/** These services have an API of their own, and Lapwing sends email over SMTP: people enter the server. */
function mailOf(prefix: string): ReadChannelKind {
  return (settings) => ({
    type: 'email',
    config: { from: textIn(settings[`${prefix}FromEmail`]) },
    people: peopleIn(...['ToEmail', 'CcEmail', 'BccEmail'].map((name) => settings[`${prefix}${name}`])),
  })
}

function readWebhook(settings: DocumentFields, changes: ImportChange[]): MatchedChannel {
  noteFormat('Uptime Kuma', changes)
  const url = textIn(settings['webhookURL'])
  const headers = Object.entries(headersIn(settings['webhookAdditionalHeaders']))
  const isGet = textIn(settings['httpMethod']).toLowerCase() === 'get'
  if (headers.length === 0 && !isGet) return { type: 'webhook', config: { url } }
  return {
    type: 'template',
    config: {
      url,
      method: isGet ? 'GET' : 'POST',
      headers: headers.map(([key, value]) => ({ key, value: textIn(value) })),
    },
  }
}

function headersIn(text: unknown): DocumentFields {
  try {
    return fieldsIn(JSON.parse(textIn(text)))
  } catch {
    return {}
  }
}
