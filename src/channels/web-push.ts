import { createHash } from 'node:crypto'
import { text } from '../domain/field.ts'
import type { Alert } from '../domain/notifying/alert.ts'
import { encryptPush, isPushPoint, pushAuthorization } from '../protocols/web-push.ts'
import { DeliveryFailed, defineChannel } from './define.ts'
import { details } from './shared/alert-facts.ts'
import { isUrgent, title, tone } from './shared/alert-text.ts'
import { cutBytes } from './shared/escape.ts'
import { hookUrl, secret } from './shared/fields.ts'
import { replyLinks } from './shared/reply-links.ts'
import { type Objection, type ReceiverResponse, post } from './shared/post.ts'

const authBytes = 16
/** A page for a device that is offline for longer comes too late; the escalation has gone on. */
const ttlSeconds = 4 * 3600

export const webPush = defineChannel({
  type: 'web_push',
  title: 'Web push',
  category: 'phone',
  isDevice: true,
  summary:
    'Shows notifications on a phone or computer, even while the dashboard is closed. ' +
    'Add the device under My settings, Paging, in the browser that should receive them.',
  config: {
    url: hookUrl({ help: 'Address of the subscription at the push service of the browser' }),
    p256dh: secret({
      label: 'Public key',
      help: 'Public key of the subscription',
      required: true,
      maxLength: 100,
      rule: (key) => (isPushPoint(key) ? null : 'must be the p256dh key of a push subscription'),
    }),
    auth: secret({
      label: 'Authentication secret',
      help: 'Authentication secret of the subscription',
      required: true,
      maxLength: 50,
      rule: (value) =>
        /^[\w-]+$/.test(value) && Buffer.from(value, 'base64url').length === authBytes
          ? null
          : 'must be the auth secret of a push subscription',
    }),
    device: text({
      label: 'Device',
      help: 'Tells devices apart: the start of the SHA-256 hash of the address',
      maxLength: 22,
      rule: (value) => (/^[\w-]{22}$/.test(value) ? null : 'must be 22 characters of base64url'),
    }),
  },
  takes: ['firing', 'acknowledged', 'resolved'],
  inbox: { medium: 'push', key: 'url' },
  send: async (alert, { url, p256dh, auth }, context) => {
    const identity = await context.pushIdentity?.()
    if (!identity) throw new DeliveryFailed('this process has no keys for push services', { permanent: true })
    const topic = createHash('sha256').update(context.dedupKey).digest('base64url').slice(0, 32)
    const headers = {
      Authorization: pushAuthorization(identity, { url, contact: identity.contact, now: context.clock.now() }),
      'Content-Encoding': 'aes128gcm',
      TTL: String(ttlSeconds),
      Urgency: alert.kind === 'firing' ? 'high' : 'normal',
      // A message that waits for the device is replaced by the next one of the incident.
      Topic: topic,
    }
    const [person] = context.people
    const [reply] = replyLinks(alert, context, { actions: ['acknowledge'], ...(person && { person }) })
    const bytes = encryptPush(messageOf(alert, { topic, acknowledge: reply?.url }), { p256dh, auth })
    return post({ url, headers, bytes, objection: goneDevice }, context)
  },
})

const maxUrl = 500

/** The service worker of the dashboard reads it. JSON at most doubles the texts, so that everything fits. */
function messageOf(alert: Alert, { topic, acknowledge }: { topic: string; acknowledge: string | undefined }): Buffer {
  const { url } = alert.incident
  const message = {
    tag: topic,
    title: cutBytes(title(alert), 250),
    body: cutBytes(details(alert, 1000), 1000),
    url: url && url.length <= maxUrl ? url : null,
    tone: tone(alert),
    isUrgent: isUrgent(alert),
    acknowledge,
  }
  return Buffer.from(JSON.stringify(message))
}

const goneStatuses = [404, 410]

function goneDevice({ status }: ReceiverResponse): Objection | null {
  if (!goneStatuses.includes(status)) return null
  const message = 'the push service no longer knows this device, so it was disabled; add the device again'
  return { message, permanent: true, gone: true }
}
