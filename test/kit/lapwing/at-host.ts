// Requests that name any host; fetch would not let us.
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

export interface HostAnswer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

interface HostRequest {
  readonly host: string
  readonly method?: string
  readonly path: string
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

export async function askAtHost(
  origin: string,
  { host, method = 'GET', path, headers = {}, body }: HostRequest,
): Promise<HostAnswer> {
  const json = body === undefined ? undefined : JSON.stringify(body)
  const sent = request(`${origin}${path}`, {
    method,
    headers: { host, ...(json !== undefined && { 'content-type': 'application/json' }), ...headers },
  }).end(json)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode!, headers: response.headers, text: await text(response) }
}
