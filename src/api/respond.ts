// How every entry point sends the result of an operation, and an error.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Fault } from '../domain/fault.ts'
import type { Log } from '../domain/log.ts'
import type { CallResult } from '../operations/registry/call.ts'
import { ourFault } from '../operations/registry/our-fault.ts'
import { errorBody, faultOf, jsonType } from './errors.ts'
import type { Headers } from './headers.ts'

export interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export interface ErrorFormat {
  readonly log: Log
  /** The log line of an internal error. */
  readonly event: string
  /** False if the address is a secret, which must not be logged. */
  readonly logsPath: boolean
  /** The authentication scheme that a 401 asks for. */
  readonly challenge?: 'Bearer'
  headers(request: FastifyRequest): Headers
  /** JSON, or RFC 9457 on request, unless given. */
  body?(fault: Fault, request: FastifyRequest): { type: string; text: string }
}

export function sendResult(reply: FastifyReply, { status, headers, content, json }: CallResult): FastifyReply {
  reply.code(status).headers(headers)
  if (content) return reply.header('content-type', content.type).send(content.content)
  if (json === null) return reply.send()
  return reply.header('content-type', jsonType).send(json)
}

export function sendError(format: ErrorFormat, error: unknown, exchange: Exchange): FastifyReply {
  const fault = faultOf(error, exchange.request.routeOptions.bodyLimit) ?? ourFault(error)
  if (fault.code === 'internal_error') logError(format, error, exchange.request)
  return sendFault(format, fault, exchange)
}

function logError({ log, event, logsPath }: ErrorFormat, error: unknown, { method, url }: FastifyRequest): void {
  if (logsPath) log.error(event, { error, method, path: url })
  // The error itself may quote the request.
  else log.error(event, { error: String(error) })
}

function sendFault(
  { challenge, headers, body }: Pick<ErrorFormat, 'challenge' | 'headers' | 'body'>,
  fault: Fault,
  { request, reply }: Exchange,
): FastifyReply {
  // Otherwise Node would read the rest of the body for nothing.
  if (fault.status === 413 || isBodyUnread(request)) reply.header('connection', 'close')
  if (challenge && fault.code === 'unauthorized') reply.header('www-authenticate', challenge)
  const { type, text } = body?.(fault, request) ?? jsonError(fault, request)
  return reply
    .code(fault.status)
    .headers({ ...headers(request), 'content-type': type, ...fault.headers })
    .send(text)
}

function jsonError(fault: Fault, { headers }: FastifyRequest): { type: string; text: string } {
  const { type, json } = errorBody(fault, headers.accept)
  return { type, text: json }
}

/** A plain-text body for clients that are jobs or calendars. */
export function textError({ message }: Fault): { type: string; text: string } {
  return { type: 'text/plain; charset=utf-8', text: message }
}

function isBodyUnread({ raw, headers }: FastifyRequest): boolean {
  return !raw.complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0)
}
