// The sandbox: sample responses for GET without a key, below the root of the API and beside it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../domain/fault.ts'
import type { Log } from '../domain/log.ts'
import { parse } from '../domain/validation.ts'
import { limit as pageLimit } from '../operations/registry/page.ts'
import { unsorted } from '../operations/registry/call.ts'
import { sampleAt } from '../operations/sandbox/samples.ts'
import { takeFromAddressBudget } from './admit.ts'
import type { TakeFromAddress } from './limits/anonymous-budget.ts'
import { jsonType, methodNotAllowed } from './errors.ts'
import { commonHeaders, uncounted } from './headers.ts'
import { methodsExcept } from './raw-bodies.ts'
import { type ErrorFormat, sendError } from './respond.ts'

const roots = ['/v1/sandbox', '/sandbox']
const cached = { 'cache-control': 'public, max-age=300' }
const allow = 'GET, HEAD'

export function serveSandbox(app: FastifyInstance, log: Log, takeFromAddress: TakeFromAddress): void {
  const format: ErrorFormat = {
    log,
    event: 'sandbox request failed',
    logsPath: true,
    headers: ({ budget }) => commonHeaders(budget ?? uncounted),
    body: ({ code, message, details }) => ({
      type: jsonType,
      text: JSON.stringify({ error: { code, message, ...(details.length > 0 && { details }) }, sandbox: true }),
    }),
  }
  const admit = async (request: FastifyRequest): Promise<void> => takeFromAddressBudget(takeFromAddress, request)
  void app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => sendError(format, error, { request, reply }))
    for (const url of roots.flatMap((root) => [root, `${root}/*`])) {
      scope.get(url, { onRequest: admit }, async (request, reply) => sendSample(request, reply))
      // Rejected before the body is read.
      const reject = async (request: FastifyRequest): Promise<never> => {
        await admit(request)
        throw methodNotAllowed(request.method, allow)
      }
      scope.route({ method: methodsExcept(['GET']), url, onRequest: reject, handler: reject })
    }
  })
}

function sendSample(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { sort, limit } = request.query as Record<string, unknown>
  if (sort !== undefined) throw unsorted
  parse(pageLimit, limit, ['limit'])
  const path = request.url.split('?', 1)[0]!
  const sample = sampleAt(path.slice(path.indexOf('/sandbox')))
  if (sample === undefined)
    throw new Fault('not_found', `${path} does not exist. GET /sandbox lists what the sandbox has.`)
  return reply.headers({ ...commonHeaders(request.budget), ...cached, 'content-type': jsonType }).send(sample)
}
