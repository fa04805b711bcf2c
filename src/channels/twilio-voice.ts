import { flag, number } from '../domain/field.ts'
import { CallbackRefused, DeliveryFailed, defineChannel } from './define.ts'
import {
  type CallEvent,
  callFields,
  callTexts,
  callbackOf,
  callsIn,
  isMachine,
  repliesTo,
  unreachedBy,
} from './phone/call.ts'
import { toEachNumber } from './phone/each-number.ts'
import { escapeHtml } from './shared/escape.ts'
import { secret } from './shared/fields.ts'
import { masked } from './shared/mask.ts'
import { spokenText } from './phone/spoken.ts'
import { nobodyToCall, numberOf, numbersOf, phoneNumber } from './phone/telephone.ts'
import { accountFields, element, postToTwilio, regionUrl, twiml, twimlDocument, verifiedForm } from './phone/twilio.ts'

export const twilioVoice = defineChannel({
  type: 'twilio_voice',
  title: 'Phone call (Twilio)',
  nameInSentence: 'phone call',
  category: 'phone',
  summary:
    'Calls people through Twilio and reads the alert to them: 1 acknowledges it, 2 passes it on. The first page of the ' +
    'Twilio console shows the account SID and the auth token; the number that calls is one of "Phone Numbers".',
  readBy: 'pagers',
  takes: ['firing'],
  config: {
    ...accountFields,
    from: secret({
      label: 'Number that calls',
      help: 'Number that calls, such as +15005550006',
      required: true,
      maxLength: 16,
      rule: (from) => phoneNumber.safeParse(from).error?.issues[0]?.message ?? null,
    }),
    ...callFields,
    ring_seconds: number({
      label: 'Let it ring',
      unit: 'seconds',
      help: 'How long it rings before nobody answered; keep it shorter than the delay of the voicemail',
      min: 5,
      max: 120,
      default: 25,
    }),
    detect_machines: flag({
      label: 'Detect voicemail',
      help: 'Treat a call that a machine answers as not answered. Twilio charges extra for this.',
      default: true,
    }),
    url: regionUrl,
  },
  inbox: { medium: 'call', key: 'to', addressOf: numberOf },
  recipient: ({ to }, people) => numbersOf(to, people).map(masked).join(', ') || null,
  preview: spokenText,
  setsCallback: true,
  receive: async (request, config, { callbackUrl }) => {
    const form = verifiedForm(request, config, callbackUrl)
    const event = eventOf(form, request.url.searchParams)
    if (event.digits === null) return { replies: [], unreached: unreachedBy(event) }
    if (isMachine(event)) return { replies: [], respond: () => twiml(hangUp) }
    return {
      replies: repliesTo(event),
      respond: ([result]) =>
        result
          ? twiml(say(result.sentence), hangUp)
          : twiml(...askForKey([], callbackUrl + request.url.search, config.language)),
    }
  },
  send: async (alert, config, context) => {
    const to = numbersOf(config.to, context.people)
    if (to.length === 0) throw new DeliveryFailed(nobodyToCall, { permanent: true })
    const { from, language, ring_seconds, detect_machines } = config
    const callback = callbackOf(context, to.length)
    const form = {
      From: from,
      Twiml: scriptOf(spokenText(alert), callback, language),
      Timeout: String(ring_seconds),
      ...(callback ? { StatusCallback: callback, StatusCallbackMethod: 'POST' } : {}),
      ...(detect_machines ? { MachineDetection: 'DetectMessageEnd' } : {}),
    }
    return toEachNumber(to, 'calls were made', (number) =>
      postToTwilio('Calls', config, { form: { ...form, To: number }, secrets: [from, ...to] }, context),
    )
  },
})

const say = (text: string, language = callTexts.en.language): string => element('Say', { language }, escapeHtml(text))
const pause = element('Pause', { length: '1' })
const hangUp = element('Hangup', {})

/** It is part of the request, so that a call speaks even if Twilio cannot reach this server. */
function scriptOf(text: string, callback: string | null, language: 'en' | 'de'): string {
  if (callback === null) return twimlDocument(say(text), pause, say(text))
  return twimlDocument(...askForKey([say(text)], callback, language))
}

/** Reads everything twice while it waits for a key. */
function askForKey(opening: readonly string[], action: string, language: 'en' | 'de'): string[] {
  const { menu, nothingPressed, language: spoken } = callTexts[language]
  const once = [...opening, say(menu, spoken)]
  const keys = { input: 'dtmf', numDigits: '1', timeout: '8', action, method: 'POST' }
  return [element('Gather', keys, ...once, pause, ...once), say(nothingPressed, spoken)]
}

function eventOf(form: URLSearchParams, query: URLSearchParams): CallEvent {
  const [callId, dedupKey] = [form.get('CallSid'), query.get('key')]
  if (!callId || !dedupKey) throw new CallbackRefused('The request names no call, or no incident', 400)
  return {
    callId,
    dedupKey,
    phone: form.get('To') ?? '',
    digits: form.get('Digits'),
    status: form.get('CallStatus'),
    answeredBy: form.get('AnsweredBy'),
    calls: callsIn(query),
  }
}
