// GET /v1/events: the dashboard's event stream for API keys and access tokens, with the same limits.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Fault } from '../../domain/fault.ts'
import { nameOf } from '../../domain/validation.ts'
import type { EventHub } from '../../live/event-hub.ts'
import { eventStream } from '../../operations/overview/event-stream.ts'
import { authorize } from '../../operations/registry/call.ts'
import { takeFromBudget } from '../../operations/registry/request-budget.ts'
import type { Operation } from '../../operations/registry/define.ts'
import { countRejected, takeFromAddressBudget } from '../admit.ts'
import { methodNotAllowed } from '../errors.ts'
import { streamEvents } from './stream-events.ts'
import { commonHeaders } from '../headers.ts'
import { createStreamLimits } from '../limits/stream-limits.ts'
import { methodsExcept } from '../raw-bodies.ts'
import type { RestContext } from '../rest.ts'

interface PublicEventsContext extends Pick<RestContext, 'services' | 'authenticate' | 'takeFromAddress'> {
  readonly hub: EventHub
}

export function servePublicEvents(app: FastifyInstance, context: PublicEventsContext): void {
  const { services, authenticate, takeFromAddress, hub } = context
  const takeStream = createStreamLimits()
  const url = `/v1${eventStream.path}`
  const reject = async (request: FastifyRequest): Promise<never> => {
    takeFromAddressBudget(takeFromAddress, request)
    throw methodNotAllowed(request.method, 'GET')
  }
  app.route({ method: ['HEAD', ...methodsExcept(['GET'])], url, onRequest: reject, handler: reject })
  app.route({
    method: 'GET',
    url,
    exposeHeadRoute: false,
    onRequest: async (request) => {
      const caller = await countRejected(takeFromAddress, request, authenticate(request.headers.authorization))
      request.caller = caller
      const { budget, fault } = await takeFromBudget(services, caller)
      request.budget = budget
      if (fault) throw fault
      await authorize(services, eventStream as Operation, caller)
      const [unknown] = Object.keys(request.query as object)
      if (unknown !== undefined)
        throw new Fault('invalid_request', `${nameOf([unknown])}: unsupported query parameter. Allowed: none`)
    },
    handler: (request, reply) => {
      const { authorization, 'last-event-id': lastEventId } = request.headers
      const { organization, user, credential } = request.caller!
      const userId = user?.id ?? credential.id
      const organizationId = organization.id
      const release = takeStream({ sessionId: credential.id, userId, organizationId })
      reply.headers(commonHeaders(request.budget))
      streamEvents(
        { hub, clock: services.clock },
        {
          reply,
          organizationId,
          userId,
          lastEventId: lastEventId?.toString() ?? null,
          hasAccess: async () => (await authenticate(authorization)).organization.id === organizationId,
          release,
        },
      )
    },
  })
}
