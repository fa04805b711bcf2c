// The session door: every operation at /app and its path, for people who have signed in. Only our own pages knock here.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../domain/caller.ts'
import { Fault } from '../domain/fault.ts'
import { hostNameOfHeader } from '../domain/status-page/host-name.ts'
import { type AuthenticateSession, createAuthenticateSession } from '../operations/registry/authenticate-session.ts'
import { authorize, perform } from '../operations/registry/call.ts'
import type { Operation } from '../operations/registry/define.ts'
import type { EventHub } from '../live/event-hub.ts'
import { operationRequest, preferHeader } from './operation-request.ts'
import { cookieIn, setCookies } from './cookies.ts'
import { errorBody, faultOf, jsonType } from './errors.ts'
import { streamEvents } from './events.ts'
import { securityHeaders } from './headers.ts'
import { ourFault } from '../operations/registry/our-fault.ts'
import { methodsOf, operationsAt } from '../operations/registry/paths.ts'
import { type RestContext, bodyUnread } from './rest.ts'
import { refuseOtherSites } from './same-origin.ts'
import { createSessionBudget } from './session-budget.ts'
import { type TakeStream, createStreamLimits } from './stream-limits.ts'

const root = '/app'
/** The event after which a page that shows this answer listens. */
const listensAfter = 'x-lapwing-event'
const never = { 'cache-control': 'no-store' }

interface SessionContext extends Outer {
  readonly authenticate: AuthenticateSession
  refuseOverBudget(sessionId: string): void
  takeStream: TakeStream
}

interface Outer extends Omit<RestContext, 'authenticate'> {
  readonly hub: EventHub
}

export function serveSessions(app: FastifyInstance, outer: Outer): void {
  const door = {
    ...outer,
    authenticate: createAuthenticateSession(outer.services),
    refuseOverBudget: createSessionBudget(outer.services.clock),
    takeStream: createStreamLimits(),
  }
  void app.register(
    async (inside) => {
      inside.setErrorHandler((error, request, reply) => sendError(door, error, { request, reply }))
      inside.setNotFoundHandler((request) => {
        throw notFound(door.operations, request)
      })
      for (const operation of door.operations) serve(inside, door, operation)
      serveEvents(inside, door)
    },
    { prefix: root },
  )
}

function serve(app: FastifyInstance, door: SessionContext, operation: Operation): void {
  app.route({
    method: operation.method,
    url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
    onRequest: (request) => admit(door, operation, request),
    handler: (request, reply) => answer(door, operation, { request, reply }),
  })
}

/** Everybody who has signed in may look. */
function serveEvents(app: FastifyInstance, door: SessionContext): void {
  const tokenIn = ({ headers }: FastifyRequest): string | null =>
    cookieIn(headers.cookie, 'session', door.services.origin())
  app.route({
    method: 'GET',
    url: '/dashboard/events',
    onRequest: async (request) => {
      refuseOtherSites(request, door.services.origin())
      request.caller = await signedIn(door, request, tokenIn(request))
    },
    handler: (request, reply) => {
      const token = tokenIn(request)
      const { organization, user, credential } = request.caller!
      const organizationId = organization.id
      const userId = user!.id
      const lastEventId = request.headers['last-event-id']?.toString() ?? afterIn(request)
      // Who has gone to another organization looks at that one.
      const mayGoOn = async (): Promise<boolean> =>
        (await door.authenticate(token, null).catch(orNobody))?.organization.id === organizationId
      const release = door.takeStream({ sessionId: credential.id, userId, organizationId })
      const stream = { reply, organizationId, userId, lastEventId, mayGoOn, release }
      streamEvents({ hub: door.hub, clock: door.services.clock }, stream)
    },
  })
}

/** What the connection itself names, as status pages are found by that, and not what a proxy says it was before. */
const hostNameOf = ({ raw }: FastifyRequest): string | null => hostNameOfHeader(raw.headers.host)

/** A browser says by itself after which event it goes on only when it comes back. */
function afterIn({ query }: FastifyRequest): string | null {
  const { after } = query as Record<string, unknown>
  return typeof after === 'string' ? after : null
}

async function signedIn(door: SessionContext, request: FastifyRequest, token: string | null): Promise<Caller> {
  const caller = await door.authenticate(token, hostNameOf(request)).catch((error: unknown) => {
    if (error instanceof Fault) refuseAddressOverBudget(door, request)
    throw error
  })
  door.refuseOverBudget(caller.credential.id)
  return caller
}

async function admit(door: SessionContext, operation: Operation, request: FastifyRequest): Promise<void> {
  refuseOtherSites(request, door.services.origin())
  const token = cookieIn(request.headers.cookie, 'session', door.services.origin())
  if (operation.access === 'none') {
    refuseAddressOverBudget(door, request)
    request.caller = token === null ? null : await door.authenticate(token, hostNameOf(request)).catch(orNobody)
    return
  }
  const caller = await signedIn(door, request, token)
  await authorize(door.services, operation, caller)
  request.caller = caller
}

function orNobody(error: unknown): null {
  if (error instanceof Fault && error.code === 'unauthorized') return null
  throw error
}

function refuseAddressOverBudget(door: SessionContext, { ip }: FastifyRequest): void {
  const { fault } = door.takeFromAddress(ip)
  if (fault) throw fault
}

interface AppExchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

async function answer(
  door: SessionContext,
  operation: Operation,
  { request, reply }: AppExchange,
): Promise<FastifyReply> {
  const origin = door.services.origin()
  const { headers } = request
  const visit = {
    ip: request.ip,
    userAgent: headers['user-agent']?.slice(0, 500) ?? null,
    secondFactor: cookieIn(headers.cookie, 'secondFactor', origin),
    host: hostNameOf(request),
    prefer: preferHeader(request),
  }
  // Before anything is read: what changes from now on is told to the page that shows the answer.
  const begins = operation.method === 'GET' && request.caller ? door.hub.begin(request.caller.organization.id) : null
  const found = await perform(
    door.services,
    operationRequest(operation, request, { via: 'dashboard', visit }),
    request.caller,
  )
  door.onReply?.(operation, found)
  reply.code(found.status).headers(never).headers(found.headers)
  if (begins !== null) reply.header(listensAfter, begins)
  if (found.keeps) reply.header('set-cookie', setCookies(found.keeps, origin))
  if (found.content) return reply.header('content-type', found.content.type).send(found.content.content)
  if (found.json === null) return reply.send()
  return reply.header('content-type', jsonType).send(found.json)
}

function sendError(door: SessionContext, error: unknown, { request, reply }: AppExchange): void {
  const fault = faultOf(error) ?? ourFault(error)
  if (fault.code === 'internal_error')
    door.services.log.error('a request failed', { error, method: request.method, path: request.url })
  if (fault.status === 413 || bodyUnread(request)) reply.header('connection', 'close')
  const { type, json } = errorBody(fault, request.headers.accept)
  reply
    .code(fault.status)
    .headers({ ...securityHeaders(door.services.origin()), ...never, 'content-type': type, ...fault.headers })
    .send(json)
}

function notFound(operations: readonly Operation[], { method, url }: FastifyRequest): Fault {
  const path = url.split('?', 1)[0] ?? ''
  const here = operationsAt(operations, path.slice(root.length))
  if (here.length === 0) return new Fault('not_found', `There is nothing at ${path}`)
  const allow = methodsOf(here).join(', ')
  return new Fault('method_not_allowed', `${method} is not supported here; supported: ${allow}`, { allow })
}
