// The sandbox's door: GET only, no key, the same below the API's root and beside it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../domain/fault.ts'
import { sampleAt } from '../operations/sandbox/samples.ts'
import type { TakeFromAddress } from './anonymous-budget.ts'
import { jsonType } from './errors.ts'
import { commonHeaders } from './headers.ts'

const roots = ['/v1/sandbox', '/sandbox']
const otherMethods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const
const cached = { 'cache-control': 'public, max-age=300' }
const allow = 'GET, HEAD'

export function serveSandbox(app: FastifyInstance, takeFromAddress: TakeFromAddress): void {
  const take = (request: FastifyRequest): Fault | null => {
    const { budget, fault } = takeFromAddress(request.ip)
    request.budget = budget
    return fault
  }
  for (const url of roots.flatMap((root) => [root, `${root}/*`])) {
    app.get(url, async (request, reply) => {
      const fault = take(request)
      return fault ? refuse(fault, request, reply) : answer(request, reply)
    })
    app.route({
      method: [...otherMethods],
      url,
      // Nothing that is sent here is read.
      onRequest: async (request, reply) => refuse(take(request) ?? readOnly(request), request, reply),
      handler: () => undefined,
    })
  }
}

function answer(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = pathOf(request)
  const sample = sampleAt(path.slice(path.indexOf('/sandbox') + '/sandbox'.length))
  if (sample === undefined)
    return refuse(new Fault('not_found', `There is nothing at ${path}; see /sandbox for what there is`), request, reply)
  return reply.headers({ ...commonHeaders(request.budget), ...cached, 'content-type': jsonType }).send(sample)
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0]!

const readOnly = ({ method }: FastifyRequest): Fault =>
  new Fault('method_not_allowed', `${method} is not supported in the sandbox; supported: ${allow}`, { allow })

function refuse(fault: Fault, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { code, message, status, headers } = fault
  if (request.raw.headers['content-length'] !== undefined) reply.header('connection', 'close')
  return reply
    .code(status)
    .headers({ ...commonHeaders(request.budget), 'content-type': jsonType, ...headers })
    .send(JSON.stringify({ error: { code, message }, sandbox: true }))
}
