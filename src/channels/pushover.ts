import { createHash } from 'node:crypto'
import type { Alert } from '../domain/notifying/alert.ts'
import { choice, number, text } from '../domain/field.ts'
import { addressWithToken, receivePushoverReceipt } from './callbacks/pushover.ts'
import { type SendContext, defineChannel } from './define.ts'
import { below, secret, serverUrl } from './shared/fields.ts'
import { post } from './shared/post.ts'
import { details } from './shared/alert-facts.ts'
import { headline, isUrgent } from './shared/alert-text.ts'
import { say } from './shared/alert-words.ts'
import { cut } from './shared/escape.ts'

const key = (what: string) => (value: string) =>
  /^[A-Za-z0-9]{30}$/.test(value) ? null : `must be ${what} of 30 letters and digits`

export const pushover = defineChannel({
  type: 'pushover',
  title: 'Pushover',
  category: 'phone',
  summary:
    'Pushes to phones and desktops with Pushover. ' +
    'At pushover.net your user key is on the first page; "Create an Application" gives the token.',
  config: {
    token: secret({ help: 'API token of the application', required: true, rule: key('a token') }),
    user: secret({ help: 'Key of the user or group that receives the messages', required: true, rule: key('a key') }),
    device: text({
      help: 'Device name; separate several with commas, all devices if empty',
      maxLength: 200,
    }),
    sound: text({
      help: "Sound of critical alerts, such as siren; the user's own if empty",
      maxLength: 20,
    }),
    critical: choice(['high', 'emergency'], {
      label: 'Critical alerts',
      advanced: false,
      help:
        'How critical alerts arrive: high ignores quiet hours, emergency repeats until someone acknowledges it in ' +
        'Pushover or in Lapwing',
      default: 'high',
    }),
    retry_seconds: number({
      shownWhen: { key: 'critical', in: ['emergency'] },
      help: 'Seconds between the repeats of an emergency',
      min: 30,
      max: 10_800,
      default: 60,
    }),
    expire_seconds: number({
      shownWhen: { key: 'critical', in: ['emergency'] },
      help: 'Seconds after which an emergency stops repeating',
      min: 30,
      max: 10_800,
      default: 3600,
    }),
    url: serverUrl({ help: 'Address of the API', default: 'https://api.pushover.net' }),
  },
  takes: ['firing', 'acknowledged', 'resolved'],
  setsCallback: true,
  receive: receivePushoverReceipt,
  send: async (alert, config, context) => {
    const { token, user, url } = config
    const secrets = [token, user]
    // The tag identifies the repeating messages of an incident.
    const tag = createHash('sha256').update(context.dedupKey).digest('hex').slice(0, 32)
    if (alert.kind !== 'firing' && config.critical === 'emergency')
      await post({ url: below(url, `1/receipts/cancel_by_tag/${tag}.json`), form: { token }, secrets }, context)
    const repeats = {
      retry: String(config.retry_seconds),
      expire: String(config.expire_seconds),
      tags: tag,
      ...callbackOf(context),
    }
    const form = {
      token,
      user,
      ...contentOf(alert),
      priority: String(priorityOf(alert, config.critical)),
      ...(config.device ? { device: config.device } : {}),
      ...(config.sound && isUrgent(alert) ? { sound: config.sound } : {}),
      ...(config.critical === 'emergency' && isUrgent(alert) ? repeats : {}),
    }
    return post({ url: below(url, '1/messages.json'), form, secrets }, context)
  },
})

/** Pushover calls the address when someone acknowledges the emergency. */
function callbackOf({ reply }: SendContext): { callback?: string } {
  return reply ? { callback: addressWithToken(reply.callbackUrl, reply.token('acknowledge')) } : {}
}

function contentOf(alert: Alert): Record<string, string> {
  const { url } = alert.incident
  return {
    title: cut(headline(alert), 250),
    message: details(alert, 1024),
    timestamp: String(Math.floor(alert.at.getTime() / 1000)),
    ...(url && url.length <= 512 ? { url, url_title: say(alert, 'View incident') } : {}),
  }
}

function priorityOf(alert: Alert, critical: 'high' | 'emergency'): number {
  if (isUrgent(alert)) return critical === 'emergency' ? 2 : 1
  return alert.kind === 'acknowledged' || alert.isUpdate ? -1 : 0
}
