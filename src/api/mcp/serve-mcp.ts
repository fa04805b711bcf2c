// The MCP server at /mcp: who may call it, how much a request may send, and errors as JSON-RPC.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createSession } from '../../assistants/session.ts'
import type { Toolset } from '../../assistants/tool.ts'
import { readToolsets } from '../../assistants/toolset.ts'
import { Fault } from '../../domain/fault.ts'
import type { Authenticate } from '../../operations/registry/authenticate.ts'
import { takeFromBudget } from '../../operations/registry/request-budget.ts'
import type { Services } from '../../operations/registry/services.ts'
import { countRejected, originOf } from '../admit.ts'
import { methodNotAllowed } from '../errors.ts'
import { type Headers, commonHeaders, securityHeaders, uncounted } from '../headers.ts'
import { readJson } from '../json-body.ts'
import type { TakeFromAddress } from '../limits/anonymous-budget.ts'
import { type ErrorFormat, sendError } from '../respond.ts'
import { clientOf, errorMessage, methodOf, toolOf } from './message.ts'
import { callDirectly } from './direct-call.ts'
import { exchangeMcp } from './exchange.ts'
import { corsOf, insufficientScope, refuseOrigin, scopeFault } from './origin.ts'
import { toolListFor } from './tool-list.ts'

const mcpPath = '/mcp'
const allow = 'POST, OPTIONS'

export interface McpContext {
  readonly services: Services
  readonly authenticate: Authenticate
  readonly takeFromAddress: TakeFromAddress
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set if the credential has no request left. */
    overBudget: Fault | null
  }
}

export function serveMcp(app: FastifyInstance, context: McpContext): void {
  const format = errorFormatOf(context)
  void app.register(async (scope) => {
    scope.decorateRequest('overBudget', null)
    scope.setErrorHandler((error, request, reply) => sendError(format, error, { request, reply }))
    readMessages(scope)
    scope.post(mcpPath, { onRequest: (request) => admit(context, request) }, (request, reply) =>
      respond(context, request, reply),
    )
    scope.options(mcpPath, async (request, reply) =>
      reply
        .code(204)
        .headers({ ...corsOf(request, context.services.origin()), 'cache-control': 'no-store', allow })
        .send(),
    )
    // There are no sessions, so there is no stream to open and nothing to delete.
    const reject = async ({ method }: FastifyRequest): Promise<never> => {
      throw methodNotAllowed(method, allow)
    }
    scope.route({ method: ['GET', 'DELETE', 'PUT', 'PATCH'], url: mcpPath, onRequest: reject, handler: reject })
  })
}

function errorFormatOf({ services }: McpContext): ErrorFormat {
  return {
    log: services.log,
    event: 'MCP request failed',
    logsPath: true,
    headers: (request) => headersOf(services, request),
    body: (fault, { body }) => ({ type: 'application/json', text: JSON.stringify(errorMessage(fault, body)) }),
  }
}

function headersOf({ origin }: Services, request: FastifyRequest): Headers {
  return { ...securityHeaders(origin()), ...commonHeaders(request.budget ?? uncounted), ...corsOf(request, origin()) }
}

function readMessages(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes: Buffer, done) => {
    const [error, message] = readJson(bytes)
    done(
      error ?? (message === undefined ? new Fault('invalid_request', 'Malformed JSON: the body is empty') : null),
      message,
    )
  })
}

async function admit({ services, authenticate, takeFromAddress }: McpContext, request: FastifyRequest): Promise<void> {
  refuseOrigin(request, services.origin())
  const caller = await countRejected(takeFromAddress, request, authenticate(request.headers.authorization))
  request.caller = caller
  const { budget, fault } = await takeFromBudget(services, caller)
  request.budget = budget
  if (fault && fault.code !== 'rate_limited') throw fault
  request.overBudget = fault
}

async function respond({ services }: McpContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { body, overBudget } = request
  const caller = request.caller!
  const { toolsets } = request.query as { toolsets?: string }
  const chosen = readToolsets(toolsets)
  refuseUnserved(body)
  if (overBudget && methodOf(body) !== 'tools/call') throw overBudget
  const visit = { ...originOf(request, null), ...clientOf(body) }
  const exchange = {
    session: createSession({ services, caller, via: 'mcp', visit }),
    tools: toolListFor(caller.credential.scope, chosen),
    refusal: overBudget ?? scopeRefusal(request, chosen, services.origin()),
  }
  reply.headers({ ...headersOf(services, request), ...overBudget?.headers })
  const direct = await callDirectly(request, exchange)
  if (direct !== null) return reply.header('content-type', 'application/json').send(direct)
  const { status, headers, text } = await exchangeMcp(request, exchange)
  return reply.code(status).headers(headers).send(text)
}

/** A key cannot get more rights, but a client with a token can ask for them. */
function scopeRefusal({ body, caller }: FastifyRequest, chosen: readonly Toolset[], origin: string): Fault | null {
  const { scope, type } = caller!.credential
  const tool = toolOf(body)
  if (tool === null || scope === 'write' || toolListFor(scope, chosen).byName.has(tool)) return null
  if (!toolListFor('write', chosen).byName.has(tool)) return null
  if (type === 'oauth') throw insufficientScope(origin)
  return scopeFault
}

function refuseUnserved(body: unknown): void {
  if (Array.isArray(body)) throw new Fault('invalid_request', 'Batches are not supported; send one message per request')
  // It would hold a connection open, and nothing here announces changes.
  if (methodOf(body) === 'subscriptions/listen') throw new Fault('not_found', 'Method not found: subscriptions/listen')
}
