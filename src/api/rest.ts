// The REST API: serves each public operation at its path, and sends all errors in one format.
import type { IncomingMessage } from 'node:http'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import type { Caller } from '../domain/caller.ts'
import type { Fault } from '../domain/fault.ts'
import { usualLimits } from '../domain/limits/json-limits.ts'
import { type Authenticate } from '../operations/registry/authenticate.ts'
import { authorize, perform } from '../operations/registry/call.ts'
import type { Operation } from '../operations/registry/define.ts'
import { type RequestBudget, takeFromBudget } from '../operations/registry/request-budget.ts'
import type { Services } from '../operations/registry/services.ts'
import type { TakeFromAddress } from './limits/anonymous-budget.ts'
import { operationRequest } from './operation-request.ts'
import { rejectBrokenRequest } from './broken-request.ts'
import { countRejected, originOf, takeFromAddressBudget } from './admit.ts'
import { tooLarge, unservedFault, wrongType } from './errors.ts'
import { commonHeaders, deprecationHeaders, preflight, securityHeaders, uncounted } from './headers.ts'
import { type ErrorFormat, type Exchange, sendError, sendResult } from './respond.ts'
import { isEmpty, readJsonBodies, takeLargeBody, withLimits } from './bodies.ts'
import { hostFault } from './host-header.ts'
import { noSchemas } from './limits/no-schemas.ts'
import { addressAtHost } from './page-host.ts'
import { mistakenAt, operationsAt } from '../operations/registry/paths.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    budget: RequestBudget
  }
}

const apiRoot = '/v1'
const { maxBytes } = usualLimits

export interface RestContext {
  readonly services: Services
  readonly operations: readonly Operation[]
  readonly authenticate: Authenticate
  readonly takeFromAddress: TakeFromAddress
  readonly trustedProxies: readonly string[]
  /** The slug of the status page that is served at a hostname. */
  readonly pageAt?: (host: string) => string | undefined
  /** Sends the page for an unknown address to a browser; undefined for other clients. */
  readonly sendNotFoundPage?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined
}

export function createRest(context: RestContext): FastifyInstance {
  const format = errorFormatOf(context)
  const app = newServer(context, format)
  app.decorateRequest('caller', null)
  app.decorateRequest('budget')
  app.setErrorHandler((error, request, reply) => sendError(format, error, { request, reply }))
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders(context.services.origin()))
    done(earlyFault(context, request))
  })
  readBodies(app, context.services)
  app.setNotFoundHandler((request, reply) => sendNotFound(context, request, reply))
  const served = publicOnly(context.operations)
  for (const operation of served) serve(app, context, operation)
  for (const path of new Set(served.map(({ path }) => path)))
    rejectMistaken(app, context, { path, mistaken: mistakenAt(served, path) })
  return app
}

function errorFormatOf({ services }: RestContext): ErrorFormat {
  return {
    log: services.log,
    event: 'request failed',
    logsPath: true,
    headers: ({ budget }) => ({ ...securityHeaders(services.origin()), ...commonHeaders(budget ?? uncounted) }),
  }
}

const publicOnly = (operations: readonly Operation[]): Operation[] =>
  operations.filter(({ audience }) => audience === 'public')

function newServer(context: RestContext, format: ErrorFormat): FastifyInstance {
  return fastify({
    bodyLimit: maxBytes,
    schemaController: noSchemas,
    // Ids of any length reach their operation, which checks the key first and then the format of the id.
    routerOptions: { maxParamLength: 65_536, ignoreTrailingSlash: true },
    trustProxy: context.trustedProxies.length > 0 ? [...context.trustedProxies] : false,
    requestTimeout: 60_000,
    return503OnClosing: false,
    // Otherwise Node responds to a missing Host itself, without a message.
    http: { requireHostHeader: false },
    frameworkErrors: (error, request, reply) => sendError(format, error, { request, reply: reply as FastifyReply }),
    clientErrorHandler: rejectBrokenRequest,
    rewriteUrl: (request) => addressAtHost(request, { pageAt: context.pageAt, origin: context.services.origin }),
  })
}

