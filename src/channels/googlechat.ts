import type { Alert } from '../domain/notifying/alert.ts'
import { type SendContext, defineChannel } from './define.ts'
import { hookUrl } from './shared/fields.ts'
import { post } from './shared/post.ts'
import { factsWithin } from './shared/alert-facts.ts'
import { headline, body, timeText } from './shared/alert-text.ts'
import { say } from './shared/alert-words.ts'
import { cut, escapeHtml, oneLine } from './shared/escape.ts'
import { replyLinks } from './shared/reply-links.ts'

export const googlechat = defineChannel({
  type: 'googlechat',
  title: 'Google Chat',
  category: 'chat',
  summary:
    'Sends messages to a Google Chat space, one thread per incident. ' +
    'In the space\'s menu choose "Apps & integrations", "Webhooks", add one and copy its URL.',
  config: {
    url: hookUrl({ help: 'Address of the webhook, such as https://chat.googleapis.com/v1/spaces/…/messages?…' }),
  },
  send: (alert, { url }, context) =>
    post(
      { url: threaded(url), json: { ...messageFor(alert, context), thread: { threadKey: context.dedupKey } } },
      context,
    ),
})

function threaded(hook: string): string {
  const url = new URL(hook)
  url.searchParams.set('messageReplyOption', 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD')
  return url.href
}

// A message holds at most 32,000 bytes.
const limits = { short: 150, long: 800 }

function messageFor(alert: Alert, context: SendContext): Record<string, unknown> {
  const { incident, organization } = alert
  const facts = factsWithin(alert, limits, escapeHtml).map(({ label, value }) => ({
    decoratedText: { topLabel: label, text: value, wrapText: true },
  }))
  const { url } = incident
  const links = [...replyLinks(alert, context), ...(url ? [{ label: say(alert, 'View incident'), url }] : [])]
  const buttons = links.map(({ label, url }) => ({ text: label, onClick: { openLink: { url } } }))
  const widgets = [
    { textParagraph: { text: cut(body(alert), 2000, escapeHtml) } },
    ...facts,
    ...(buttons.length > 0 ? [{ buttonList: { buttons } }] : []),
  ]
  const header = {
    title: cut(headline(alert), 200),
    subtitle: cut(`${oneLine(organization.name)} · ${timeText(alert, alert.at)}`, 200),
  }
  return {
    fallbackText: cut(headline(alert), 300),
    cardsV2: [{ cardId: 'alert', card: { header, sections: [{ widgets }] } }],
  }
}
