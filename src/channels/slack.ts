import type { Alert } from '../domain/notifying/alert.ts'
import { text } from '../domain/field.ts'
import { utcText } from '../domain/time/format.ts'
import { defineChannel } from './define.ts'
import { hookUrl } from './shared/fields.ts'
import { post } from './shared/post.ts'
import { colour, emoji, factsWithin, headline, isUrgent, message, title, tone } from './shared/alert-text.ts'
import { cut, escapeSlack, oneLine } from './shared/escape.ts'

export const slack = defineChannel({
  type: 'slack',
  title: 'Slack',
  category: 'chat',
  summary:
    'Sends messages to a Slack channel. At api.slack.com/apps create an app, enable "Incoming Webhooks", ' +
    'add one for the channel and copy its URL.',
  config: {
    url: hookUrl({ help: 'Address of the incoming webhook, such as https://hooks.slack.com/services/T…/B…/…' }),
    mention: text({
      advanced: false,
      help:
        'Who critical alerts mention: <!channel>, <!here>, or people and groups by ID, such as <@U012AB3CD> ' +
        'or <!subteam^S012AB3CD>',
      maxLength: 200,
    }),
  },
  send: (alert, { url, mention }, context) => post({ url, json: messageFor(alert, mention) }, context),
})

/** The blocks are inside an attachment, because only attachments have a colour. */
function messageFor(alert: Alert, mention: string | undefined): unknown {
  const call = mention && isUrgent(alert) ? `${mention} ` : ''
  return {
    text: `${call}${emoji[tone(alert)]} ${headingFor(alert)}`,
    attachments: [{ color: colour[tone(alert)], fallback: cut(headline(alert), 300), blocks: blocksFor(alert) }],
    unfurl_links: false,
    unfurl_media: false,
  }
}

function headingFor(alert: Alert): string {
  const { url } = alert.incident
  const name = cut(title(alert), 300, escapeSlack)
  return url ? `*<${escapeSlack(url)}|${name}>*` : `*${name}*`
}

function blocksFor(alert: Alert): unknown[] {
  const facts = factsWithin(alert, { short: 300, long: 1500 }, escapeSlack)
  const lines = facts.filter(({ short }) => !short)
  const cells = facts.filter(({ short }) => short)
  const footer = `${oneLine(alert.organization.name)} · ${utcText(alert.at)}`
  return [
    section({ text: mrkdwn(cut(message(alert), 2500, escapeSlack)) }),
    ...(cells.length > 0 ? [section({ fields: cells.map(({ label, value }) => mrkdwn(`*${label}*\n${value}`)) })] : []),
    ...lines.map(({ label, value }) => section({ text: mrkdwn(`*${label}*\n${value}`) })),
    { type: 'context', elements: [mrkdwn(cut(footer, 300, escapeSlack))] },
  ]
}

const mrkdwn = (words: string): unknown => ({ type: 'mrkdwn', text: words })

function section(content: Record<string, unknown>): unknown {
  return { type: 'section', ...content }
}
