import { list, number, text } from '../domain/field.ts'
import type { Login } from '../net/index.ts'
import { DeliveryFailed, type Receipt, type SendContext, defineChannel } from './define.ts'
import { below, secret, serverUrl } from './shared/fields.ts'
import { type ReceiverResponse, type Objection, jsonIn, post } from './shared/post.ts'
import { shortText } from './shared/short-text.ts'
import { masked } from './shared/mask.ts'
import { nobodyToCall, numbersOf, phoneNumber } from './shared/telephone.ts'
import { cut } from './shared/escape.ts'

const sid = (prefix: string, what: string) => (value: string) =>
  new RegExp(`^${prefix}[0-9a-f]{32}$`).test(value) ? null : `must be ${what}: ${prefix} and 32 digits of 0-9 and a-f`

const usualLength = 480
const isService = (from: string): boolean => /^MG[0-9a-f]{32}$/.test(from)

export const twilioSms = defineChannel({
  type: 'twilio_sms',
  title: 'Text message (Twilio)',
  category: 'phone',
  summary:
    'Sends text messages through Twilio. The first page of the Twilio console shows the account SID and the auth token; ' +
    'the number that sends is one of "Phone Numbers", or a messaging service.',
  config: {
    account_sid: text({
      help: 'SID of the account (starts with AC)',
      required: true,
      maxLength: 34,
      rule: sid('AC', 'an account SID'),
    }),
    auth_token: secret({ help: 'Auth token of the account, or the secret of the API key', required: true }),
    api_key_sid: text({
      help: 'SID of an API key (starts with SK), to sign in with a key instead of the account',
      maxLength: 34,
      rule: sid('SK', 'the SID of an API key'),
    }),
    from: secret({
      help:
        'Who sends: a number such as +15005550006, a short code, a name of up to 11 letters, ' +
        'or a messaging service (MG…)',
      required: true,
      maxLength: 34,
      rule: (from) =>
        isService(from) || /^(\+[1-9]\d{6,14}|\d{3,8}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/.test(from)
          ? null
          : 'must be a number with its country code, a short code, a name of up to 11 letters, or a messaging service',
    }),
    to: list(phoneNumber, {
      help: 'Numbers with country codes. Leave empty to write to the members of the contact groups.',
      maxItems: 20,
      secret: true,
      default: [],
    }),
    max_length: number({
      label: 'Longest message',
      unit: 'characters',
      help:
        'Longest message, in characters: one text message is billed for every 153 of them, ' +
        'or every 67 with letters beyond GSM',
      min: 100,
      max: 1600,
      default: usualLength,
    }),
    url: serverUrl({
      help: 'Address of the API; another one for a region, such as https://api.dublin.ie1.twilio.com',
      default: 'https://api.twilio.com',
    }),
  },
  recipient: ({ to }, people) => numbersOf(to, people).map(masked).join(', ') || null,
  preview: (alert) => shortText(alert, usualLength),
  send: async (alert, config, context) => {
    const to = numbersOf(config.to, context.people)
    if (to.length === 0) throw new DeliveryFailed(nobodyToCall, { permanent: true })
    const { account_sid, auth_token, api_key_sid, from } = config
    const message = {
      url: below(config.url, `2010-04-01/Accounts/${account_sid}/Messages.json`),
      login: { kind: 'basic', username: api_key_sid ?? account_sid, password: auth_token },
      form: {
        ...(isService(from) ? { MessagingServiceSid: from } : { From: from }),
        Body: shortText(alert, config.max_length),
      },
      secrets: [from, ...to],
    } as const
    return sendToAll(to, message, context)
  },
})

interface SmsRequest {
  readonly url: string
  readonly login: Login
  readonly form: Readonly<Record<string, string>>
  readonly secrets: readonly string[]
}

const atOnce = 20

/** Twilio accepts one recipient per request. */
async function sendToAll(to: readonly string[], message: SmsRequest, context: SendContext): Promise<Receipt> {
  const sendTo = (number: string): Promise<Receipt> =>
    post({ ...message, form: { ...message.form, To: number }, objection }, context)
  const tries: PromiseSettledResult<Receipt>[] = []
  for (let at = 0; at < to.length; at += atOnce)
    tries.push(...(await Promise.allSettled(to.slice(at, at + atOnce).map(sendTo))))
  const failures = tries.flatMap((tried, index) =>
    tried.status === 'rejected' ? [{ reason: tried.reason as unknown, to: masked(to[index] as string) }] : [],
  )
  const bug = failures.find(({ reason }) => !(reason instanceof DeliveryFailed))
  if (bug) throw bug.reason
  if (failures.length > 0) throw failure(failures as { reason: DeliveryFailed; to: string }[], to.length)
  const [first] = tries
  const httpStatus = first?.status === 'fulfilled' ? first.value.httpStatus : null
  return { httpStatus }
}

function failure(failures: readonly { reason: DeliveryFailed; to: string }[], all: number): DeliveryFailed {
  const first = failures[0]!.reason
  if (failures.length === all && failures.every(({ reason }) => reason.message === first.message)) return first
  const taken = all - failures.length
  const details = failures
    .slice(0, 2)
    .map(({ reason, to }) => `${to}: ${reason.message}`)
    .join('; ')
  // Twilio does not deduplicate: a retry would send the message, and charge for it, a second time.
  const permanent = taken > 0 || failures.every(({ reason }) => reason.permanent)
  const retryAfterMs = Math.max(...failures.map(({ reason }) => reason.retryAfterMs ?? 0)) || undefined
  const message = cut(`${taken} of ${all} messages were sent; ${details}`, 250)
  return new DeliveryFailed(message, { permanent, httpStatus: first.httpStatus, retryAfterMs })
}

function objection(response: ReceiverResponse): Objection | null {
  const { code, message, status, error_code, error_message } = (jsonIn(response) ?? {}) as Record<string, unknown>
  if (response.status >= 300) return typeof message === 'string' ? { message: `${message} (${String(code)})` } : null
  // Some messages fail at once: Twilio accepts them with 201 and reports the error in the body.
  if (status !== 'failed' && status !== 'undelivered') return null
  return { permanent: true, message: `${String(error_message ?? status)} (${String(error_code)})` }
}
