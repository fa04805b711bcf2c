import { createHmac } from 'node:crypto'
import type { Alert } from '../domain/notifying/alert.ts'
import { flag } from '../domain/field.ts'
import { type SendContext, defineChannel } from './define.ts'
import { hookUrl, secret } from './shared/fields.ts'
import { type ReceiverResponse, type Objection, jsonIn, post } from './shared/post.ts'
import { factsWithin } from './shared/alert-facts.ts'
import { headline, isUrgent, body } from './shared/alert-text.ts'
import { cut, escapeMarkdown } from './shared/escape.ts'
import { markdownReply } from './shared/reply-links.ts'

export const dingtalk = defineChannel({
  type: 'dingtalk',
  title: 'DingTalk',
  category: 'chat',
  summary:
    'Sends messages to a DingTalk group. In the group settings choose "Bots", "Add Robot", "Custom" with ' +
    '"Additional Signature", then copy the secret and the URL.',
  config: {
    url: hookUrl({ help: 'Address of the robot, such as https://oapi.dingtalk.com/robot/send?access_token=…' }),
    secret: secret({ help: 'Secret of the additional signature, which starts with SEC; unsigned if empty' }),
    mention_all: flag({ help: 'Notify everyone in the group of critical alerts', default: false }),
  },
  send: (alert, { url, secret: key, mention_all }, context) => {
    const json = {
      msgtype: 'markdown',
      markdown: { title: cut(headline(alert), 100), text: markdownFor(alert, context) },
      at: { isAtAll: mention_all && isUrgent(alert) },
    }
    return post({ url: signed(url, key, context), json, secrets: [key], objection }, context)
  },
})

function signed(hook: string, key: string | undefined, { clock }: SendContext): string {
  if (!key) return hook
  const url = new URL(hook)
  const timestamp = String(clock.now().getTime())
  url.searchParams.set('timestamp', timestamp)
  url.searchParams.set('sign', createHmac('sha256', key).update(`${timestamp}\n${key}`).digest('base64'))
  return url.href
}

// The robot accepts requests of up to 20,000 bytes.
function markdownFor(alert: Alert, context: SendContext): string {
  const { url } = alert.incident
  const facts = factsWithin(alert, { short: 80, long: 250 }, escapeMarkdown).map(
    ({ label, value }) => `- **${label}**: ${value}`,
  )
  const link = url ? [`[Open the incident](${url.replaceAll(')', '%29')})`] : []
  const heading = `### ${cut(headline(alert), 200, escapeMarkdown)}`
  return [heading, cut(body(alert), 1000, escapeMarkdown), facts.join('\n'), ...link, ...markdownReply(alert, context)]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** Busy, too fast, over a limit: all of these are temporary. */
const passing = new Set([-1, 90018, 90030, 130101, 410100, 460101])

/** The status is always 200. */
function objection(response: ReceiverResponse): Objection | null {
  if (response.status >= 300) return null
  const { errcode, errmsg } = (jsonIn(response) ?? {}) as Record<string, unknown>
  if (errcode === 0) return null
  if (typeof errcode !== 'number') return { message: 'the response does not confirm the message' }
  const reason = typeof errmsg === 'string' ? errmsg : ''
  return { permanent: !passing.has(errcode), message: `${reason} (${errcode})`.trim() }
}
