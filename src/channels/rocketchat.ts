import { text } from '../domain/field.ts'
import { attachmentFor, lineFor } from './shared/attachment.ts'
import { defineChannel } from './define.ts'
import { hookUrl } from './shared/fields.ts'
import { type ReceiverResponse, type Objection, jsonIn, post } from './shared/post.ts'

export const rocketchat = defineChannel({
  type: 'rocketchat',
  title: 'Rocket.Chat',
  category: 'chat',
  summary:
    'Sends messages to a Rocket.Chat channel. In the administration choose "Integrations", "New", ' +
    '"Incoming", enable it, save, and copy the "Webhook URL".',
  config: {
    url: hookUrl({ help: 'Address of the integration, such as https://chat.example.com/hooks/…/…' }),
    channel: text({
      advanced: false,
      help: "Channel instead of the integration's own, such as #alerts, or @name for a person",
      maxLength: 100,
    }),
    username: text({
      label: 'Appears as',
      help: "Sender name of the messages; the integration's own if empty",
      maxLength: 64,
    }),
    mention: text({
      advanced: false,
      help: 'Who critical alerts mention, such as @all, @here or @ops',
      maxLength: 200,
    }),
  },
  recipient: ({ channel }) => channel || null,
  send: (alert, { url, channel, username, mention }, context) => {
    const json = {
      ...(channel ? { channel } : {}),
      ...(username ? { alias: username } : {}),
      text: lineFor(alert, mention),
      attachments: [attachmentFor(alert, context)],
    }
    return post({ url, json, objection }, context)
  },
})

/** The script of an integration can reject a message although the status is 200. */
function objection(response: ReceiverResponse): Objection | null {
  const { success, error } = (jsonIn(response) ?? {}) as { success?: unknown; error?: unknown }
  if (response.status !== 200 || success !== false) return null
  return {
    permanent: true,
    message: typeof error === 'string' && error !== '' ? error : 'the integration rejected the message',
  }
}
