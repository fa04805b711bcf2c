// Twilio, as far as text messages and calls go: accepts them, and calls back with its signature.
import { createHmac } from 'node:crypto'
import { startReceiver } from '../resources/receiver.ts'

export const twilioAccount = {
  account_sid: `AC${'0123456789abcdef'.repeat(2)}`,
  auth_token: 'f00dfeedf00dfeedf00dfeedf00dfeed',
  from: '+15005550006',
}

export interface TwilioCallback {
  readonly url: string
  readonly form: Readonly<Record<string, string>>
  /** Signs with another token than the account's. */
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
}

export async function startTwilio() {
  let number = 0
  const sid = (prefix: string): string => `${prefix}${String(++number).padStart(32, '0')}`
  const receiver = await startReceiver((response, { path, form, headers }) => {
    const { account_sid, auth_token } = twilioAccount
    if (headers.authorization !== `Basic ${btoa(`${account_sid}:${auth_token}`)}`) {
      response.writeHead(401).end('{"code":20003,"message":"Authenticate","status":401}')
      return
    }
    const isCall = path === `/2010-04-01/Accounts/${account_sid}/Calls.json`
    const isMessage = path === `/2010-04-01/Accounts/${account_sid}/Messages.json`
    if (!(isCall || isMessage) || !form().get('To') || !form().get('From')) {
      response.writeHead(400).end('{"code":21201,"message":"No To number specified","status":400}')
      return
    }
    response.writeHead(201).end(JSON.stringify({ sid: sid(isCall ? 'CA' : 'SM'), status: 'queued', error_code: null }))
  })
  const calls = () => receiver.requests.map((request) => Object.fromEntries(request.form()))
  return { origin: receiver.origin, sent: calls, sid }
}

/** https://www.twilio.com/docs/usage/security#validating-requests */
export async function callBack({ url, form, token = twilioAccount.auth_token, headers }: TwilioCallback) {
  const all: Record<string, string> = { AccountSid: twilioAccount.account_sid, ...form }
  const text = Object.keys(all)
    .sort()
    .reduce((joined, key) => joined + key + all[key], url)
  const signature = createHmac('sha1', token).update(text).digest('base64')
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8',
      'X-Twilio-Signature': signature,
      ...headers,
    },
    body: new URLSearchParams(all).toString(),
  })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}
