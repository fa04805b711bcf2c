// The session API: serves every operation at /app and its path to users who have signed in. Only the dashboard uses it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../domain/caller.ts'
import { Fault } from '../domain/fault.ts'
import { type AuthenticateSession, createAuthenticateSession } from '../operations/registry/authenticate-session.ts'
import { authorize, perform } from '../operations/registry/call.ts'
import type { Operation } from '../operations/registry/define.ts'
import type { EventHub } from '../live/event-hub.ts'
import { operationsAt } from '../operations/registry/paths.ts'
import { unservedFault } from './errors.ts'
import { countRejected, hostNameOf, originOf, takeFromAddressBudget } from './admit.ts'
import { takeLargeBody, withLimits } from './bodies.ts'
import { cookieIn, setCookies } from './cookies.ts'
import { streamEvents } from './events/stream-events.ts'
import { securityHeaders } from './headers.ts'
import { operationRequest } from './operation-request.ts'
import { type ErrorFormat, type Exchange, sendError, sendResult } from './respond.ts'
import type { RestContext } from './rest.ts'
import { refuseOtherSites } from './same-origin.ts'
import { createSessionBudget } from './limits/session-budget.ts'
import { type TakeStream, createStreamLimits } from './limits/stream-limits.ts'

const root = '/app'
/** Names the event after which the page that shows the response subscribes. */
const eventHeader = 'x-lapwing-event'
const uncached = { 'cache-control': 'no-store' }

interface SessionContext extends SessionOptions {
  readonly authenticate: AuthenticateSession
  refuseOverBudget(sessionId: string): void
  takeStream: TakeStream
}

interface SessionOptions extends Omit<RestContext, 'authenticate'> {
  readonly hub: EventHub
}

export function serveSessions(app: FastifyInstance, options: SessionOptions): void {
  const { services, operations } = options
  const context: SessionContext = {
    ...options,
    authenticate: createAuthenticateSession(services),
    refuseOverBudget: createSessionBudget(services.clock),
    takeStream: createStreamLimits(),
  }
  const format: ErrorFormat = {
    log: services.log,
    event: 'request failed',
    logsPath: true,
    headers: () => ({ ...securityHeaders(services.origin()), ...uncached }),
  }
  void app.register(
    async (scope) => {
      scope.setErrorHandler((error, request, reply) => sendError(format, error, { request, reply }))
      scope.setNotFoundHandler((request) => {
        throw notFound(operations, request)
      })
      for (const operation of operations) serve(scope, context, operation)
      serveEvents(scope, context)
    },
    { prefix: root },
  )
}

function serve(app: FastifyInstance, context: SessionContext, operation: Operation): void {
  app.route({
    method: operation.method,
    url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
    ...withLimits(operation.limits),
    onRequest: (request, reply) => admit(context, operation, { request, reply }),
    handler: (request, reply) => respond(context, operation, { request, reply }),
  })
}

/** Every signed-in user may subscribe, whatever the role. */
function serveEvents(app: FastifyInstance, context: SessionContext): void {
  app.route({
    method: 'GET',
    url: '/dashboard/events',
    onRequest: async (request) => {
      refuseOtherSites(request, context.services.origin())
      request.caller = await signedIn(context, request, sessionTokenOf(context, request))
    },
    handler: (request, reply) => openStream(context, { request, reply }),
  })
}

function openStream(context: SessionContext, { request, reply }: Exchange): void {
  const { hub, services, takeStream, authenticate } = context
  const token = sessionTokenOf(context, request)
  const { organization, user, credential } = request.caller!
  const organizationId = organization.id
  const userId = user!.id
  const lastEventId = request.headers['last-event-id']?.toString() ?? afterParameter(request)
  // A user who has switched to another organization follows that one.
  const hasAccess = async (): Promise<boolean> =>
    (await authenticate(token, null).catch(nullIfUnauthorized))?.organization.id === organizationId
  const release = takeStream({ sessionId: credential.id, userId, organizationId })
  streamEvents({ hub, clock: services.clock }, { reply, organizationId, userId, lastEventId, hasAccess, release })
}

const sessionTokenOf = ({ services }: SessionContext, { headers }: FastifyRequest): string | null =>
  cookieIn(headers.cookie, 'session', services.origin())

/** Browsers send Last-Event-ID only when they reconnect, so the first request has a parameter instead. */
function afterParameter({ query }: FastifyRequest): string | null {
  const { after } = query as Record<string, unknown>
  return typeof after === 'string' ? after : null
}

async function signedIn(context: SessionContext, request: FastifyRequest, token: string | null): Promise<Caller> {
  const authenticated = context.authenticate(token, hostNameOf(request))
  const caller = await countRejected(context.takeFromAddress, request, authenticated)
  context.refuseOverBudget(caller.credential.id)
  return caller
}

async function admit(context: SessionContext, operation: Operation, { request, reply }: Exchange): Promise<void> {
  refuseOtherSites(request, context.services.origin())
  const token = sessionTokenOf(context, request)
  if (operation.access === 'none') {
    takeFromAddressBudget(context.takeFromAddress, request)
    request.caller =
      token === null ? null : await context.authenticate(token, hostNameOf(request)).catch(nullIfUnauthorized)
    return
  }
  const caller = await signedIn(context, request, token)
  await authorize(context.services, operation, caller)
  request.caller = caller
  takeLargeBody(request, reply)
}

function nullIfUnauthorized(error: unknown): null {
  if (error instanceof Fault && error.code === 'unauthorized') return null
  throw error
}

async function respond(
  { services, hub }: SessionContext,
  operation: Operation,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  const origin = services.origin()
  const visit = originOf(request, cookieIn(request.headers.cookie, 'secondFactor', origin))
  // Subscribed before anything is read, so that the page misses no change.
  const firstEvent = operation.method === 'GET' && request.caller ? hub.begin(request.caller.organization.id) : null
  const call = operationRequest(operation, request, { via: 'dashboard', visit })
  const result = await perform(services, call, request.caller)
  reply.headers(uncached)
  if (firstEvent !== null) reply.header(eventHeader, firstEvent)
  if (result.keeps) reply.header('set-cookie', setCookies(result.keeps, origin))
  return sendResult(reply, result)
}

function notFound(operations: readonly Operation[], { method, url }: FastifyRequest): Fault {
  const path = url.split('?', 1)[0] ?? ''
  return unservedFault(operationsAt(operations, path.slice(root.length)), method, path)
}
