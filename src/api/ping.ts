// Where jobs check in: no key but the address itself, plain text, and no word of an address in the log.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../domain/fault.ts'
import type { Log } from '../domain/log.ts'
import { type ParsedPing, type PingRoute, nameOf, readAddress } from '../operations/ping/address.ts'
import { type ReceivedPing, type PingAnswer, createPingReceiver } from '../operations/ping/receive.ts'
import type { Services } from '../operations/registry/services.ts'
import type { TakeFromAddress } from './anonymous-budget.ts'
import { faultOf } from './errors.ts'
import { ourFault } from '../operations/registry/our-fault.ts'
import { type PingBudget, createPingBudget } from './ping-budget.ts'
import { bodyUnread } from './rest.ts'

declare module 'fastify' {
  interface FastifyRequest {
    addressed: ParsedPing | null
  }
}

const doors: Record<PingRoute, string> = { ping: '/ping', push: '/api/push', heartbeat: '/api/v1/heartbeat' }

// A heartbeat may keep a megabyte of a body at most, so that much is taken in.
const maxBody = 1_000_000

const headers = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Ping-Body-Limit',
}

export function servePings(app: FastifyInstance, services: Services, takeFromAddress: TakeFromAddress): void {
  const receive = createPingReceiver(services)
  const budget = createPingBudget(services.clock, takeFromAddress)

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const ping = pingOf(request)
    const found = await receive(ping)
    if (found.status === 404) budget.missed(request.ip)
    else budget.found(nameOf(ping.address))
    return send(reply, found)
  }

  app.register(async (scope) => {
    scope.decorateRequest('addressed', null)
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.setErrorHandler((error, request, reply) => sendError(services.log, error, { request, reply }))
    for (const [door, path] of Object.entries(doors) as [PingRoute, string][]) {
      const onRequest = async (request: FastifyRequest): Promise<void> => admit(door, request, budget)
      for (const url of [path, `${path}/*`]) {
        scope.route({ method: methods, url, bodyLimit: maxBody, onRequest, handler: answer })
        scope.route({ method: ['PUT', 'PATCH', 'DELETE'], url, onRequest: refuseMethod, handler: answer })
      }
    }
  })
}

const methods = ['GET', 'HEAD', 'POST']

async function refuseMethod({ method }: FastifyRequest): Promise<void> {
  const allow = methods.join(', ')
  throw new Fault('method_not_allowed', `${method} is no check-in; use one of ${allow}`, { allow })
}

function admit(door: PingRoute, request: FastifyRequest, budget: PingBudget): void {
  // The body is taken as it comes, whatever it is called: Fastify would refuse one whose type is not written as one.
  delete request.headers['content-type']
  const path = (request.params as Record<string, string>)['*'] ?? ''
  request.addressed = readAddress(door, path, queryOf(request)['status'])
  if (request.addressed) return budget.take(nameOf(request.addressed.address), request.ip)
  budget.missed(request.ip)
  throw new Fault('not_found', 'not found')
}

function sendError(
  log: Log,
  error: unknown,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): void {
  const fault = faultOf(error) ?? ourFault(error)
  if (fault.code === 'internal_error') log.error('a check-in failed', { error: String(error) })
  // The rest of a body that was not read would otherwise be taken in for nothing.
  if (bodyUnread(request)) reply.header('connection', 'close')
  const text = fault.code === 'payload_too_large' ? `the body is larger than ${maxBody} bytes` : fault.message
  reply
    .code(fault.status)
    .headers({ ...headers, ...fault.headers })
    .send(text)
}

function send(reply: FastifyReply, { status, text, bodyLimitBytes }: PingAnswer): FastifyReply {
  if (bodyLimitBytes !== undefined) reply.header('ping-body-limit', String(bodyLimitBytes))
  if (status === 405) reply.header('allow', 'POST')
  return reply.code(status).headers(headers).send(text)
}

function pingOf(request: FastifyRequest): ReceivedPing {
  const query = queryOf(request)
  const duration = Number(query['ping'] || Number.NaN)
  return {
    ...request.addressed!,
    method: request.method,
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 200) ?? null,
    subject: String(request.headers['subject'] ?? query['subject'] ?? ''),
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.from(query['msg'] ?? ''),
    rid: plain(query['rid'] ?? '') || null,
    durationMs: duration >= 0 && duration <= maxDurationMs ? duration : null,
    create: query['create'] === '1',
  }
}

const maxDurationMs = 31_536_000_000

/** Of a parameter that is given twice, the first counts. */
function queryOf({ query }: FastifyRequest): Record<string, string | undefined> {
  const entries = Object.entries(query as Record<string, string | string[]>)
  return Object.fromEntries(entries.map(([key, value]) => [key, [value].flat()[0]]))
}

function plain(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\x00-\x1f\x7f]/g, '')
    .slice(0, 100)
}
