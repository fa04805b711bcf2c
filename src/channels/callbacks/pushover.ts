// Acknowledgements of Pushover's emergency messages. Pushover does not sign its callbacks: their address carries a
// signed token, and the receipt is verified with Pushover.
import { z } from 'zod'
import {
  type CallbackContext,
  CallbackRefused,
  type CallbackRequest,
  type CallbackResult,
  DeliveryFailed,
} from '../define.ts'
import { below } from '../shared/fields.ts'
import { jsonIn, request } from '../shared/post.ts'

interface PushoverApp {
  readonly url: string
  readonly token: string
}

const tokenKey = 'token'

export function addressWithToken(callbackUrl: string, token: string): string {
  const url = new URL(callbackUrl)
  url.searchParams.set(tokenKey, token)
  return url.href
}

/** Pushover rejects a receipt that is not one of the application. */
function unknownReceipt(error: unknown): null {
  if (error instanceof DeliveryFailed && error.permanent) return null
  throw error
}

const status = z.object({
  acknowledged: z.literal(1),
  acknowledged_by_device: z.string().optional(),
})

export async function receivePushoverReceipt(
  { url, body }: CallbackRequest,
  app: PushoverApp,
  context: CallbackContext,
): Promise<CallbackResult> {
  const token = url.searchParams.get(tokenKey)
  const receipt = new URLSearchParams(body.toString()).get('receipt') ?? ''
  if (!token || !/^[A-Za-z0-9]{30}$/.test(receipt))
    throw new CallbackRefused('the token or the receipt is missing', 400)
  const query = new URLSearchParams({ token: app.token })
  const address = below(app.url, `1/receipts/${receipt}.json?${query}`)
  const response = await request({ url: address, method: 'GET', secrets: [app.token] }, context).catch(unknownReceipt)
  const { data: verified } = status.safeParse(response && jsonIn(response))
  if (!verified) throw new CallbackRefused('Pushover does not know this receipt as acknowledged', 403)
  const name = verified.acknowledged_by_device || null
  return {
    replies: [{ action: 'acknowledge', about: { token }, by: { name }, replayKey: `pushover ${receipt}` }],
    respond: () => ({ status: 200, body: '{"status":1}' }),
  }
}
