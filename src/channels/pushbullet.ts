import { text } from '../domain/field.ts'
import { defineChannel } from './define.ts'
import { eventId } from './shared/event.ts'
import { below, secret, serverUrl } from './shared/fields.ts'
import { post } from './shared/post.ts'
import { details } from './shared/alert-facts.ts'
import { headline } from './shared/alert-text.ts'
import { cut } from './shared/escape.ts'
import { withAcknowledgeLink } from './shared/reply-links.ts'

export const pushbullet = defineChannel({
  type: 'pushbullet',
  title: 'Pushbullet',
  category: 'phone',
  summary:
    'Pushes to phones and desktops with Pushbullet. ' +
    'At pushbullet.com choose "Settings", "Account", "Create Access Token".',
  config: {
    access_token: secret({ help: 'Access token of the sending account', required: true }),
    device: text({ help: 'Identifier of one device; all devices if empty', maxLength: 100 }),
    channel: text({ help: 'Tag of your channel, whose subscribers receive the push', maxLength: 100 }),
    url: serverUrl({ help: 'Address of the API', default: 'https://api.pushbullet.com' }),
  },
  examine: ({ device, channel }) => (device && channel ? ['channel: cannot be set together with device'] : []),
  send: (alert, { access_token, device, channel, url }, context) => {
    const link = alert.incident.url
    const json = {
      type: link ? 'link' : 'note',
      title: cut(headline(alert), 250),
      body: withAcknowledgeLink(alert, context, { limit: 4000, text: (limit) => details(alert, limit) }),
      ...(link ? { url: link } : {}),
      ...(device ? { device_iden: device } : {}),
      ...(channel ? { channel_tag: channel } : {}),
      // Pushbullet shows a push that is sent twice only once.
      guid: eventId(alert, context.dedupKey),
    }
    return post({ url: below(url, 'v2/pushes'), headers: { 'Access-Token': access_token }, json }, context)
  },
})
