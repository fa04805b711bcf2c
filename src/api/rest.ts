// The REST door: each public operation at its path, and one shape for everything that goes wrong before it.
import type { IncomingMessage } from 'node:http'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import type { Caller } from '../domain/caller.ts'
import { Fault } from '../domain/fault.ts'
import { hostNameOfHeader } from '../domain/status-page/host-name.ts'
import { type Authenticate } from '../operations/registry/authenticate.ts'
import { type CallResult, authorize, perform } from '../operations/registry/call.ts'
import type { Operation } from '../operations/registry/define.ts'
import { type RequestBudget, takeFromBudget } from '../operations/registry/request-budget.ts'
import { ourFault } from '../operations/registry/our-fault.ts'
import type { Services } from '../operations/registry/services.ts'
import type { TakeFromAddress } from './anonymous-budget.ts'
import { operationRequest, preferHeader } from './operation-request.ts'
import { rejectBrokenRequest } from './broken-request.ts'
import { errorBody, faultOf, jsonType, tooLarge, wrongType } from './errors.ts'
import { type Headers, commonHeaders, deprecationHeaders, preflight, securityHeaders, uncounted } from './headers.ts'
import { isEmpty, readJson } from './json-body.ts'
import { hostFault } from './host-header.ts'
import { addressAtHost } from './page-host.ts'
import { methodsOf, mistakenAt, operationsAt } from '../operations/registry/paths.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    budget: RequestBudget
  }
}

const apiRoot = '/v1'
const maxBody = 262_144

export interface RestContext {
  readonly services: Services
  readonly operations: readonly Operation[]
  readonly authenticate: Authenticate
  readonly takeFromAddress: TakeFromAddress
  readonly trustedProxies: readonly string[]
  /** The status page that a host name leads to. */
  readonly pageAt?: (host: string) => string | undefined
  /** What somebody with a browser gets where there is nothing; undefined for anybody else. */
  readonly pageOfNothing?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined
  /** Sees every answer before it leaves. */
  readonly onReply?: (operation: Operation, reply: CallResult) => void
}

export function createRest(door: RestContext): FastifyInstance {
  const app = newServer(door)
  app.decorateRequest('caller', null)
  app.decorateRequest('budget')
  app.setErrorHandler((error, request, reply) => sendError(door, error, { request, reply }))
  let headers: Headers | undefined
  app.addHook('onRequest', (request, reply, done) => {
    headers ??= securityHeaders(door.services.origin())
    reply.headers(headers)
    done(faultAtOnce(door, request))
  })
  readBodies(app)
  app.setNotFoundHandler((request, reply) => sendNotFound(door, request, reply))
  const served = publicOnes(door.operations)
  for (const operation of served) serve(app, door, operation)
  for (const path of new Set(served.map(({ path }) => path)))
    refuseMistaken(app, door, { path, mistaken: mistakenAt(served, path) })
  return app
}

const publicOnes = (operations: readonly Operation[]): Operation[] =>
  operations.filter(({ audience }) => audience === 'public')

function newServer(door: RestContext): FastifyInstance {
  return fastify({
    bodyLimit: maxBody,
    // An id of any length reaches its operation, which asks for a key first and then says what an id looks like.
    routerOptions: { maxParamLength: 65_536, ignoreTrailingSlash: true },
    trustProxy: door.trustedProxies.length > 0 ? [...door.trustedProxies] : false,
    requestTimeout: 60_000,
    return503OnClosing: false,
    // Node would answer a missing Host by itself, without a word.
    http: { requireHostHeader: false },
    frameworkErrors: (error, request, reply) => sendError(door, error, { request, reply: reply as FastifyReply }),
    clientErrorHandler: rejectBrokenRequest,
    rewriteUrl: (request) => addressAtHost(request, { pageAt: door.pageAt, origin: door.services.origin }),
  })
}

function serve(app: FastifyInstance, door: RestContext, operation: Operation): void {
  app.route({
    method: operation.method,
    url: urlOf(operation.path),
    onRequest: (request) => admit(door, operation, request),
    handler: (request, reply) => answer(door, operation, { request, reply }),
    ...(operation.deprecated && {
      onSend: async (_request, reply) => void reply.headers(deprecationHeaders(operation)),
    }),
  })
}

interface Mistaken {
  readonly path: string
  readonly mistaken: readonly string[]
}

function refuseMistaken(app: FastifyInstance, door: RestContext, { path, mistaken }: Mistaken): void {
  const method = mistaken.filter((each) => each !== 'HEAD')
  if (method.length === 0) return
  const refuse = async (request: FastifyRequest): Promise<never> => {
    refuseAddressOverBudget(door, request)
    throw notFound(door.operations, request)
  }
  app.route({ method, url: urlOf(path), onRequest: refuse, handler: refuse })
}

