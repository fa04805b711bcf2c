// Errors of the OAuth endpoints: `{ error, error_description }` for programs, and a page for people.
import type { FastifyReply } from 'fastify'
import { OAuthError } from '../../domain/oauth/oauth-error.ts'
import type { Services } from '../../operations/registry/services.ts'
import { jsonType } from '../errors.ts'
import { commonHeaders, securityHeaders, uncounted } from '../headers.ts'
import { plainPage } from '../plain-page.ts'
import { escapeMarkup } from '../../domain/text/escape-markup.ts'
import { type ErrorFormat, type Exchange, sendError } from '../respond.ts'

/** The OAuth codes of errors that are not about OAuth. */
const codes: Readonly<Record<string, string>> = {
  rate_limited: 'temporarily_unavailable',
  internal_error: 'server_error',
  not_found: 'not_found',
}

export function sendOAuthError(services: Services, error: unknown, exchange: Exchange): FastifyReply {
  if (error instanceof OAuthError) return sendRefusal(error, exchange)
  return sendError(formatOf(services), error, exchange)
}

function sendRefusal({ code, status, message }: OAuthError, { request, reply }: Exchange): FastifyReply {
  if (status === 401) reply.header('www-authenticate', 'Basic realm="OAuth client"')
  return reply
    .code(status)
    .headers({ ...commonHeaders(request.budget ?? uncounted), 'content-type': jsonType })
    .send(bodyText(code, message))
}

const bodyText = (error: string, description: string): string =>
  JSON.stringify({ error, error_description: description })

function formatOf({ log, origin }: Services): ErrorFormat {
  return {
    log,
    event: 'OAuth request failed',
    // The address may contain a secret of the program.
    logsPath: false,
    headers: ({ budget }) => ({ ...securityHeaders(origin()), ...commonHeaders(budget ?? uncounted) }),
    body: ({ code, message }) => ({ type: jsonType, text: bodyText(codes[code] ?? 'invalid_request', message) }),
  }
}

/** Shown in the browser of a user whom a program sent with a request that cannot be trusted. */
export function sendErrorPage({ message, status }: OAuthError, { request, reply }: Exchange): FastifyReply {
  const { html, policy } = plainPage({
    title: 'This program cannot be connected',
    body: `<p>A program sent you here with a request that Lapwing cannot accept. Nothing was shared with it. Go back to
the program and try again, or tell its makers:</p><pre>${escapeMarkup(message)}</pre>`,
  })
  return reply
    .code(status === 401 ? 400 : status)
    .headers({ ...commonHeaders(request.budget ?? uncounted), 'content-security-policy': policy })
    .header('content-type', 'text/html; charset=utf-8')
    .send(html)
}
