// AWS Signature Version 4, which proves the sender of a request and protects it from changes.
import { createHash, createHmac } from 'node:crypto'

export interface UnsignedRequest {
  readonly method: string
  readonly url: URL
  /** All of them are signed, and so are Host and X-Amz-Date. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

export interface Signer {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly region: string
  readonly service: string
}

const algorithm = 'AWS4-HMAC-SHA256'

/** The headers with X-Amz-Date and Authorization. For paths without escapes only: AWS escapes others once more. */
export function signed(request: UnsignedRequest, signer: Signer, now: Date): Record<string, string> {
  const moment = now.toISOString().replace(/[:-]|\.\d{3}/g, '')
  const headers = { ...request.headers, 'X-Amz-Date': moment }
  const lines = headerLines({ ...headers, Host: request.url.host })
  const names = lines.map(([name]) => name).join(';')
  const { accessKeyId, secretAccessKey, region, service } = signer
  const scope = [moment.slice(0, 8), region, service, 'aws4_request']
  const toSign = [algorithm, moment, scope.join('/'), sha256(canonical(request, lines, names))].join('\n')
  const key = scope.reduce<Buffer | string>((secret, part) => hmac(secret, part), `AWS4${secretAccessKey}`)
  const signature = hmac(key, toSign).toString('hex')
  const credential = `Credential=${accessKeyId}/${scope.join('/')}`
  return { ...headers, Authorization: `${algorithm} ${credential}, SignedHeaders=${names}, Signature=${signature}` }
}

type SignedHeader = readonly [name: string, value: string]

function headerLines(headers: Readonly<Record<string, string>>): SignedHeader[] {
  return Object.entries(headers)
    .map(([name, value]): SignedHeader => [name.toLowerCase(), value.trim().replace(/\s+/g, ' ')])
    .sort(inOrder)
}

const inOrder = (one: SignedHeader, other: SignedHeader): number => (one.join('\0') < other.join('\0') ? -1 : 1)

function canonical({ method, url, body }: UnsignedRequest, lines: readonly SignedHeader[], names: string): string {
  const query = [...url.searchParams]
    .map(([name, value]): SignedHeader => [escaped(name), escaped(value)])
    .sort(inOrder)
  const headers = lines.map(([name, value]) => `${name}:${value}\n`).join('')
  return [method, url.pathname, query.map((pair) => pair.join('=')).join('&'), headers, names, sha256(body)].join('\n')
}

function escaped(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`)
}

export const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()
