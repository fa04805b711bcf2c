import type { Alert } from '../domain/notifying/alert.ts'
import { text } from '../domain/field.ts'
import { defineChannel } from './define.ts'
import { hookUrl } from './shared/fields.ts'
import { type ReceiverResponse, type Objection, jsonIn, post } from './shared/post.ts'
import { colour, factsWithin, headline, isUrgent, message, tone } from './shared/alert-text.ts'
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
    username: text({
      label: 'Appears as',
      help: "Sender name of the messages; the webhook's own if empty",
      maxLength: 80,
      rule: (name) =>
        /discord|clyde/i.test(name) ? 'must not contain "discord" or "clyde", which Discord refuses' : null,
    }),
  },
  send: (alert, { url, mention, username }, context) => {
    const calls = mention !== undefined && isUrgent(alert)
    const json = {
      ...(username ? { username } : {}),
      ...(calls ? { content: mention } : {}),
      // Only the configured mention may notify people.
      allowed_mentions: { parse: calls ? ['everyone', 'roles', 'users'] : [] },
      embeds: [embedFor(alert)],
    }
    return post({ url: confirmed(url), json, objection }, context)
  },
})

/** Without `wait`, Discord does not report that it failed to store a message. */
function confirmed(hook: string): string {
  const url = new URL(hook)
  url.searchParams.set('wait', 'true')
  return url.href
}

// An embed holds at most 6,000 characters in all.
function embedFor(alert: Alert): unknown {
  const { incident, organization } = alert
  return {
    title: cut(headline(alert), 256, escapeMarkdown),
    ...(incident.url ? { url: incident.url } : {}),
    description: cut(message(alert), 900, escapeMarkdown),
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
