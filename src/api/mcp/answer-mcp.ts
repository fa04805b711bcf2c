// Answers one message to /mcp: which tools the caller may use, and whether the library is needed.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createSession } from '../../assistants/session.ts'
import type { Toolset } from '../../assistants/tool.ts'
import { readToolsets } from '../../assistants/toolset.ts'
import { Fault } from '../../domain/fault.ts'
import type { Services } from '../../operations/registry/services.ts'
import { originOf } from '../admit.ts'
import { callDirectly } from './direct-call.ts'
import { exchangeMcp } from './exchange.ts'
import { clientOf, methodOf, toolOf } from './message.ts'
import { insufficientScope, scopeFault } from './origin.ts'
import { toolListFor } from './tool-list.ts'

export type AnswerMcp = typeof answerMcp

export async function answerMcp(
  services: Services,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
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
  reply.headers({ ...overBudget?.headers })
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