const urlOf = (path: string): string => apiRoot + path.replace(/\{(\w+)\}/g, ':$1')

function faultAtOnce({ operations }: RestContext, request: FastifyRequest): Fault | undefined {
  const fault = hostFault(request.raw)
  if (fault) return fault
  // Without a body it would be refused for that, before it is refused for what it is.
  return request.method === 'QUERY' ? notFound(operations, request) : undefined
}

/** What is sent to an address that does not exist is taken in and forgotten. */
function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) =>
    request.is404 ? done(null) : done(...readJson(bytes)),
  )
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    payload.resume()
    if (request.is404) return
    const size = request.headers['content-length']
    if (Number(size) > maxBody) throw tooLarge
    if (size === undefined ? !(await isEmpty(payload)) : Number(size) > 0) throw wrongType
  })
}

async function admit(door: RestContext, operation: Operation, request: FastifyRequest): Promise<void> {
  if (operation.access === 'none') return refuseAddressOverBudget(door, request)
  request.caller = await door.authenticate(request.headers.authorization).catch((error: unknown) => {
    if (error instanceof Fault) refuseAddressOverBudget(door, request)
    throw error
  })
  const { budget, fault } = await takeFromBudget(door.services, request.caller)
  request.budget = budget
  if (fault) throw fault
  await authorize(door.services, operation, request.caller)
}

function refuseAddressOverBudget(door: RestContext, request: FastifyRequest): void {
  const { budget, fault } = door.takeFromAddress(request.ip)
  request.budget = budget
  if (fault) throw fault
}

interface RestExchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

async function answer(
  door: RestContext,
  operation: Operation,
  { request, reply }: RestExchange,
): Promise<FastifyReply> {
  const visit = {
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? null,
    secondFactor: null,
    host: hostNameOfHeader(request.raw.headers.host),
    prefer: preferHeader(request),
  }
  const found = await perform(
    door.services,
    operationRequest(operation, request, { via: 'api', visit }),
    request.caller,
  )
  door.onReply?.(operation, found)
  reply
    .code(found.status)
    .headers(commonHeaders(found.budget ?? request.budget))
    .headers(found.headers)
  if (found.content) return reply.header('content-type', found.content.type).send(found.content.content)
  if (found.json === null) return reply.send()
  return reply.header('content-type', jsonType).send(found.json)
}

function sendError(door: RestContext, error: unknown, { request, reply }: RestExchange): void {
  const fault = faultOf(error) ?? ourFault(error)
  if (fault.code === 'internal_error')
    door.services.log.error('a request failed', { error, method: request.method, path: request.url })
  // The rest of an unread body would otherwise be taken in for nothing.
  if (fault.status === 413 || bodyUnread(request)) reply.header('connection', 'close')
  if (fault.code === 'unauthorized') reply.header('www-authenticate', 'Bearer')
  const { type, json } = errorBody(fault, request.headers.accept)
  reply
    .code(fault.status)
    .headers({
      ...securityHeaders(door.services.origin()),
      ...commonHeaders(request.budget ?? uncounted),
      'content-type': type,
      ...fault.headers,
    })
    .send(json)
}

async function sendNotFound(door: RestContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (request.method === 'OPTIONS')
    return reply
      .code(204)
      .headers({ ...commonHeaders(uncounted), ...preflight(servedAt(door.operations, pathOf(request))) })
      .send()
  refuseAddressOverBudget(door, request)
  const page = isOfApi(pathOf(request)) ? undefined : door.pageOfNothing?.(request, reply)
  if (page) return page
  throw notFound(door.operations, request)
}

const isOfApi = (path: string): boolean => `${path}/`.startsWith(`${apiRoot}/`)

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? ''

function servedAt(operations: readonly Operation[], path: string): Operation[] {
  return path.startsWith(`${apiRoot}/`) ? operationsAt(publicOnes(operations), path.slice(apiRoot.length)) : []
}

function notFound(operations: readonly Operation[], request: FastifyRequest): Fault {
  const { method } = request
  const path = pathOf(request)
  const here = servedAt(operations, path)
  if (here.length === 0) return new Fault('not_found', `There is nothing at ${path}`)
  const allow = methodsOf(here).join(', ')
  const hint = here.find(({ otherMethods }) => otherMethods)?.otherMethods
  const refusal = `${method} is not supported here; supported: ${allow}`
  return new Fault('method_not_allowed', hint ? `${refusal}. ${hint}` : refusal, { allow })
}

export function bodyUnread({ raw, headers }: FastifyRequest): boolean {
  return !raw.complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0)
}
