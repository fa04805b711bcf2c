// The REST door: each public operation at its path, and one shape for everything that goes wrong before it.
import { isUtf8 } from 'node:buffer'
import type { Socket } from 'node:net'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import type { Caller } from '../domain/caller.ts'
import { Fault } from '../domain/fault.ts'
import { type Reply, authorize, perform } from '../operations/registry/call.ts'
import type { Operation } from '../operations/registry/define.ts'
import { type Authenticate } from '../operations/registry/authenticate.ts'
import { type Budget, takeFromBudget } from '../operations/registry/request-budget.ts'
import type { Services } from '../operations/registry/services.ts'
import type { TakeFromAddress } from './anonymous-budget.ts'
import { errorBody, faultOf, jsonType, ourFault, wrongType } from './errors.ts'
import { commonHeaders, deprecationHeaders, preflight, uncounted } from './headers.ts'
import { methodsOf, operationsAt } from './paths.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    budget: Budget
  }
}

const apiRoot = '/v1'
const largestBody = 262_144

export interface Door {
  readonly services: Services
  readonly operations: readonly Operation[]
  readonly authenticate: Authenticate
  readonly takeFromAddress: TakeFromAddress
  readonly trustedProxies: readonly string[]
  /** Sees every answer before it leaves. */
  readonly onReply?: (operation: Operation, reply: Reply) => void
}

export function createRest(door: Door): FastifyInstance {
  const app = fastify({
    bodyLimit: largestBody,
    // An id of any length reaches its operation, which asks for a key first and then says what an id looks like.
    routerOptions: { maxParamLength: 65_536 },
    trustProxy: door.trustedProxies.length > 0 ? [...door.trustedProxies] : false,
    requestTimeout: 60_000,
    return503OnClosing: false,
    // Node would answer a missing Host by itself, without a word.
    http: { requireHostHeader: false },
    frameworkErrors: (error, request, reply) => answerError(error, request, reply as FastifyReply),
    clientErrorHandler: answerBrokenRequest,
  })

  function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const fault = faultOf(error) ?? ourFault(error)
    if (fault.code === 'internal_error')
      door.services.log.error('a request failed', { error, method: request.method, path: request.url })
    // The rest of an unread body would otherwise be taken in for nothing.
    if (fault.status === 413 || bodyUnread(request)) reply.header('connection', 'close')
    if (fault.code === 'unauthorized') reply.header('www-authenticate', 'Bearer')
    const { type, json } = errorBody(fault, request.headers.accept)
    reply
      .code(fault.status)
      .headers({ ...commonHeaders(request.budget ?? uncounted), 'content-type': type, ...fault.headers })
      .send(json)
  }

  function refuseAddressOverBudget(request: FastifyRequest): void {
    const { budget, fault } = door.takeFromAddress(request.ip)
    request.budget = budget
    if (fault) throw fault
  }

  async function admit(operation: Operation, request: FastifyRequest): Promise<void> {
    if (operation.access === 'none') return refuseAddressOverBudget(request)
    request.caller = await door.authenticate(request.headers.authorization).catch((error: unknown) => {
      if (error instanceof Fault) refuseAddressOverBudget(request)
      throw error
    })
    const { budget, fault } = await takeFromBudget(door.services, request.caller)
    request.budget = budget
    if (fault) throw fault
    authorize(operation, request.caller)
  }

  async function answer(operation: Operation, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const key = request.headers['idempotency-key']
    const found = await perform(
      door.services,
      {
        operation,
        params: request.params as Record<string, string>,
        query: request.query as Record<string, unknown>,
        body: request.body,
        path: request.url,
        idempotencyKey: Array.isArray(key) ? key.join(', ') : key,
        via: 'api',
        ip: request.ip,
      },
      request.caller,
    )
    door.onReply?.(operation, found)
    reply.code(found.status).headers(commonHeaders(request.budget)).headers(found.headers)
    if (found.json === null) return reply.send()
    return reply.header('content-type', jsonType).send(found.json)
  }

  app.decorateRequest('caller', null)
  app.decorateRequest('budget')
  app.setErrorHandler(answerError)
  app.removeAllContentTypeParsers()
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, raw } = request
    done(
      headers.host === undefined && raw.httpVersion === '1.1'
        ? new Fault('invalid_request', 'Host: Required')
        : undefined,
    )
  })
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) =>
    request.is404 ? done(null) : done(...readJson(bytes)),
  )
  app.addContentTypeParser('*', (request, payload, done) => {
    payload.resume()
    done(request.is404 ? null : wrongType)
  })
  app.setNotFoundHandler(async (request, reply) => {
    if (request.method === 'OPTIONS') {
      return reply
        .code(204)
        .headers({ ...commonHeaders(uncounted), ...preflight })
        .send()
    }
    refuseAddressOverBudget(request)
    const path = request.url.split('?', 1)[0] ?? ''
    const here = path.startsWith(`${apiRoot}/`) ? operationsAt(door.operations, path.slice(apiRoot.length)) : []
    if (here.length === 0) throw new Fault('not_found', `There is nothing at ${path}`)
    const allow = methodsOf(here).join(', ')
    const hint = here.find(({ otherMethods }) => otherMethods)?.otherMethods
    const refusal = `${request.method} is not supported here; supported: ${allow}`
    throw new Fault('method_not_allowed', hint ? `${refusal}. ${hint}` : refusal, { allow })
  })
  for (const operation of door.operations.filter(({ audience }) => audience === 'public')) {
    app.route({
      method: operation.method,
      url: apiRoot + operation.path.replace(/\{(\w+)\}/g, ':$1'),
      onRequest: (request) => admit(operation, request),
      handler: (request, reply) => answer(operation, request, reply),
      ...(operation.deprecated && {
        onSend: async (_request, reply) => void reply.headers(deprecationHeaders(operation)),
      }),
    })
  }
  return app
}

export function bodyUnread({ raw, headers }: FastifyRequest): boolean {
  return !raw.complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0)
}

type Parsed = [Error | null, unknown?]

function readJson(bytes: Buffer): Parsed {
  if (!isUtf8(bytes)) return [new Fault('invalid_request', 'Malformed JSON: must be UTF-8')]
  const text = bytes.toString().replace(/^\ufeff/, '')
  if (text.trim() === '') return [null, undefined]
  try {
    return [null, JSON.parse(text)]
  } catch (error) {
    // The engine quotes the text around the mistake, which may be a secret.
    return [new Fault('invalid_request', `Malformed JSON: ${(error as Error).message.replace(/, (\.\.\.)?".*$/s, '')}`)]
  }
}

/** Node could not read the request at all, so there is no request object to answer through. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const words: Record<string, string> = {
    HPE_HEADER_OVERFLOW: 'The request headers are too large',
    ERR_HTTP_REQUEST_TIMEOUT: 'The request took too long to arrive',
  }
  const { json } = errorBody(
    new Fault('invalid_request', words[error.code ?? ''] ?? 'Malformed HTTP request'),
    undefined,
  )
  const headers = {
    ...commonHeaders(uncounted),
    'content-type': jsonType,
    'content-length': `${Buffer.byteLength(json)}`,
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join('\r\n')}\r\n\r\n${json}`)
}
