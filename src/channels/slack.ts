import type { Alert } from '../domain/notifying/alert.ts'
import { text } from '../domain/field.ts'
import { type SlackApp, receiveSlackClick } from './callbacks/slack.ts'
import { type Receipt, type SendContext, defineChannel } from './define.ts'
import { below, hookUrl, secret } from './shared/fields.ts'
import { type Objection, type ReceiverResponse, jsonIn, post } from './shared/post.ts'
import { type ReplyButton, replyButtons, updateEarlier } from './shared/reply-buttons.ts'
import { factsWithin } from './shared/alert-facts.ts'
import { colour, emoji, headline, isUrgent, body, title, tone, timeText } from './shared/alert-text.ts'
import { cut, escapeSlack, oneLine } from './shared/escape.ts'

export const slack = defineChannel({
  type: 'slack',
  title: 'Slack',
  category: 'chat',
  summary:
    'Sends messages to a Slack channel. At api.slack.com/apps create an app, enable "Incoming Webhooks", ' +
    'add one for the channel and copy its URL.',
  config: {
    url: hookUrl({
      help:
        'Address of the incoming webhook, such as https://hooks.slack.com/services/T…/B…/…; ' +
        'with a bot token it is https://slack.com/api',
    }),
    mention: text({
      advanced: false,
      help:
        'Who critical alerts mention: <!channel>, <!here>, or people and groups by ID, such as <@U012AB3CD> ' +
        'or <!subteam^S012AB3CD>',
      maxLength: 200,
    }),
    signing_secret: secret({
      advanced: false,
      help:
        'For buttons that acknowledge, resolve and mute: the signing secret of the app, from its page ' +
        '"Basic Information"',
      maxLength: 100,
    }),
    bot_token: secret({
      advanced: false,
      placeholder: 'xoxb-…',
      help:
        'To change messages for everybody when someone acknowledges or resolves elsewhere: the bot token of the app ' +
        'with the scopes chat:write, users:read and users:read.email, from its page "OAuth & Permissions"',
      rule: (token) => (token.startsWith('xoxb-') ? null : 'must look like xoxb-…'),
    }),
    channel: text({
      advanced: false,
      label: 'Channel ID',
      help: 'With a bot token: the ID of the channel, at the end of its details, such as C012AB3CD',
      maxLength: 30,
      rule: (id) => (/^[CGD][A-Z0-9]{5,}$/.test(id) ? null : 'must look like C012AB3CD'),
    }),
  },
  examine: ({ bot_token, channel, url }) => [
    ...(bot_token && !channel ? ['channel: is required with a bot token'] : []),
    ...(channel && !bot_token ? ['bot_token: is required with a channel ID'] : []),
    ...(bot_token && url && isWebhook(url) ? ['url: must be https://slack.com/api with a bot token'] : []),
  ],
  updatesMessages: ({ bot_token }) => bot_token !== undefined,
  receive: receiveSlackClick,
  send: (alert, config, context) => {
    const buttons = config.signing_secret ? replyButtons(alert, context) : []
    const message = messageFor(alert, config.mention, buttons)
    return config.bot_token
      ? sendAsBot(alert, message, config, context)
      : post({ url: config.url, json: message }, context)
  },
})

const isWebhook = (url: string): boolean => URL.parse(url)?.hostname === 'hooks.slack.com'

async function sendAsBot(alert: Alert, message: object, app: SlackApp, context: SendContext): Promise<Receipt> {
  const { url, bot_token = '', channel } = app
  const call = (method: string, json: object): Promise<Receipt> => {
    const login = { kind: 'bearer', token: bot_token } as const
    return post(
      { url: below(url, method), json: { channel, ...message, ...json }, login, objection, messageId },
      context,
    )
  }
  const updated = await updateEarlier(alert, context, { update: (ts) => call('chat.update', { ts }), gone })
  if (alert.kind === 'acknowledged' && context.earlierMessages.length > 0) return updated
  const receipt = await call('chat.postMessage', {})
  return alert.kind === 'firing' && !alert.isUpdate ? receipt : { httpStatus: receipt.httpStatus }
}

const gone = /message_not_found|cant_update_message|edit_window_closed/
const passing = new Set(['ratelimited', 'internal_error', 'fatal_error', 'service_unavailable', 'request_timeout'])

/** The API answers 200 to calls that failed. */
function objection(response: ReceiverResponse): Objection | null {
  const { ok, error } = (jsonIn(response) ?? {}) as { ok?: unknown; error?: unknown }
  if (response.status !== 200 || ok === true) return null
  const message = typeof error === 'string' ? error : 'not the response of the Slack API'
  return { message, permanent: !passing.has(message) }
}

function messageId(response: ReceiverResponse): string | undefined {
  const { ts } = (jsonIn(response) ?? {}) as { ts?: unknown }
  return typeof ts === 'string' && /^\d{1,12}\.\d{1,9}$/.test(ts) ? ts : undefined
}

/** The blocks are inside an attachment, because only attachments have a colour. */
function messageFor(alert: Alert, mention: string | undefined, buttons: readonly ReplyButton[]): object {
  const call = mention && isUrgent(alert) ? `${mention} ` : ''
  const blocks = [...blocksFor(alert), ...(buttons.length > 0 ? [actionsOf(buttons)] : [])]
  return {
    text: `${call}${emoji[tone(alert)]} ${headingFor(alert)}`,
    attachments: [{ color: colour[tone(alert)], fallback: cut(headline(alert), 300), blocks }],
    unfurl_links: false,
    unfurl_media: false,
  }
}

const actionsOf = (buttons: readonly ReplyButton[]): unknown => ({
  type: 'actions',
  elements: buttons.map(({ action, label, token }) => ({
    type: 'button',
    action_id: action,
    value: token,
    text: { type: 'plain_text', text: label },
    ...(action === 'acknowledge' ? { style: 'primary' } : {}),
  })),
})

function headingFor(alert: Alert): string {
  const { url } = alert.incident
  const name = cut(title(alert), 300, escapeSlack)
  return url ? `*<${escapeSlack(url)}|${name}>*` : `*${name}*`
}

function blocksFor(alert: Alert): unknown[] {
  const facts = factsWithin(alert, { short: 300, long: 1500 }, escapeSlack)
  const lines = facts.filter(({ short }) => !short)
  const cells = facts.filter(({ short }) => short)
  const footer = `${oneLine(alert.organization.name)} · ${timeText(alert, alert.at)}`
  return [
    section({ text: mrkdwn(cut(body(alert), 2500, escapeSlack)) }),
    ...(cells.length > 0 ? [section({ fields: cells.map(({ label, value }) => mrkdwn(`*${label}*\n${value}`)) })] : []),
    ...lines.map(({ label, value }) => section({ text: mrkdwn(`*${label}*\n${value}`) })),
    { type: 'context', elements: [mrkdwn(cut(footer, 300, escapeSlack))] },
  ]
}

const mrkdwn = (words: string): unknown => ({ type: 'mrkdwn', text: words })

function section(content: Record<string, unknown>): unknown {
  return { type: 'section', ...content }
}
