// The A2A agent at /a2a: who may call it, and errors as JSON-RPC.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createSession } from '../../assistants/session.ts'
import { Fault } from '../../domain/fault.ts'
import { challengeFor } from '../../operations/registry/authenticate.ts'
import { takeFromBudget } from '../../operations/registry/request-budget.ts'
import type { Services } from '../../operations/registry/services.ts'
import { countRejected, originOf } from '../admit.ts'
import { jsonType, methodNotAllowed } from '../errors.ts'
import { type Headers, commonHeaders, securityHeaders, uncounted } from '../headers.ts'
import { readJsonBodies } from '../bodies.ts'
import { errorMessage } from '../mcp/message.ts'
import type { McpContext } from '../mcp/serve-mcp.ts'
import { methodsExcept } from '../raw-bodies.ts'
import { type ErrorFormat, sendError } from '../respond.ts'
import { a2aPath, serveAgentCard } from './card.ts'

const allow = 'POST, OPTIONS'
const contentTypes = ['application/json', 'application/a2a+json']

export function serveA2a(app: FastifyInstance, context: McpContext): void {
  const { services, takeFromAddress } = context
  const format: ErrorFormat = {
    log: services.log,
    event: 'A2A request failed',
    logsPath: true,
    headers: (request) => headersOf(services, request),
    body: (fault, request) => ({ type: jsonType, text: JSON.stringify(errorOf(fault, request)) }),
  }
  void app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => sendError(format, error, { request, reply }))
    scope.removeAllContentTypeParsers()
    readJsonBodies(scope, contentTypes, services.documents)
    serveAgentCard(scope, services, takeFromAddress)
    scope.post(a2aPath, { onRequest: (request) => admit(context, request) }, (request, reply) =>
      respond(services, request, reply),
    )
    scope.options(a2aPath, async (request, reply) =>
      reply
        .code(204)
        .headers({ ...headersOf(services, request), ...preflight })
        .send(),
    )
    const reject = async ({ method }: FastifyRequest): Promise<never> => {
      throw methodNotAllowed(method, allow)
    }
    scope.route({ method: methodsExcept(['POST']), url: a2aPath, onRequest: reject, handler: reject })
  })
}

const preflight: Headers = {
  'access-control-allow-methods': allow,
  'access-control-allow-headers': 'Authorization, Content-Type, A2A-Version, A2A-Extensions',
  'access-control-max-age': '86400',
}

const headersOf = ({ origin }: Services, request: FastifyRequest): Headers => ({
  ...securityHeaders(origin()),
  ...commonHeaders(request.budget ?? uncounted),
})

const contentTypeNotSupported = -32_005

function errorOf(fault: Fault, { body, headers }: FastifyRequest): object {
  const message = errorMessage(fault, body)
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (fault.code !== 'invalid_request' || type === undefined || contentTypes.includes(type)) return message
  return { ...message, error: { code: contentTypeNotSupported, message: fault.message } }
}

async function admit({ services, authenticate, takeFromAddress }: McpContext, request: FastifyRequest): Promise<void> {
  const authenticated = authenticate(request.headers.authorization)
  request.caller = await countRejected(takeFromAddress, request, authenticated).catch((error: unknown) => {
    throw error instanceof Fault && error.code === 'unauthorized' ? challenge(error, services.origin()) : error
  })
  const { budget, fault } = await takeFromBudget(services, request.caller)
  request.budget = budget
  if (fault) throw fault
}

/** Tells a client where to sign in (RFC 9728). */
const challenge = ({ code, message }: Fault, origin: string): Fault =>
  new Fault(code, message, {
    'www-authenticate': challengeFor(`${origin}/.well-known/oauth-protected-resource`),
  })

async function respond(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { body, headers } = request
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Fault('invalid_request', 'Send one JSON-RPC request as a JSON object')
  const visit = originOf(request, null)
  const session = createSession({ services, caller: request.caller!, via: 'a2a', visit })
  // Loaded late, because few installations are called by agents.
  const { answerA2a } = await import('./agent.ts')
  const version = headers['a2a-version']?.toString()
  const answer = await answerA2a(body as Record<string, unknown>, { session, version })
  return reply.headers(headersOf(services, request)).header('content-type', jsonType).send(JSON.stringify(answer))
}
