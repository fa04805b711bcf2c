// The endpoints of probes that run elsewhere. The token is checked before the body is read, and the body is limited
// when unpacked.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { createMinutes } from '../../domain/limits/rate-window.ts'
import type { ProbeAccess, ProbeGateway } from '../../domain/probing/gateway.ts'
import { probePaths } from '../../domain/probing/protocol.ts'
import { readReport, reportLimits } from '../../domain/probing/read-report.ts'
import { type ProbeReport, claimRequest, helloRequest } from '../../domain/probing/requests.ts'
import { parse } from '../../domain/validation.ts'
import { rateLimited } from '../../operations/registry/request-budget.ts'
import type { Services } from '../../operations/registry/services.ts'
import { refuseUnstorable } from '../../domain/limits/storable.ts'
import { countRejected } from '../admit.ts'
import { jsonType } from '../errors.ts'
import { type RequestLimits, usualLimits } from '../../domain/limits/json-limits.ts'
import { unpackAtMost } from '../../domain/limits/unpack.ts'
import type { TakeFromAddress } from '../limits/anonymous-budget.ts'
import { isSmall, takeLargeBody, withLimits } from '../bodies.ts'
import { packedBodyOf, packedJson } from './packed-body.ts'
import { rejectOtherMethods, serveRawBodies } from '../raw-bodies.ts'
import type { ErrorFormat } from '../respond.ts'

declare module 'fastify' {
  interface FastifyRequest {
    probeToken: string
    probeAccess: ProbeAccess | null
    receivedAt: number
  }
}

type RespondToProbe = (request: FastifyRequest, reply: FastifyReply) => Promise<object>

const smallLimits = { maxBytes: 65_536 }
const tooLarge = 'The unpacked body is larger than 65,536 bytes.'
// Several probes may share a token: each claims, and reports at most a few times a second.
const perMinute = 3000
const maxRemembered = 20_000

export function serveProbes(
  app: FastifyInstance,
  {
    services,
    gateway,
    takeFromAddress,
  }: { services: Services; gateway: ProbeGateway; takeFromAddress: TakeFromAddress },
): void {
  const { clock, log } = services
  const takeFrom = createMinutes(clock, { budget: perMinute, most: maxRemembered })
  const format: ErrorFormat = {
    log,
    event: 'request of a probe failed',
    logsPath: true,
    challenge: 'Bearer',
    headers: () => ({ 'cache-control': 'no-store' }),
  }

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    request.receivedAt = clock.now().getTime()
    request.probeToken = tokenIn(request.headers.authorization)
    const access = await countRejected(takeFromAddress, request, gateway.admit(request.probeToken))
    request.probeAccess = access
    const { taken, freesIn } = takeFrom(access.tokenId)
    if (!taken) throw rateLimited(`More than ${perMinute} requests in a minute. Try again in ${freesIn} s.`, freesIn)
    takeLargeBody(request, reply, ownerOf(access))
  }

  const claim = async (request: FastifyRequest, reply: FastifyReply): Promise<object> => {
    const hangUp = new AbortController()
    reply.raw.once('close', () => hangUp.abort(new Error('the probe has hung up')))
    const admitAgain = (): Promise<unknown> => gateway.admit(request.probeToken)
    const body = await bodyOf(request, claimRequest)
    return gateway.claim(request.probeAccess!, body, { signal: hangUp.signal, admitAgain })
  }

  const addRoutes = (scope: FastifyInstance): void => {
    scope.decorateRequest('probeToken', '')
    scope.decorateRequest('probeAccess', null)
    scope.decorateRequest('receivedAt', 0)
    const route = (url: string, limits: Partial<RequestLimits>, respond: RespondToProbe): void => {
      scope.route({
        method: 'POST',
        url,
        ...withLimits(limits),
        onRequest: admit,
        async handler(request, reply) {
          const response = await respond(request, reply)
          const times = { received_at: request.receivedAt, sent_at: clock.now().getTime() }
          reply.header('content-type', jsonType).header('cache-control', 'no-store')
          return reply.send(JSON.stringify({ ...response, ...times }))
        },
      })
      rejectOtherMethods(scope, url, ['POST'])
    }
    route(probePaths.hello, smallLimits, async (request) =>
      gateway.hello(request.probeAccess!, await bodyOf(request, helloRequest)),
    )
    route(probePaths.claim, smallLimits, claim)
    route(probePaths.report, reportLimits, async (request) =>
      gateway.report(request.probeAccess!, await reportOf(services, request)),
    )
  }
  serveRawBodies(app, { contentType: 'application/json', format, addRoutes })
}

function tokenIn(authorization: string | undefined): string {
  const [, token] = /^Bearer +([\w-]{1,200})$/i.exec(authorization ?? '') ?? []
  if (token) return token
  throw new Fault('unauthorized', 'Authorization: must be Bearer followed by the token of a probe.')
}

/** All probes of an organization count together, however many tokens it creates; its imports wait for none of them. */
const ownerOf = ({ organizationId, tokenId }: ProbeAccess): string =>
  organizationId === null ? tokenId : `probes of ${organizationId}`

async function bodyOf<S extends z.ZodType>(request: FastifyRequest, schema: S): Promise<z.output<S>> {
  const value = await packedJson(request, tooLarge)
  refuseUnstorable(value)
  return parse(schema, value)
}

/** Only a report with pictures or traces, or of hundreds of outcomes, is too large to be read here. */
async function reportOf({ documents }: Services, request: FastifyRequest): Promise<ProbeReport> {
  const body = packedBodyOf(request)
  const unpacked = body.isPacked ? await unpackAtMost(body.bytes, usualLimits.maxBytes) : body.bytes
  if (unpacked !== null && isSmall(unpacked, reportLimits)) return readReport(unpacked, reportLimits)
  return documents.read(ownerOf(request.probeAccess!), 'probeReport', body)
}
