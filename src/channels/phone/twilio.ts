// What the channels of Twilio share: the account, requests to its API, and the signature of its callbacks.
import { createHmac } from 'node:crypto'
import { text } from '../../domain/field.ts'
import {
  type CallbackRequest,
  CallbackRefused,
  type CallbackResponse,
  type Receipt,
  type SendContext,
} from '../define.ts'
import { escapeHtml } from '../shared/escape.ts'
import { isSame } from '../callbacks/verify.ts'
import { below, secret, serverUrl } from '../shared/fields.ts'
import { type Objection, type ReceiverResponse, jsonIn, post } from '../shared/post.ts'

const sid = (prefix: string, what: string) => (value: string) =>
  new RegExp(`^${prefix}[0-9a-f]{32}$`).test(value) ? null : `must be ${what}: ${prefix} and 32 digits of 0-9 and a-f`

export const accountFields = {
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
  signing_token: secret({
    label: 'Token that verifies replies',
    help: 'Auth token of the account, which verifies replies; only needed if you sign in with an API key',
  }),
}

export const regionUrl = serverUrl({
  help: 'Address of the API; another one for a region, such as https://api.dublin.ie1.twilio.com',
  default: 'https://api.twilio.com',
})

interface TwilioAccount {
  readonly account_sid: string
  readonly auth_token: string
  readonly api_key_sid?: string | undefined
  readonly signing_token?: string | undefined
}

/** Creates a message or a call. */
export function postToTwilio(
  resource: 'Messages' | 'Calls',
  { account_sid, auth_token, api_key_sid, url }: TwilioAccount & { readonly url: string },
  { form, secrets }: { form: Readonly<Record<string, string>>; secrets: readonly string[] },
  context: SendContext,
): Promise<Receipt> {
  return post(
    {
      url: below(url, `2010-04-01/Accounts/${account_sid}/${resource}.json`),
      login: { kind: 'basic', username: api_key_sid ?? account_sid, password: auth_token },
      form,
      secrets,
      objection,
    },
    context,
  )
}

function objection(response: ReceiverResponse): Objection | null {
  const { code, message, status, error_code, error_message } = (jsonIn(response) ?? {}) as Record<string, unknown>
  if (response.status >= 300) return typeof message === 'string' ? { message: `${message} (${String(code)})` } : null
  // Some messages fail at once: Twilio accepts them with 201 and reports the error in the body.
  if (status !== 'failed' && status !== 'undelivered') return null
  return { permanent: true, message: `${String(error_message ?? status)} (${String(error_code)})` }
}

/** The parameters of a callback, after its X-Twilio-Signature was verified. */
export function verifiedForm(
  { method, url, headers, body }: CallbackRequest,
  { account_sid, auth_token, api_key_sid, signing_token }: TwilioAccount,
  callbackUrl: string,
): URLSearchParams {
  if (method !== 'POST') throw new CallbackRefused('Set the method of the webhook to HTTP POST', 400)
  const key = signing_token ?? (api_key_sid === undefined ? auth_token : null)
  if (key === null)
    throw new CallbackRefused('The channel has no auth token of the account, which verifies replies', 403)
  const form = new URLSearchParams(body.toString())
  const given = headers.get('x-twilio-signature') ?? ''
  if (!addressesOf(callbackUrl + url.search).some((address) => isSame(given, signature(key, address, form))))
    throw new CallbackRefused('The signature does not match', 403)
  if (form.get('AccountSid') !== account_sid) throw new CallbackRefused('The request is from another account', 403)
  return form
}

/** HMAC-SHA1 over the address and the parameters, sorted by name, without separators. */
function signature(key: string, address: string, form: URLSearchParams): string {
  const names = [...new Set(form.keys())].toSorted()
  const text = names.flatMap((name) => [...new Set(form.getAll(name))].toSorted().map((value) => name + value)).join('')
  return createHmac('sha1', key)
    .update(address + text)
    .digest('base64')
}

/** Twilio signs the address with the default port or without it, depending on the kind of callback. */
function addressesOf(address: string): string[] {
  const { protocol, port, host } = new URL(address)
  if (port !== '') return [address, address.replace(`//${host}`, `//${host.slice(0, -port.length - 1)}`)]
  return [address, address.replace(`//${host}`, `//${host}:${protocol === 'https:' ? 443 : 80}`)]
}

export const twimlDocument = (...elements: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Response>${elements.join('')}</Response>`

/** A response in TwiML. */
export const twiml = (...elements: readonly string[]): CallbackResponse => ({
  status: 200,
  type: 'text/xml; charset=utf-8',
  body: twimlDocument(...elements),
})

export function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...content: readonly string[]
): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
  return `<${name}${written.join('')}>${content.join('')}</${name}>`
}
