import type { Alert } from '../domain/notifying/alert.ts'
import { text } from '../domain/field.ts'
import { buttonId, receiveDiscordInteraction } from './callbacks/discord.ts'
import { type Receipt, defineChannel } from './define.ts'
import { below, hookUrl, secret } from './shared/fields.ts'
import { type ReceiverResponse, type Objection, jsonIn, post } from './shared/post.ts'
import { type ReplyButton, replyButtons, updateEarlier } from './shared/reply-buttons.ts'
import { factsWithin } from './shared/alert-facts.ts'
import { colour, headline, isUrgent, body, tone } from './shared/alert-text.ts'
import { cut, escapeMarkdown, oneLine } from './shared/escape.ts'

export const discord = defineChannel({
  type: 'discord',
  title: 'Discord',
  category: 'chat',
  summary:
    'Sends messages to a Discord channel. In the channel settings choose "Integrations", "Webhooks", "New ' +
    'Webhook" and copy its URL.',
  config: {
    url: hookUrl({
      help: 'Address of the webhook, such as https://discord.com/api/webhooks/…/…; with ?thread_id=… it writes to a thread',
    }),
    mention: text({
      advanced: false,
      help:
        'Who critical alerts mention: @everyone, @here, a role such as <@&123456789> or a person such as ' +
        '<@123456789>',
      maxLength: 200,
    }),
    public_key: secret({
      label: 'Public key of the application',
      advanced: false,
      help:
        'For buttons that acknowledge, resolve and mute: the public key of the Discord application that owns the ' +
        'webhook, from its page "General Information"',
      maxLength: 64,
      rule: (key) => (/^[0-9a-f]{64}$/i.test(key) ? null : 'must consist of 64 hexadecimal digits'),
    }),
    username: text({
      label: 'Appears as',
      help: "Sender name of the messages; the webhook's own if empty",
      maxLength: 80,
      rule: (name) =>
        /discord|clyde/i.test(name) ? 'must not contain "discord" or "clyde", which Discord refuses' : null,
    }),
  },
  updatesMessages: ({ public_key }) => public_key !== undefined,
  receive: receiveDiscordInteraction,
  send: async (alert, { url, mention, username, public_key }, context) => {
    const calls = mention !== undefined && isUrgent(alert)
    const buttons = public_key === undefined ? [] : replyButtons(alert, context)
    const content = { embeds: [embedFor(alert)], ...(public_key === undefined ? {} : { components: rowOf(buttons) }) }
    const change = (id: string): Promise<Receipt> =>
      post(
        { method: 'PATCH', url: addressOf(url, id), json: { ...content, allowed_mentions: { parse: [] } }, objection },
        context,
      )
    const updated = await updateEarlier(alert, context, { update: change, gone: /Unknown Message/ })
    if (alert.kind === 'acknowledged' && context.earlierMessages.length > 0) return updated
    const json = {
      ...(username ? { username } : {}),
      ...(calls ? { content: mention } : {}),
      // Only the configured mention may notify people.
      allowed_mentions: { parse: calls ? ['everyone', 'roles', 'users'] : [] },
      ...content,
    }
    const sent = { url: addressOf(url), json, objection }
    return post(buttons.length > 0 && alert.kind === 'firing' ? { ...sent, messageId: sentMessage } : sent, context)
  },
})

/** The address of the webhook, or of one of its messages. */
function addressOf(hook: string, messageId?: string): string {
  const url = new URL(hook)
  if (messageId !== undefined) url.pathname = below(url.pathname, `messages/${messageId}`)
  // Otherwise Discord does not report that it failed to store a message.
  else url.searchParams.set('wait', 'true')
  return url.href
}

function sentMessage(response: ReceiverResponse): string | undefined {
  const { id } = (jsonIn(response) ?? {}) as { id?: unknown }
  return typeof id === 'string' && /^\d{1,20}$/.test(id) ? id : undefined
}

const styles = { acknowledge: 1, resolve: 3, mute: 2 } as const

const rowOf = (buttons: readonly ReplyButton[]): unknown[] =>
  buttons.length === 0 ? [] : [{ type: 1, components: buttons.map(componentOf) }]

const componentOf = ({ action, label, token }: ReplyButton): unknown => ({
  type: 2,
  style: styles[action],
  label,
  custom_id: buttonId(action, token),
})

// An embed holds at most 6,000 characters in all.
function embedFor(alert: Alert): unknown {
  const { incident, organization } = alert
  return {
    title: cut(headline(alert), 256, escapeMarkdown),
    ...(incident.url ? { url: incident.url } : {}),
    description: cut(body(alert), 900, escapeMarkdown),
    color: Number.parseInt(colour[tone(alert)].slice(1), 16),
    fields: factsWithin(alert, { short: 100, long: 380 }, escapeMarkdown).map(({ label, value, short }) => ({
      name: label,
      value,
      inline: short,
    })),
    footer: { text: cut(oneLine(organization.name), 100) },
    timestamp: alert.at.toISOString(),
  }
}

/** The body is more exact than the header, which some proxies drop. */
function objection(response: ReceiverResponse): Objection | null {
  if (response.status !== 429) return null
  const { retry_after: seconds } = (jsonIn(response) ?? {}) as { retry_after?: unknown }
  return typeof seconds === 'number' ? { retryAfterMs: Math.ceil(seconds * 1000) } : null
}
