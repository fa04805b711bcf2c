import { createHmac } from 'node:crypto'
import type { Alert } from '../domain/notifying/alert.ts'
import { type SendContext, defineChannel } from './define.ts'
import { eventAgent, eventId, eventOf } from './shared/event.ts'
import { hookUrl, secret } from './shared/fields.ts'
import { post } from './shared/post.ts'

export const webhook = defineChannel({
  type: 'webhook',
  title: 'Webhook',
  category: 'webhook',
  summary:
    'Posts every incident event as JSON to your URL, signed if you set a secret. ' +
    'Use the same secret to verify the signature.',
  readBy: 'programs',
  isWebhook: true,
  isAddressReadable: true,
  config: {
    url: hookUrl({
      help:
        'Public HTTPS URL, not of Lapwing itself. ' +
        'HTTP and private addresses work only where private targets are allowed.',
    }),
    secret: secret({
      label: 'Signing secret',
      help:
        'Signs each delivery with HMAC-SHA256. Use any text, or a whsec_… key of Standard Webhooks. ' +
        'Leave empty to send unsigned.',
    }),
  },
  preview: eventOf,
  send: (alert, config, context) => {
    // Both signatures and the request read these bytes; each would otherwise encode the text again.
    const body = Buffer.from(JSON.stringify(eventOf(alert)))
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': eventAgent,
      ...(config.secret
        ? { 'X-Service-Signature': `sha256=${createHmac('sha256', config.secret).update(body).digest('hex')}` }
        : {}),
      ...standardHeaders(alert, body, config.secret, context),
    }
    return post({ url: config.url, headers, bytes: body, secrets: [config.secret] }, context)
  },
})

/** standardwebhooks.com: the id identifies the event, the timestamp is that of the attempt. */
function standardHeaders(
  alert: Alert,
  body: Buffer,
  key: string | undefined,
  { clock, dedupKey }: SendContext,
): Record<string, string> {
  const id = `msg_${eventId(alert, dedupKey)}`
  const timestamp = String(Math.floor(clock.now().getTime() / 1000))
  const signed = { 'webhook-id': id, 'webhook-timestamp': timestamp }
  if (!key) return signed
  const signature = createHmac('sha256', signingKey(key)).update(`${id}.${timestamp}.`).update(body).digest('base64')
  return { ...signed, 'webhook-signature': `v1,${signature}` }
}

/** A plain key stays a string: converting it to bytes takes four times as long as signing. */
function signingKey(key: string): string | Buffer {
  return key.startsWith('whsec_') ? Buffer.from(key.slice('whsec_'.length), 'base64') : key
}
