// Responses are built once, with gzip and ETag, and sent many times.
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface PageDocument {
  readonly type: string
  readonly body: string | Buffer
  readonly headers: Readonly<Record<string, string>>
}

export interface PageResponse {
  readonly etag: string
  readonly plain: Buffer
  readonly zipped: Buffer | null
  readonly headers: Readonly<Record<string, string>>
  readonly zippedHeaders: Readonly<Record<string, string>>
}

export function responseOf({ type, body, headers: more }: PageDocument): PageResponse {
  const plain = Buffer.from(body)
  const zipped = type.startsWith('image/png') ? null : gzipSync(plain)
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  const headers = { 'content-type': type, etag, ...more }
  return { etag, plain, zipped, headers, zippedHeaders: { ...headers, 'content-encoding': 'gzip' } }
}

export function sendResponse(response: PageResponse, { headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const etags = headers['if-none-match']
  if (etags !== undefined && isAmong(etags, response.etag)) return reply.code(304).headers(response.headers).send()
  if (response.zipped && acceptsGzip(headers['accept-encoding']))
    return reply.headers(response.zippedHeaders).send(response.zipped)
  return reply.headers(response.headers).send(response.plain)
}

const isAmong = (etags: string, etag: string): boolean => etags === etag || etags === '*' || etags.includes(etag)

const acceptsGzip = (accepted: string | string[] | undefined): boolean =>
  accepted !== undefined && /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(String(accepted))
