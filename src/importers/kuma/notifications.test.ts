import { expect, it } from 'vitest'
import { channelProblems } from '../../channels/define.ts'
import { channelKind } from '../../channels/index.ts'
import type { ImportedChannel } from '../setup.ts'
import { readNotification } from './notifications.ts'

const line = `U${'0'.repeat(32)}`
const sid = `AC${'0'.repeat(32)}`
const key = 'abcdefghijklmnopqrstuvwxyz1234'

/** Settings as Kuma stores them, the channel that they become, and what people have to enter. */
it.each<[object, string, object, string[]]>([
  [
    {
      type: 'discord',
      discordWebhookUrl: 'https://discord.com/api/webhooks/1/a',
      discordChannelType: 'postToThread',
      threadId: '9',
      discordPrefixMessage: '@here',
      discordUsername: 'Kuma',
    },
    'discord',
    { url: 'https://discord.com/api/webhooks/1/a?thread_id=9', mention: '@here', username: 'Kuma' },
    [],
  ],
  [
    {
      type: 'slack',
      slackwebhookURL: 'https://hooks.slack.com/services/T/B/x',
      slackchannelnotify: true,
      slackchannel: '#a',
    },
    'slack',
    { url: 'https://hooks.slack.com/services/T/B/x', mention: '<!channel>' },
    [],
  ],
  [
    { type: 'teams', webhookUrl: 'https://a.example/workflows/x' },
    'teams',
    { url: 'https://a.example/workflows/x' },
    [],
  ],
  [
    { type: 'GoogleChat', googleChatWebhookURL: 'https://chat.googleapis.com/v1/x' },
    'googlechat',
    { url: 'https://chat.googleapis.com/v1/x' },
    [],
  ],
  [
    { type: 'mattermost', mattermostWebhookUrl: 'https://a.example/hooks/x', mattermostchannel: 'ops' },
    'mattermost',
    { url: 'https://a.example/hooks/x', channel: 'ops' },
    [],
  ],
  [
    { type: 'rocket.chat', rocketwebhookURL: 'https://a.example/hooks/x', rocketusername: 'Kuma' },
    'rocketchat',
    { url: 'https://a.example/hooks/x', username: 'Kuma' },
    [],
  ],
  [{ type: 'Feishu', feishuWebHookUrl: 'https://open.feishu.cn/x' }, 'feishu', { url: 'https://open.feishu.cn/x' }, []],
  [
    { type: 'GrafanaOncall', GrafanaOncallURL: 'https://a.grafana.net/x' },
    'grafana_oncall',
    { url: 'https://a.grafana.net/x' },
    [],
  ],
  [
    {
      type: 'DingDing',
      webHookUrl: 'https://oapi.dingtalk.com/robot/send?access_token=x',
      secretKey: 'SECx',
      mentioning: 'everyone',
    },
    'dingtalk',
    { url: 'https://oapi.dingtalk.com/robot/send?access_token=x', secret: 'SECx', mention_all: true },
    [],
  ],
  [{ type: 'pushbullet', pushbulletAccessToken: 'x' }, 'pushbullet', { access_token: 'x' }, []],
  [{ type: 'line', lineChannelAccessToken: 'x', lineUserID: line }, 'line', { access_token: 'x', to: line }, []],
  [
    { type: 'matrix', homeserverUrl: 'https://matrix.example', accessToken: 'x', internalRoomId: '!a:b' },
    'matrix',
    { url: 'https://matrix.example', access_token: 'x', room: '!a:b' },
    [],
  ],
  [{ type: 'apprise', appriseURL: 'discord://a/b' }, 'apprise', { urls: 'discord://a/b' }, ['url']],
  [
    {
      type: 'telegram',
      telegramBotToken: '123456:AAExampleOfAToken',
      telegramChatID: '-5',
      telegramMessageThreadID: '7',
      telegramSendSilently: true,
    },
    'telegram',
    { bot_token: '123456:AAExampleOfAToken', chat_id: '-5', thread_id: 7, silent: true },
    [],
  ],
  [
    {
      type: 'ntfy',
      ntfyserverurl: 'https://ntfy.sh',
      ntfytopic: 'x',
      ntfyAuthenticationMethod: 'accessToken',
      ntfyaccesstoken: 'tk_x',
      ntfyusername: 'old',
    },
    'ntfy',
    { url: 'https://ntfy.sh', topic: 'x', token: 'tk_x' },
    [],
  ],
  [
    { type: 'gotify', gotifyserverurl: 'https://gotify.example', gotifyapplicationToken: 'x', gotifyPriority: 9 },
    'gotify',
    { url: 'https://gotify.example', token: 'x', critical_priority: 9 },
    [],
  ],
  [
    { type: 'pushover', pushoverapptoken: key, pushoveruserkey: key, pushoverpriority: '2', pushoversounds: 'siren' },
    'pushover',
    { token: key, user: key, sound: 'siren', critical: 'emergency' },
    [],
  ],
  [
    {
      type: 'PagerDuty',
      pagerdutyIntegrationKey: '0'.repeat(32),
      pagerdutyIntegrationUrl: 'https://events.eu.pagerduty.com/v2/enqueue',
    },
    'pagerduty',
    { routing_key: '0'.repeat(32), url: 'https://events.eu.pagerduty.com' },
    [],
  ],
  [
    { type: 'Opsgenie', opsgenieApiKey: 'x', opsgenieRegion: 'eu', opsgeniePriority: 2 },
    'opsgenie',
    { api_key: 'x', critical_priority: 'P2', url: 'https://api.eu.opsgenie.com' },
    [],
  ],
  [
    { type: 'Splunk', splunkRestURL: 'https://alert.victorops.com/integrations/generic/20131114/alert/aaaa-bbbb/team' },
    'splunk_oncall',
    { api_key: 'aaaa-bbbb', routing_key: 'team', url: 'https://alert.victorops.com' },
    [],
  ],
  [
    {
      type: 'signal',
      signalURL: 'https://signal.example/v2/send',
      signalNumber: '+491701234567',
      signalRecipients: '+491701234568, +491701234569',
    },
    'signal',
    { url: 'https://signal.example', number: '+491701234567', recipients: ['+491701234568', '+491701234569'] },
    [],
  ],
  [
    {
      type: 'twilio',
      twilioAccountSID: sid,
      twilioAuthToken: 'x',
      twilioFromNumber: '+15005550006',
      twilioToNumber: '+15005550007',
    },
    'twilio_sms',
    { account_sid: sid, auth_token: 'x', from: '+15005550006', to: ['+15005550007'] },
    [],
  ],
  [
    {
      type: 'smtp',
      smtpHost: 'mail.example',
      smtpPort: 465,
      smtpSecure: true,
      smtpUsername: 'a',
      smtpPassword: 'x',
      smtpFrom: 'a@b.de',
    },
    'email',
    { host: 'mail.example', port: 465, secure: 'tls', username: 'a', password: 'x', from: 'a@b.de' },
    [],
  ],
  [
    {
      type: 'smtp',
      smtpHost: 'mail.example',
      smtpPort: 25,
      smtpIgnoreSTARTTLS: true,
      smtpUsername: 'a',
      smtpPassword: 'x',
      smtpFrom: 'a@b.de',
    },
    'email',
    { host: 'mail.example', port: 25, secure: 'none', from: 'a@b.de' },
    [],
  ],
  [
    { type: 'SendGrid', sendgridApiKey: 'x', sendgridFromEmail: 'a@b.de', sendgridToEmail: 'c@d.de' },
    'email',
    { from: 'a@b.de' },
    ['host'],
  ],
  [
    { type: 'webhook', webhookURL: 'https://a.example/hook', webhookContentType: 'json' },
    'webhook',
    { url: 'https://a.example/hook' },
    [],
  ],
  [
    { type: 'webhook', webhookURL: 'https://a.example/hook', webhookAdditionalHeaders: '{"X-Key": "x"}' },
    'template',
    { url: 'https://a.example/hook', method: 'POST', headers: [{ key: 'X-Key', value: 'x' }] },
    [],
  ],
])('%j becomes a channel', (settings, type, config, missing) => {
  const channel = readNotification({
    id: 1,
    name: 'It',
    active: 1,
    config: JSON.stringify(settings),
  }) as ImportedChannel
  expect([channel.type, channel.config]).toEqual([type, config])
  const problems = channelProblems(channelKind(type)!, { ...channel.config })
  expect(problems.map((problem) => problem.split(':')[0])).toEqual(missing.map((name) => `config.${name}`))
})

it('names the people of an email', () => {
  const settings = {
    type: 'smtp',
    smtpTo: 'Ada <ada@b.de>, "Grace H." <grace@b.de>',
    smtpCC: 'ADA@b.de; nobody',
    smtpBCC: '',
  }
  const channel = readNotification({ id: 1, name: '', config: JSON.stringify(settings) }) as ImportedChannel
  expect(channel.people.map(({ name, email }) => [name, email])).toEqual([
    ['ADA@b.de', 'ADA@b.de'],
    ['Grace H.', 'grace@b.de'],
  ])
  expect(channel.name).toBe('smtp kuma-notification-1')
})
