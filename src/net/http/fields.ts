// Request headers for HTTP/2 and HTTP/3, which have no Host and no connection headers.
import type { HttpRequest } from './exchange.ts'

const ofConnection = new Set([
  'host',
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
  'te',
])

interface RequestFields {
  readonly authority: string
  readonly fields: [name: string, value: string][]
}

export function fieldsOf({ url, headers }: Pick<HttpRequest, 'url' | 'headers'>): RequestFields {
  let authority = url.host
  const fields: [string, string][] = []
  for (let n = 0; n + 1 < headers.length; n += 2) {
    const name = headers[n]!.toLowerCase()
    if (name === 'host') authority = headers[n + 1]!
    if (!ofConnection.has(name)) fields.push([name, headers[n + 1]!])
  }
  return { authority, fields }
}
