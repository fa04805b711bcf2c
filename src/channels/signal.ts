import { z } from 'zod'
import type { Alert } from '../domain/notifying/alert.ts'
import { list, text } from '../domain/field.ts'
import { DeliveryFailed, type SendContext, defineChannel } from './define.ts'
import { below, secret, serverUrl } from './shared/fields.ts'
import { type ReceiverResponse, type Objection, jsonIn, post } from './shared/post.ts'
import { masked } from './shared/mask.ts'
import { nobodyToWriteTo, numberOf, numbersOf, phoneNumber } from './phone/telephone.ts'
import { plainText } from './shared/alert-facts.ts'
import { headline } from './shared/alert-text.ts'
import { cut } from './shared/escape.ts'
import { withAcknowledgeLink } from './shared/reply-links.ts'

const recipient = z.union([phoneNumber, z.string().regex(/^group\.[\w+/=-]{10,200}$/)], {
  error: 'must be a number with its country code, or the id of a group (group.…)',
})

export const signal = defineChannel({
  type: 'signal',
  title: 'Signal',
  category: 'chat',
  summary:
    'Sends messages to people and groups in Signal through your own signal-cli-rest-api ' +
    '(bbernhard/signal-cli-rest-api), where the sending number is registered or linked. ' +
    'GET /v1/groups/<number> there lists the group IDs.',
  config: {
    url: serverUrl({ help: 'Address of the signal-cli-rest-api, such as https://signal.example.com', required: true }),
    number: secret({
      help: 'Sending number with its country code, such as +491701234567',
      required: true,
      maxLength: 16,
      rule: (number) => phoneNumber.safeParse(number).error?.issues[0]?.message ?? null,
    }),
    recipients: list(recipient, {
      help: 'Numbers with country codes and group IDs (group.…); if empty, the members of the contact groups',
      maxItems: 50,
      secret: true,
      default: [],
    }),
    username: text({ help: 'User, if a proxy in front of it requires one', maxLength: 200 }),
    password: secret({ help: 'Password of that user' }),
  },
  examine: ({ username, password }) =>
    Boolean(username) === Boolean(password) ? [] : ['password: must be set together with username'],
  inbox: { medium: 'signal', key: 'recipients', addressOf: numberOf },
  recipient: ({ recipients }, people) => numbersOf(recipients, people).map(maskedRecipient).join(', ') || null,
  send: async (alert, { url, number, recipients, username, password }, context) => {
    const to = numbersOf(recipients, context.people)
    if (to.length === 0) throw new DeliveryFailed(nobodyToWriteTo, { permanent: true })
    const json = { number, recipients: to, text_mode: 'normal', message: textFor(alert, context) }
    const login = username && password ? ({ kind: 'basic', username, password } as const) : undefined
    return post({ url: below(url, 'v2/send'), json, login, secrets: [number, ...to], objection }, context)
  },
})

// Signal turns a message over 2,000 characters into a file.
function textFor(alert: Alert, context: SendContext): string {
  const first = cut(headline(alert), 200)
  const text = (limit: number): string => plainText(alert, limit)
  return `${first}\n${withAcknowledgeLink(alert, context, { limit: 1999 - first.length, text })}`
}

function maskedRecipient(to: string): string {
  return to.startsWith('group.') ? 'a group' : masked(to)
}

/** Network errors, which signal-cli-rest-api reports with status 400 like all others. */
const passing = /timed? ?out|connection|network|unreachable|rate.?limit/i

function objection(response: ReceiverResponse): Objection | null {
  const { error, errors } = (jsonIn(response) ?? {}) as { error?: unknown; errors?: unknown }
  // Some recipients were reached: a retry would send to them twice.
  if (response.status < 300 && isAnything(errors))
    return { permanent: true, message: withoutNumbers(`some recipients were not reached: ${JSON.stringify(errors)}`) }
  if (response.status !== 400 || typeof error !== 'string') return null
  return { message: withoutNumbers(error), permanent: !passing.test(error) }
}

/** An error may name members of a group who are not in the config. */
const withoutNumbers = (text: string): string => text.replace(/\+\d{7,15}/g, masked)

function isAnything(errors: unknown): boolean {
  return typeof errors === 'object' && errors !== null && Object.keys(errors).length > 0
}