function serve(app: FastifyInstance, context: RestContext, operation: Operation): void {
  app.route({
    method: operation.method,
    url: urlOf(operation.path),
    ...withLimits(operation.limits),
    onRequest: (request, reply) => admit(context, operation, { request, reply }),
    handler: (request, reply) => respond(context, operation, { request, reply }),
    ...(operation.deprecated && {
      onSend: async (_request, reply) => void reply.headers(deprecationHeaders(operation)),
    }),
  })
}

interface Mistaken {
  readonly path: string
  readonly mistaken: readonly string[]
}

function rejectMistaken(app: FastifyInstance, context: RestContext, { path, mistaken }: Mistaken): void {
  const method = mistaken.filter((each) => each !== 'HEAD')
  if (method.length === 0) return
  const reject = async (request: FastifyRequest): Promise<never> => {
    takeFromAddressBudget(context.takeFromAddress, request)
    throw notFound(context.operations, request)
  }
  app.route({ method, url: urlOf(path), onRequest: reject, handler: reject })
}

const urlOf = (path: string): string => apiRoot + path.replace(/\{(\w+)\}/g, ':$1')

function earlyFault({ operations }: RestContext, request: FastifyRequest): Fault | undefined {
  const fault = hostFault(request.raw)
  if (fault) return fault
  // Otherwise Fastify would reject it for its missing body first.
  return request.method === 'QUERY' ? notFound(operations, request) : undefined
}

/** Bodies sent to unknown addresses are read and dropped. */
function readBodies(app: FastifyInstance, { documents }: Services): void {
  app.removeAllContentTypeParsers()
  readJsonBodies(app, 'application/json', documents)
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    payload.resume()
    if (request.is404) return
    const size = request.headers['content-length']
    if (Number(size) > maxBytes) throw tooLarge(maxBytes)
    if (size === undefined ? !(await isEmpty(payload)) : Number(size) > 0) throw wrongType
  })
}

async function admit(context: RestContext, operation: Operation, { request, reply }: Exchange): Promise<void> {
  const { services, takeFromAddress } = context
  if (operation.access === 'none') return takeFromAddressBudget(takeFromAddress, request)
  const caller = await countRejected(takeFromAddress, request, context.authenticate(request.headers.authorization))
  request.caller = caller
  const { budget, fault } = await takeFromBudget(services, caller)
  request.budget = budget
  if (fault) throw fault
  await authorize(services, operation, caller)
  takeLargeBody(request, reply)
}

async function respond(
  { services }: RestContext,
  operation: Operation,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  const call = operationRequest(operation, request, { via: 'api', visit: originOf(request, null) })
  const result = await perform(services, call, request.caller)
  reply.headers(commonHeaders(result.budget ?? request.budget))
  return sendResult(reply, result)
}

async function sendNotFound(context: RestContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (request.method === 'OPTIONS')
    return reply
      .code(204)
      .headers({
        ...commonHeaders(uncounted),
        ...preflight(servedAt(context.operations, pathOf(request)), pathOf(request)),
      })
      .send()
  takeFromAddressBudget(context.takeFromAddress, request)
  const page = isOfApi(pathOf(request)) ? undefined : context.sendNotFoundPage?.(request, reply)
  if (page) return page
  throw notFound(context.operations, request)
}

const isOfApi = (path: string): boolean => `${path}/`.startsWith(`${apiRoot}/`)

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? ''

function servedAt(operations: readonly Operation[], path: string): Operation[] {
  return path.startsWith(`${apiRoot}/`) ? operationsAt(publicOnly(operations), path.slice(apiRoot.length)) : []
}

function notFound(operations: readonly Operation[], request: FastifyRequest): Fault {
  const path = pathOf(request)
  return unservedFault(servedAt(operations, path), request.method, path)
}
