// Receives callbacks of vendors about alerts. The channel verifies who sent them.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '../../operations/registry/services.ts'
import { receiveCallback } from '../../operations/replies/callbacks.ts'
import { takeFromAddressBudget } from '../admit.ts'
import { jsonType } from '../errors.ts'
import type { TakeFromAddress } from '../limits/anonymous-budget.ts'
import { serveRawBodies } from '../raw-bodies.ts'
import type { ErrorFormat } from '../respond.ts'

const maxBody = 65_536
const headers = { 'cache-control': 'no-store' }

type ChannelCallback = FastifyRequest<{ Params: { id: string } }>

export function serveCallbacks(app: FastifyInstance, services: Services, takeFromAddress: TakeFromAddress): void {
  const format: ErrorFormat = {
    log: services.log,
    event: 'callback failed',
    logsPath: false,
    headers: () => headers,
  }
  const admit = async (request: FastifyRequest): Promise<void> => takeFromAddressBudget(takeFromAddress, request)
  const addRoutes = (scope: FastifyInstance): void => {
    scope.route({
      method: ['GET', 'POST'],
      url: '/callbacks/:id(^[1-9][0-9]{0,14}$)',
      bodyLimit: maxBody,
      onRequest: admit,
      async handler(request: ChannelCallback, reply) {
        const { status, type = jsonType, body } = await receiveCallback(services, callbackOf(services, request))
        reply.code(status).headers(headers)
        return body === undefined ? reply.send() : reply.header('content-type', type).send(body)
      },
    })
  }
  serveRawBodies(app, { format, addRoutes })
}

/** With the public address, which some vendors sign. */
function callbackOf({ origin }: Services, { method, url, params, body, ip, headers }: ChannelCallback) {
  const entries = Object.entries(headers).map(([name, value]) => [name, String(value ?? '')] as [string, string])
  return {
    channelId: Number(params.id),
    request: {
      method,
      url: new URL(`${origin()}${url}`),
      headers: new Headers(entries),
      body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    },
    ip,
  }
}
