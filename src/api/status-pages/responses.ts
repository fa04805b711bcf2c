// What is sent is made once, with its gzip and its ETag, and sent many times.
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

export function answerOf({ type, body, headers: more }: PageDocument): PageResponse {
  const plain = Buffer.from(body)
  const zipped = type.startsWith('image/png') ? null : gzipSync(plain)
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  const headers = { 'content-type': type, etag, ...more }
  return { etag, plain, zipped, headers, zippedHeaders: { ...headers, 'content-encoding': 'gzip' } }
}

export function sendResponse(answer: PageResponse, { headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = headers['if-none-match']
  if (known !== undefined && isAmong(known, answer.etag)) return reply.code(304).headers(answer.headers).send()
  if (answer.zipped && acceptsGzip(headers['accept-encoding']))
    return reply.headers(answer.zippedHeaders).send(answer.zipped)
  return reply.headers(answer.headers).send(answer.plain)
}

const isAmong = (known: string, etag: string): boolean => known === etag || known === '*' || known.includes(etag)

const acceptsGzip = (accepted: string | string[] | undefined): boolean =>
  accepted !== undefined && /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(String(accepted))
