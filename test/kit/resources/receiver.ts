// Somebody who gets what channels send, remembers it, and answers as configured.
import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { buffer } from 'node:stream/consumers'
import type { Certificate } from '../checks/certificates.ts'
import { listening } from '../servers/listening.ts'

export interface Received {
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly raw: Buffer
  readonly text: string
  /** The body as JSON; throws when it is none. */
  json(): any
  /** The body as a form. */
  form(): URLSearchParams
}

export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export type Answering = Reply | ((response: ServerResponse, request: Received) => void)

export interface Receiver {
  readonly origin: string
  readonly requests: readonly Received[]
  /** How it responds with HTTP from now on. */
  answer(how: Answering): void
}

/** Speaks TLS with a certificate, and is reached at 127.0.0.1 either way. Gone when the test is over. */
export async function startReceiver(first: Answering = {}, certificate?: Certificate): Promise<Receiver> {
  const requests: Received[] = []
  let how = first
  const hear = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    // A sender who hangs up in the middle has sent nothing.
    const raw = await buffer(message).catch(() => null)
    if (raw === null) return
    const request = received(message, raw)
    requests.push(request)
    reply(response, request, how)
  }
  const onRequest = (message: IncomingMessage, response: ServerResponse): void => void hear(message, response)
  const server = certificate ? createSecureServer(certificate, onRequest) : createServer(onRequest)
  const port = await listening(server)
  return {
    origin: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`,
    requests,
    answer: (next) => void (how = next),
  }
}

function received({ method = '', url = '', headers }: IncomingMessage, raw: Buffer): Received {
  const text = raw.toString()
  return {
    method,
    path: url,
    headers,
    raw,
    text,
    json: () => JSON.parse(text),
    form: () => new URLSearchParams(text),
  }
}

function reply(response: ServerResponse, request: Received, how: Answering): void {
  if (typeof how === 'function') return how(response, request)
  response.writeHead(how.status ?? 200, how.headers).end(how.body ?? '')
}
