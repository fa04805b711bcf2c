// A fetch over node:http: Node's own takes as long to load as everything else of a command together. It returns only
// what the SDK reads of a response, and leaves redirects to the real one.
import type { ClientRequest, IncomingMessage } from 'node:http'

export const lightFetch = (async (address: string, init: RequestInit = {}): Promise<Response> => {
  const { request } = address.startsWith('https:') ? await import('node:https') : await import('node:http')
  const { method = 'GET', headers, body, signal } = init
  signal?.throwIfAborted()
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent: ClientRequest = request(address, { method, headers: headers as Record<string, string> }, resolve)
    sent.once('error', (error) => reject(reasonOf(signal) ?? error))
    signal?.addEventListener('abort', () => sent.destroy(), { once: true })
    sent.end(body)
  })
  const status = message.statusCode ?? 0
  if (status >= 301 && status <= 308 && message.headers.location) {
    message.resume()
    return globalThis.fetch(address, init)
  }
  return responseOf(message, status, signal)
}) as typeof fetch

const reasonOf = (signal: AbortSignal | null | undefined): Error | undefined =>
  signal?.aborted ? (signal.reason as Error) : undefined

function responseOf(message: IncomingMessage, status: number, signal: AbortSignal | null | undefined): Response {
  const bytes = async (): Promise<Buffer> => {
    const parts: Buffer[] = []
    try {
      for await (const part of message) parts.push(part as Buffer)
    } catch (error) {
      throw reasonOf(signal) ?? error
    }
    return Buffer.concat(parts)
  }
  const text = async (): Promise<string> => (await bytes()).toString()
  const get = (name: string): string | null => {
    const value = message.headers[name.toLowerCase()]
    return value === undefined ? null : String(value)
  }
  const response = {
    ok: status >= 200 && status < 300,
    status,
    headers: { get },
    text,
    arrayBuffer: bytes,
    json: async () => JSON.parse(await text()) as unknown,
    body: { getReader: () => readerOf(message) },
  }
  return response as unknown as Response
}

function readerOf(message: IncomingMessage) {
  const parts = message[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
  return { read: () => parts.next() }
}
