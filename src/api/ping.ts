// Receives the check-ins of jobs, in plain text. The address is the only credential, so it is not logged.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../domain/fault.ts'
import { type ParsedPing, type PingRoute, nameOf, readAddress } from '../operations/ping/address.ts'
import { type ReceivedPing, type PingAnswer, createPingReceiver } from '../operations/ping/receive.ts'
import type { Services } from '../operations/registry/services.ts'
import type { TakeFromAddress } from './limits/anonymous-budget.ts'
import { userAgentOf } from './admit.ts'
import { type PingBudget, createPingBudget } from './limits/ping-budget.ts'
import { rejectOtherMethods, serveRawBodies } from './raw-bodies.ts'
import { type ErrorFormat, textError } from './respond.ts'

declare module 'fastify' {
  interface FastifyRequest {
    addressed: ParsedPing | null
  }
}

// hc-ping.com and heartbeat.uptimerobot.com have the token at the root. No other address looks like these.
const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const rooted = `/:token(^(?:${uuid}|m[0-9]{6,12}-[0-9a-f]{20,50})$)`

const paths: Record<PingRoute, readonly string[]> = {
  ping: ['/ping', '/ping/*'],
  push: ['/api/push', '/api/push/*'],
  heartbeat: ['/api/v1/heartbeat', '/api/v1/heartbeat/*'],
  root: [rooted, `${rooted}/:signal`],
}

// The largest body that a heartbeat can be configured to store.
const maxBody = 1_000_000

const headers = {
  'cache-control': 'no-store',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Ping-Body-Limit',
}

export function servePings(app: FastifyInstance, services: Services, takeFromAddress: TakeFromAddress): void {
  const receive = createPingReceiver(services)
  const budget = createPingBudget(services.clock, takeFromAddress)

  async function respond(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const ping = pingOf(request)
    const response = await receive(ping)
    if (response.status === 404) budget.missed(request.ip)
    else budget.found(nameOf(ping.address))
    return send(reply, response)
  }

  const addRoutes = (scope: FastifyInstance): void => {
    scope.decorateRequest('addressed', null)
    for (const [route, urls] of Object.entries(paths) as [PingRoute, readonly string[]][]) {
      const onRequest = async (request: FastifyRequest): Promise<void> => admit(route, request, budget)
      for (const url of urls) {
        scope.route({ method: methods, url, bodyLimit: maxBody, onRequest, handler: respond })
        rejectOtherMethods(scope, url, methods)
      }
    }
  }
  serveRawBodies(app, { format: errorFormatOf(services), addRoutes })
}

const methods = ['GET', 'HEAD', 'POST']

function admit(route: PingRoute, request: FastifyRequest, budget: PingBudget): void {
  // Bodies of any type are accepted, but Fastify rejects requests with a malformed Content-Type.
  delete request.headers['content-type']
  const { '*': rest, token, signal } = request.params as Record<string, string | undefined>
  const path = rest ?? [token, signal].filter((part) => part !== undefined).join('/')
  request.addressed = readAddress(route, path, queryOf(request)['status'])
  if (request.addressed) return budget.take(nameOf(request.addressed.address), request.ip)
  budget.missed(request.ip)
  throw new Fault('not_found', 'not found')
}

function errorFormatOf({ log }: Services): ErrorFormat {
  return {
    log,
    event: 'check-in failed',
    logsPath: false,
    headers: () => headers,
    body: (fault) =>
      fault.code === 'payload_too_large'
        ? { ...textError(fault), text: `the body is larger than ${maxBody} bytes` }
        : textError(fault),
  }
}

function send(reply: FastifyReply, { status, text, bodyLimitBytes }: PingAnswer): FastifyReply {
  if (bodyLimitBytes !== undefined) reply.header('ping-body-limit', String(bodyLimitBytes))
  if (status === 405) reply.header('allow', 'POST')
  return reply
    .code(status)
    .headers({ ...headers, 'content-type': 'text/plain; charset=utf-8' })
    .send(text)
}

function pingOf(request: FastifyRequest): ReceivedPing {
  const query = queryOf(request)
  const duration = Number(query['ping'] || Number.NaN)
  return {
    ...request.addressed!,
    method: request.method,
    ip: request.ip,
    userAgent: userAgentOf(request),
    subject: String(request.headers['subject'] ?? query['subject'] ?? ''),
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.from(query['msg'] ?? ''),
    rid: plain(query['rid'] ?? '') || null,
    durationMs: duration >= 0 && duration <= maxDurationMs ? duration : null,
    create: query['create'] === '1',
  }
}

const maxDurationMs = 31_536_000_000

/** If a parameter is sent twice, the first one counts. */
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
