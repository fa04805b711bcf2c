import { text } from '../domain/field.ts'
import { defineChannel } from './define.ts'
import { masked } from './shared/mask.ts'
import { secret, serverUrl } from './shared/fields.ts'
import { loginOf, loginProblems } from './shared/login.ts'
import { post } from './shared/post.ts'
import { details } from './shared/alert-facts.ts'
import { type AlertTone, title, tone } from './shared/alert-text.ts'
import { say } from './shared/alert-words.ts'
import { cutBytes } from './shared/escape.ts'
import { replyLinks } from './shared/reply-links.ts'

export const ntfy = defineChannel({
  type: 'ntfy',
  title: 'ntfy',
  category: 'phone',
  summary:
    'Sends a push to everyone who subscribes to a topic on ntfy.sh or your own server. ' +
    'Choose a topic that nobody can guess and subscribe to it in the app.',
  config: {
    url: serverUrl({ help: 'Address of the server', default: 'https://ntfy.sh' }),
    topic: secret({
      help: 'Topic to publish to; without accounts on the server it acts as the password',
      required: true,
      maxLength: 64,
      rule: (topic) => (/^[\w-]{1,64}$/.test(topic) ? null : 'must be 1-64 letters, digits, underscores and dashes'),
    }),
    token: secret({ help: 'Access token for a protected topic; it starts with tk_' }),
    username: text({ group: 'login', help: 'User, for a protected topic without a token', maxLength: 200 }),
    password: secret({ group: 'login', help: 'Password of that user' }),
  },
  examine: loginProblems,
  recipient: ({ topic }) => masked(topic),
  send: (alert, { url, topic, ...login }, context) => {
    const { priority, tags } = marks[tone(alert)]
    const link = alert.incident.url
    // Posted by the app, without a page that asks. Everyone who reads the topic can press it.
    const replies = replyLinks(alert, context, { actions: ['acknowledge'] }).map(({ label, url }) => {
      return { action: 'http', label, url, method: 'POST', clear: true }
    })
    const json = {
      topic,
      title: cutBytes(title(alert), 250),
      // ntfy turns a message over 4,096 bytes into a file, and rejects a request of twice that size.
      message: cutBytes(details(alert, 3000), 3000),
      priority,
      tags,
      ...(link ? { click: link } : {}),
      actions: [...replies, ...(link ? [{ action: 'view', label: say(alert, 'View incident'), url: link }] : [])],
    }
    return post({ url, json, login: loginOf(login), secrets: [topic] }, context)
  },
})

/** ntfy shows the tags that it knows as emoji. */
const marks: Readonly<Record<AlertTone, { priority: number; tags: string[] }>> = {
  critical: { priority: 5, tags: ['rotating_light'] },
  warning: { priority: 4, tags: ['warning'] },
  update: { priority: 2, tags: ['large_blue_circle'] },
  acknowledged: { priority: 2, tags: ['eyes'] },
  resolved: { priority: 3, tags: ['white_check_mark'] },
  test: { priority: 3, tags: ['bell'] },
}
