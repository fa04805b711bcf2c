import { text } from '../domain/field.ts'
import { attachmentFor, lineFor } from './shared/attachment.ts'
import { defineChannel } from './define.ts'
import { hookUrl } from './shared/fields.ts'
import { post } from './shared/post.ts'
import { headline } from './shared/alert-text.ts'
import { cut } from './shared/escape.ts'

export const mattermost = defineChannel({
  type: 'mattermost',
  title: 'Mattermost',
  category: 'chat',
  summary:
    'Sends messages to a Mattermost channel. In its menu choose "Integrations", "Incoming Webhooks", "Add ' +
    'Incoming Webhook" and copy the URL.',
  config: {
    url: hookUrl({ help: 'Address of the incoming webhook, such as https://chat.example.com/hooks/…' }),
    channel: text({
      advanced: false,
      help: "Channel instead of the webhook's own, such as town-square, or @name for a person",
      maxLength: 100,
    }),
    username: text({
      label: 'Appears as',
      help: 'Sender name of the messages, if the server lets webhooks choose it',
      maxLength: 64,
    }),
    mention: text({ advanced: false, help: 'Who critical alerts mention, such as @channel or @ops', maxLength: 200 }),
  },
  recipient: ({ channel }) => channel || null,
  send: (alert, { url, channel, username, mention }, context) => {
    const json = {
      ...(channel ? { channel } : {}),
      ...(username ? { username } : {}),
      text: lineFor(alert, mention),
      attachments: [{ fallback: cut(headline(alert), 300), ...attachmentFor(alert, context) }],
    }
    return post({ url, json }, context)
  },
})
