// Where agents report: their token before the body, a body that stays small when it is unpacked, and one shape for refusals.
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../domain/fault.ts'
import { createMinutes } from '../domain/limits/rate-window.ts'
import { type ReportReceiver, createReportReceiver } from '../operations/hosts/receive.ts'
import { ourFault } from '../operations/registry/our-fault.ts'
import type { Services } from '../operations/registry/services.ts'
import type { TakeFromAddress } from './anonymous-budget.ts'
import { errorBody, faultOf, jsonType } from './errors.ts'
import { readJson } from './json-body.ts'
import { bodyUnread } from './rest.ts'

type AdmittedHost = Awaited<ReturnType<ReportReceiver['admit']>>

declare module 'fastify' {
  interface FastifyRequest {
    agentToken: string
    reportingHost: AdmittedHost | null
  }
}

const url = '/agent/v1/report'
const maxBody = 262_144
// One every ten seconds at most, and what was kept back during an outage.
const perMinute = 120
const maxRemembered = 20_000

const unpack = promisify(gunzip)

export function serveAgents(app: FastifyInstance, services: Services, takeFromAddress: TakeFromAddress): void {
  const receiver = createReportReceiver(services)
  const takeFrom = createMinutes(services.clock, { budget: perMinute, most: maxRemembered })

  async function admit(request: FastifyRequest): Promise<void> {
    request.agentToken = tokenIn(request.headers.authorization)
    try {
      request.reportingHost = await receiver.admit(request.agentToken)
    } catch (error) {
      const { fault } = error instanceof Fault ? takeFromAddress(request.ip) : { fault: null }
      throw fault ?? error
    }
    const { taken, freesIn } = takeFrom(request.reportingHost.id)
    if (taken) return
    const message = `More than ${perMinute} reports in a minute; try again in ${freesIn} s`
    throw new Fault('rate_limited', message, { 'retry-after': String(freesIn) })
  }

  app.register(async (scope) => {
    scope.decorateRequest('agentToken', '')
    scope.decorateRequest('reportingHost', null)
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.setErrorHandler((error, request, reply) => sendError(services, error, { request, reply }))
    scope.route({
      method: 'POST',
      url,
      bodyLimit: maxBody,
      onRequest: admit,
      async handler(request, reply) {
        const body = await bodyOf(request)
        const ack = await receiver.receive(request.agentToken, request.reportingHost!, body)
        return reply.header('content-type', jsonType).header('cache-control', 'no-store').send(JSON.stringify(ack))
      },
    })
    scope.route({
      method: ['GET', 'PUT', 'PATCH', 'DELETE'],
      url,
      async handler({ method }) {
        throw new Fault('method_not_allowed', `${method} is no report; use POST`, { allow: 'POST' })
      },
    })
  })
}

function tokenIn(authorization: string | undefined): string {
  const [, token] = /^Bearer +([\w-]{1,100})$/i.exec(authorization ?? '') ?? []
  if (token) return token
  throw new Fault('unauthorized', 'Authorization: must be Bearer and the token of a host; see POST /hosts')
}

async function bodyOf({ body, headers }: FastifyRequest): Promise<unknown> {
  if (!Buffer.isBuffer(body)) throw new Fault('invalid_request', 'body: Required')
  const [error, value] = readJson(await unpacked(body, headers['content-encoding']))
  if (error) throw error
  return value
}

async function unpacked(body: Buffer, encoding = 'identity'): Promise<Buffer> {
  if (encoding === 'identity') return body
  if (encoding !== 'gzip') throw new Fault('invalid_request', 'Content-Encoding: must be gzip, or left out')
  return unpack(body, { maxOutputLength: maxBody }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge()
    throw new Fault('invalid_request', 'body: is no gzip')
  })
}

const tooLarge = (): Fault =>
  new Fault(
    'payload_too_large',
    'The report is larger than 256 KiB (262,144 bytes) when it is unpacked; send fewer samples',
  )

function sendError(
  { log }: Services,
  error: unknown,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): void {
  const fault = faultOf(error) ?? ourFault(error)
  if (fault.code === 'internal_error') log.error('a report of an agent failed', { error: String(error) })
  if (fault.status === 413 || bodyUnread(request)) reply.header('connection', 'close')
  if (fault.code === 'unauthorized') reply.header('www-authenticate', 'Bearer')
  const { type, json } = errorBody(fault, request.headers.accept)
  reply
    .code(fault.status)
    .headers({ 'content-type': type, 'cache-control': 'no-store', ...fault.headers })
    .send(json)
}
