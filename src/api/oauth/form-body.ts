// Bodies of the OAuth endpoints: forms, and JSON for a registration.
import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseJson, usualLimits } from '../../domain/limits/json-limits.ts'
import { OAuthError } from '../../domain/oauth/oauth-error.ts'
import { OAuthParameters } from '../../domain/oauth/parameters.ts'
import { parseForm } from '../bodies.ts'

export const maxOAuthBody = 16_384

export function readOAuthBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'application/json'],
    { parseAs: 'buffer' },
    (_request, bytes: Buffer, done) => done(isUtf8(bytes) ? null : notUtf8, bytes.toString()),
  )
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    done(null, undefined)
  })
}

const notUtf8 = new OAuthError('invalid_request', 'The body must be UTF-8')

export function formOf(request: FastifyRequest): OAuthParameters {
  return new OAuthParameters(parseForm(bodyOf(request, 'application/x-www-form-urlencoded')))
}

export function jsonOf(request: FastifyRequest): unknown {
  try {
    return parseJson(Buffer.from(bodyOf(request, 'application/json')), usualLimits)
  } catch (error) {
    if (error instanceof OAuthError) throw error
    throw new OAuthError('invalid_client_metadata', 'The body must be JSON')
  }
}

function bodyOf({ headers, body }: FastifyRequest, type: string): string {
  const sent = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (sent !== type || typeof body !== 'string')
    throw new OAuthError('invalid_request', `Content-Type: must be ${type}`)
  return body
}
