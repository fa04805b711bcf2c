// Converts errors to `{ error: { code, message } }`, or to RFC 9457 on request.
import { STATUS_CODES } from 'node:http'
import type { FastifyError } from 'fastify'
import { Fault } from '../domain/fault.ts'
import type { Operation } from '../operations/registry/define.ts'
import { methodsOf } from '../operations/registry/paths.ts'

const problemType = 'application/problem+json'
export const jsonType = 'application/json; charset=utf-8'

export const wrongType = new Fault('invalid_request', 'Content-Type: must be application/json')
export function tooLarge(maxBytes: number): Fault {
  const size = maxBytes < 1_048_576 ? `${maxBytes / 1024} KiB` : `${maxBytes / 1_048_576} MiB`
  return new Fault('payload_too_large', `The body is larger than ${size} (${maxBytes.toLocaleString('en')} bytes)`)
}

export const methodNotAllowed = (method: string, allow: string, hint = ''): Fault =>
  new Fault('method_not_allowed', `${method} is not supported here. Supported: ${allow}.${hint && ` ${hint}`}`, {
    allow,
  })

/** The error for a path where these operations are served, but none with this method. */
export function unservedFault(served: readonly Operation[], method: string, path: string): Fault {
  if (served.length === 0) return new Fault('not_found', `${path} does not exist`)
  const hint = served.find(({ otherMethods }) => otherMethods)?.otherMethods
  return methodNotAllowed(method, methodsOf(served).join(', '), hint)
}

/** The fault behind an error, or null if the error is a bug of ours. `maxBytes` is the limit of the path. */
export function faultOf(error: unknown, maxBytes: number): Fault | null {
  if (error instanceof Fault) return error
  const { code, statusCode, message } = error as FastifyError
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge(maxBytes)
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return wrongType
  if (code === 'ECONNRESET' && statusCode === 400)
    return new Fault('invalid_request', 'The body ended before it was complete')
  if (typeof code === 'string' && code.startsWith('FST_') && statusCode !== undefined && statusCode < 500)
    return new Fault('invalid_request', message)
  return null
}

export function errorBody(
  { code, message, status, details }: Fault,
  accept: string | undefined,
): { type: string; json: string } {
  const error = { code, message, ...(details.length > 0 && { details }) }
  if (!accept?.includes(problemType)) return { type: jsonType, json: JSON.stringify({ error }) }
  const problem = { type: 'about:blank', title: STATUS_CODES[status], status, detail: message, code, error }
  return { type: problemType, json: JSON.stringify(problem) }
}
