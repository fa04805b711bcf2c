import { flag, list, number } from '../domain/field.ts'
import { DeliveryFailed, defineChannel } from './define.ts'
import { toEachNumber } from './phone/each-number.ts'
import { escapeHtml } from './shared/escape.ts'
import { secret } from './shared/fields.ts'
import { masked } from './shared/mask.ts'
import { shortText } from './shared/short-text.ts'
import { nobodyToWriteTo, numberOf, numbersOf, phoneNumber } from './phone/telephone.ts'
import { accountFields, element, postToTwilio, regionUrl, twiml, verifiedForm } from './phone/twilio.ts'

const usualLength = 480
const isService = (from: string): boolean => /^MG[0-9a-f]{32}$/.test(from)

export const twilioSms = defineChannel({
  type: 'twilio_sms',
  title: 'Text message (Twilio)',
  nameInSentence: 'text message',
  category: 'phone',
  summary:
    'Sends text messages through Twilio. The first page of the Twilio console shows the account SID and the auth token; ' +
    'the number that sends is one of "Phone Numbers", or a messaging service.',
  config: {
    ...accountFields,
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
    replies: flag({
      label: 'Reply 1 to acknowledge',
      help:
        'Recipients can reply 1 to acknowledge. In Twilio, set the callback address of this channel ' +
        'as the webhook of the number, under "A message comes in".',
      default: false,
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
    url: regionUrl,
  },
  inbox: { medium: 'text message', key: 'to', addressOf: numberOf },
  recipient: ({ to }, people) => numbersOf(to, people).map(masked).join(', ') || null,
  preview: (alert) => shortText(alert, usualLength),
  receive: async (request, config, { callbackUrl }) => {
    const form = verifiedForm(request, config, callbackUrl)
    const from = form.get('From') ?? ''
    // Strangers get no response: it would cost money, and tell them what the number is for.
    if (config.to.length > 0 && !config.to.includes(from)) return { replies: [], respond: () => twiml() }
    const action = actionOf(form.get('Body') ?? '')
    if (action === null) return { replies: [], respond: () => message(help) }
    const about = { latestPageTo: from, mustBeContact: config.to.length === 0 }
    const replayKey = form.get('MessageSid') ?? ''
    return {
      replies: [{ action, about, by: { name: null, phone: from }, replayKey }],
      respond: ([result]) =>
        !result || result.outcome === 'replayed' || (result.outcome === 'unknown' && about.mustBeContact)
          ? twiml()
          : message(result.sentence),
    }
  },
  send: async (alert, config, context) => {
    const to = numbersOf(config.to, context.people)
    if (to.length === 0) throw new DeliveryFailed(nobodyToWriteTo, { permanent: true })
    const { from, replies } = config
    const hint = replies && context.reply !== null && alert.kind === 'firing' ? '\nReply 1 to acknowledge' : ''
    const form = {
      ...(isService(from) ? { MessagingServiceSid: from } : { From: from }),
      Body: shortText(alert, config.max_length - hint.length) + hint,
    }
    return toEachNumber(to, 'messages were sent', (number) =>
      postToTwilio('Messages', config, { form: { ...form, To: number }, secrets: [from, ...to] }, context),
    )
  },
})

const help = 'Reply 1 to acknowledge the latest alert that was sent to this number, or 2 to pass it on.'
const message = (text: string) => twiml(element('Message', {}, escapeHtml(text)))

function actionOf(body: string): 'acknowledge' | 'pass-on' | null {
  const word = body.trim().toLowerCase()
  if (/^(1|ack|acknowledge)[.!]?$/.test(word)) return 'acknowledge'
  return /^2[.!]?$/.test(word) ? 'pass-on' : null
}
