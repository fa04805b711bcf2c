// What the stand-ins of vendors have in common.
import type { ServerResponse } from 'node:http'
import type { CallbackContext, CallbackRequest, ReplyWays } from '../../../../src/channels/define.ts'
import type { ReplyAction, ReplyOutcome, ReplyResult } from '../../../../src/domain/notifying/reply.ts'
import { sendContext } from '../../checks/channel-contract.ts'

/** A request that a vendor sends to the callback address of a channel. */
export interface VendorCallback {
  readonly url?: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export const callbackUrl = 'https://lapwing.example/callbacks/7'

/** As a channel kind receives it. */
export const asRequest = ({ url = callbackUrl, headers, body }: VendorCallback): CallbackRequest => ({
  method: 'POST',
  url: new URL(url),
  headers: new Headers(headers),
  body: Buffer.from(body),
})

export function answerJson(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** How people reply to an alert, with tokens that a test can read. */
export const exampleReply: ReplyWays = {
  link: (action) => `https://lapwing.example/reply/${action}`,
  token: (action) => `token-of-${action}`.padEnd(55, 'x'),
  callbackUrl,
}

/** What became of a reply, as a channel kind gets it. */
export const replyResult = (action: ReplyAction, outcome: ReplyOutcome = 'done'): ReplyResult => ({
  action,
  outcome,
  sentence: `The outcome of ${action} by <Ada> is ${outcome}`,
  incidentUrl: null,
  by: 'Ada Lovelace',
})

export function callbackContext(): CallbackContext {
  const { net, clock, signal } = sendContext()
  return { net, clock, signal, callbackUrl }
}
