// The endpoints of the authorization server. Programs in browsers may call all of them but /oauth/authorize.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { OAuthError } from '../../domain/oauth/oauth-error.ts'
import { OAuthParameters } from '../../domain/oauth/parameters.ts'
import { type OAuthForm } from '../../operations/oauth/authenticate-client.ts'
import { authorizeDevice } from '../../operations/oauth/authorize-device.ts'
import { beginAuthorization } from '../../operations/oauth/begin-authorization.ts'
import { exchangeToken } from '../../operations/oauth/exchange-token.ts'
import { introspectToken, revokeToken } from '../../operations/oauth/issued-tokens.ts'
import { resourceMetadata, serverMetadata } from '../../operations/oauth/metadata.ts'
import { registerClient } from '../../operations/oauth/register-client.ts'
import type { Services } from '../../operations/registry/services.ts'
import { takeFromAddressBudget } from '../admit.ts'
import { jsonType, methodNotAllowed } from '../errors.ts'
import { commonHeaders, uncounted } from '../headers.ts'
import { parseForm } from '../bodies.ts'
import type { TakeFromAddress } from '../limits/anonymous-budget.ts'
import type { Exchange } from '../respond.ts'
import { formOf, jsonOf, maxOAuthBody, readOAuthBodies } from './form-body.ts'
import { sendErrorPage, sendOAuthError } from './send-error.ts'

type Respond = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
type Endpoint = Readonly<Partial<Record<'GET' | 'POST', Respond>>>

const preflightHeaders = {
  ...commonHeaders(uncounted),
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  // Browsers of MCP clients send the version of their protocol.
  'access-control-allow-headers': 'Authorization, Content-Type, MCP-Protocol-Version',
  'access-control-max-age': '86400',
}

export function serveOAuth(app: FastifyInstance, services: Services, takeFromAddress: TakeFromAddress): void {
  void app.register(async (scope) => {
    readOAuthBodies(scope)
    scope.setErrorHandler((error, request, reply) => sendOAuthError(services, error, { request, reply }))
    for (const [url, endpoint] of Object.entries(endpointsOf(services)))
      serve(scope, { url, endpoint, takeFromAddress })
  })
}

interface ServedEndpoint {
  readonly url: string
  readonly endpoint: Endpoint
  readonly takeFromAddress: TakeFromAddress
}

function serve(app: FastifyInstance, { url, endpoint, takeFromAddress }: ServedEndpoint): void {
  const allow = Object.keys(endpoint).join(', ')
  const handler: Respond = async (request, reply) => {
    if (request.method === 'OPTIONS') return reply.code(204).headers(preflightHeaders).send()
    const respond = endpoint[request.method === 'HEAD' ? 'GET' : (request.method as 'GET')]
    if (!respond) throw methodNotAllowed(request.method, allow)
    return respond(request, reply)
  }
  app.route({
    method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url,
    bodyLimit: maxOAuthBody,
    onRequest: async (request) => {
      if (request.method !== 'OPTIONS') takeFromAddressBudget(takeFromAddress, request)
    },
    handler,
  })
}

function endpointsOf(services: Services): Readonly<Record<string, Endpoint>> {
  const resource = '/.well-known/oauth-protected-resource'
  const { origin } = services
  return {
    '/.well-known/oauth-authorization-server': { GET: json(() => serverMetadata(origin(), services)) },
    [resource]: { GET: json(() => resourceMetadata(origin(), null)) },
    [`${resource}/v1`]: { GET: json(() => resourceMetadata(origin(), 'api')) },
    [`${resource}/mcp`]: { GET: json(() => resourceMetadata(origin(), 'mcp')) },
    '/oauth/authorize': {
      GET: (request, reply) =>
        authorize(services, new OAuthParameters(parseForm(queryOf(request))), { request, reply }),
      POST: (request, reply) => authorize(services, formOf(request), { request, reply }),
    },
    '/oauth/token': { POST: json((request) => exchangeToken(services, oauthForm(request))) },
    '/oauth/device_authorization': { POST: json((request) => authorizeDevice(services, oauthForm(request))) },
    '/oauth/revoke': { POST: json((request) => revokeToken(services, oauthForm(request)).then(() => ({}))) },
    '/oauth/introspect': { POST: json((request) => introspectToken(services, oauthForm(request))) },
    '/oauth/register': { POST: json((request) => registerClient(services, jsonOf(request), request.ip), 201) },
  }
}

function json(respond: (request: FastifyRequest) => object | Promise<object>, status = 200): Respond {
  return async (request, reply) => {
    const body = await respond(request)
    return reply
      .code(status)
      .headers({ ...commonHeaders(request.budget), pragma: 'no-cache', 'content-type': jsonType })
      .send(JSON.stringify(body))
  }
}

const oauthForm = (request: FastifyRequest): OAuthForm => ({
  parameters: formOf(request),
  authorization: request.headers.authorization,
  ip: request.ip,
})

const queryOf = ({ url }: FastifyRequest): string => url.split('?').slice(1).join('?')

async function authorize(services: Services, parameters: OAuthParameters, exchange: Exchange): Promise<FastifyReply> {
  try {
    const address = await beginAuthorization(services, parameters)
    return exchange.reply.code(303).headers({ location: address, 'cache-control': 'no-store' }).send()
  } catch (error) {
    const isBrowser = exchange.request.headers.accept?.includes('text/html') ?? false
    if (error instanceof OAuthError && isBrowser) return sendErrorPage(error, exchange)
    throw error
  }
}
