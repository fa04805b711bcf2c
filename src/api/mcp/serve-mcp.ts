// The MCP server at /mcp: who may call it, how much a request may send, and errors as JSON-RPC.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { KeyScope } from '../../domain/caller.ts'
import { Fault } from '../../domain/fault.ts'
import { usualLimits } from '../../domain/limits/json-limits.ts'
import type { Authenticate } from '../../operations/registry/authenticate.ts'
import { takeFromBudget } from '../../operations/registry/request-budget.ts'
import type { Services } from '../../operations/registry/services.ts'
import { countRejected } from '../admit.ts'
import { methodNotAllowed } from '../errors.ts'
import { type Headers, commonHeaders, securityHeaders, uncounted } from '../headers.ts'
import { readJson, withLimits } from '../bodies.ts'
import type { TakeFromAddress } from '../limits/anonymous-budget.ts'
import { methodsExcept } from '../raw-bodies.ts'
import { type ErrorFormat, sendError } from '../respond.ts'
import type { AnswerMcp } from './answer-mcp.ts'
import { errorMessage } from './message.ts'
import { corsOf, refuseOrigin } from './origin.ts'

const mcpPath = '/mcp'
// The arguments of a tool are three levels deep in a message.
const limits = { maxDepth: usualLimits.maxDepth + 3 }
const allow = 'POST, OPTIONS'
let answerMcp: AnswerMcp | undefined

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
    readMessages(scope, context.services)
    scope.post(mcpPath, { ...withLimits(limits), onRequest: (request) => admit(context, request) }, (request, reply) =>
      answer(context, request, reply),
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
    scope.route({ method: methodsExcept(['POST']), url: mcpPath, onRequest: reject, handler: reject })
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

function readMessages(scope: FastifyInstance, { documents }: Services): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      const message = await readJson(documents, request, bytes)
      if (message === undefined) throw new Fault('invalid_request', 'Malformed JSON: the body is empty')
      return message
    },
  )
}

/** Someone who connects an assistant says with the address that it shall ask for the write scope. */
function scopeOf({ query }: FastifyRequest): KeyScope {
  return (query as { scope?: unknown }).scope === 'write' ? 'write' : 'read'
}

async function admit({ services, authenticate, takeFromAddress }: McpContext, request: FastifyRequest): Promise<void> {
  refuseOrigin(request, services.origin())
  const caller = await countRejected(
    takeFromAddress,
    request,
    authenticate(request.headers.authorization, scopeOf(request)),
  )
  request.caller = caller
  const { budget, fault } = await takeFromBudget(services, caller)
  request.budget = budget
  if (fault && fault.code !== 'rate_limited') throw fault
  request.overBudget = fault
}

async function answer({ services }: McpContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  // Loaded late, because few installations are called by assistants.
  answerMcp ??= (await import('./answer-mcp.ts')).answerMcp
  return answerMcp(services, { request, reply: reply.headers(headersOf(services, request)) })
}
