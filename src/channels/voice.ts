import { text } from '../domain/field.ts'
import { parseJson, usualLimits } from '../domain/limits/json-limits.ts'
import { CallbackRefused, type CallbackRequest, DeliveryFailed, defineChannel } from './define.ts'
import { type CallEvent, callFields, callTexts, callbackOf, callsIn, repliesTo, unreachedBy } from './phone/call.ts'
import { toEachNumber } from './phone/each-number.ts'
import { isSame } from './callbacks/verify.ts'
import { secret } from './shared/fields.ts'
import { masked } from './shared/mask.ts'
import { fillingFor, ownPlaceholders } from './shared/placeholders.ts'
import { post } from './shared/post.ts'
import { requestFields, requestFrom, requestProblems } from './shared/request-template.ts'
import { spokenText } from './phone/spoken.ts'
import { nobodyToCall, numberOf, numbersOf } from './phone/telephone.ts'

/** Placeholders of a call, besides those of every custom request. */
const callPlaceholders = ['to', 'spoken', 'menu', 'language', 'callback_url'] as const
const own = [...Object.keys(ownPlaceholders), ...callPlaceholders]

const usual = `{
  "to": "{{to}}",
  "text": "{{spoken}}",
  "menu": "{{menu}}",
  "language": "{{language}}",
  "callback_url": "{{callback_url}}"
}`

export const voice = defineChannel({
  type: 'voice',
  title: 'Phone call (HTTP)',
  nameInSentence: 'phone call',
  category: 'phone',
  summary:
    'Asks a telephone provider of your choice, or your own exchange, to call people and read the alert to them. ' +
    'You write the request; the provider reports the pressed key to the callback address.',
  readBy: 'pagers',
  takes: ['firing'],
  config: {
    ...requestFields,
    body: text({
      advanced: false,
      help: 'Body with placeholders: {{to}} for the number, {{spoken}} for the text, {{menu}} for what the keys do',
      maxLength: 20_000,
      default: usual,
    }),
    secret: secret({
      help: 'Replaces {{secret}}, so that the body does not have to contain a key',
      maxLength: 1000,
    }),
    ...callFields,
    callback_secret: secret({
      label: 'Callback secret',
      help: 'The provider sends it with every callback, as a bearer token. Without it, keys do nothing.',
      minLength: 16,
      maxLength: 200,
    }),
  },
  examine: (config) => requestProblems({ ...config, body: config.body ?? usual }, own),
  inbox: { medium: 'call', key: 'to', addressOf: numberOf },
  recipient: ({ to }, people) => numbersOf(to, people).map(masked).join(', ') || null,
  preview: spokenText,
  setsCallback: true,
  receive: async (request, { callback_secret }) => {
    const event = eventOf(verifiedFields(request, callback_secret), request.url.searchParams)
    const unreached = event.digits === null ? unreachedBy(event) : []
    return {
      replies: repliesTo(event),
      unreached,
      respond: ([result]) => ({ status: 200, body: JSON.stringify({ say: result?.sentence ?? null }) }),
    }
  },
  send: async (alert, { secret: key = '', to: numbers, language, callback_secret, ...request }, context) => {
    const to = numbersOf(numbers, context.people)
    if (to.length === 0) throw new DeliveryFailed(nobodyToCall, { permanent: true })
    const callback = (callback_secret && callbackOf(context, to.length)) || ''
    const { menu, language: spoken } = callTexts[language]
    const values = {
      secret: key,
      key: context.dedupKey,
      spoken: spokenText(alert),
      menu: callback === '' ? '' : menu,
      language: spoken,
      callback_url: callback,
    }
    return toEachNumber(to, 'calls were made', (number) =>
      post({ ...requestFrom(request, fillingFor(alert, { ...values, to: number })), secrets: [key, ...to] }, context),
    )
  },
})

/** JSON or a form. */
function verifiedFields({ method, headers, body }: CallbackRequest, secret: string | undefined): Map<string, string> {
  if (method !== 'POST') throw new CallbackRefused('Send callbacks with POST', 400)
  if (secret === undefined) throw new CallbackRefused('The channel has no callback secret', 403)
  if (!isSame(headers.get('authorization') ?? '', `Bearer ${secret}`))
    throw new CallbackRefused('The bearer token is not the callback secret', 401)
  if (!/\bjson\b/i.test(headers.get('content-type') ?? '')) return new Map(new URLSearchParams(body.toString()))
  const values = objectIn(body.toString())
  return new Map(Object.entries(values).flatMap(([key, value]) => (value === null ? [] : [[key, String(value)]])))
}

function objectIn(json: string): object {
  try {
    const value = parseJson(Buffer.from(json), usualLimits)
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Falls through to the refusal.
  }
  throw new CallbackRefused('The body must be a JSON object or a form', 400)
}

function eventOf(fields: ReadonlyMap<string, string>, query: URLSearchParams): CallEvent {
  const [callId, dedupKey] = [fields.get('call'), query.get('key')]
  if (!callId || !dedupKey) throw new CallbackRefused('The body needs `call`, and the address its `key`', 400)
  return {
    callId: callId.slice(0, 200),
    dedupKey,
    phone: fields.get('to') ?? '',
    digits: fields.get('digits') ?? null,
    status: fields.get('status') ?? null,
    answeredBy: fields.get('answered_by') ?? null,
    calls: callsIn(query),
  }
}
