// Receives the reports of agents. The token is checked before the body is read, and the body is limited when unpacked.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Fault } from '../../domain/fault.ts'
import { createMinutes } from '../../domain/limits/rate-window.ts'
import { type ReportReceiver, createReportReceiver } from '../../operations/hosts/receive.ts'
import type { Services } from '../../operations/registry/services.ts'
import type { TakeFromAddress } from '../limits/anonymous-budget.ts'
import { countRejected } from '../admit.ts'
import { jsonType } from '../errors.ts'
import { withLimits } from '../bodies.ts'
import { packedJson } from './packed-body.ts'
import { rejectOtherMethods, serveRawBodies } from '../raw-bodies.ts'
import type { ErrorFormat } from '../respond.ts'
import { rateLimited } from '../../operations/registry/request-budget.ts'

type AdmittedHost = Awaited<ReturnType<ReportReceiver['admit']>>

declare module 'fastify' {
  interface FastifyRequest {
    agentToken: string
    reportingHost: AdmittedHost | null
  }
}

const url = '/agent/v1/report'
// As many as fit: a sample of a host with many containers has hundreds.
const limits = { maxValues: 20_000 }
const tooLarge = 'The unpacked report is larger than 256 KiB (262,144 bytes). Send fewer samples.'
// At most one every ten seconds, and those that the agent buffered during an outage.
const perMinute = 120
const maxRemembered = 20_000

export function serveAgents(app: FastifyInstance, services: Services, takeFromAddress: TakeFromAddress): void {
  const receiver = createReportReceiver(services)
  const takeFrom = createMinutes(services.clock, { budget: perMinute, most: maxRemembered })
  const format: ErrorFormat = {
    log: services.log,
    event: 'agent report failed',
    logsPath: false,
    challenge: 'Bearer',
    headers: () => ({ 'cache-control': 'no-store' }),
  }

  async function admit(request: FastifyRequest): Promise<void> {
    request.agentToken = tokenIn(request.headers.authorization)
    const host = await countRejected(takeFromAddress, request, receiver.admit(request.agentToken))
    request.reportingHost = host
    const { taken, freesIn } = takeFrom(host.id)
    if (taken) return
    const message = `More than ${perMinute} reports in a minute. Try again in ${freesIn} s.`
    throw rateLimited(message, freesIn)
  }

  const addRoutes = (scope: FastifyInstance): void => {
    scope.decorateRequest('agentToken', '')
    scope.decorateRequest('reportingHost', null)
    scope.route({
      method: 'POST',
      url,
      ...withLimits(limits),
      onRequest: admit,
      async handler(request, reply) {
        const body = await packedJson(request, tooLarge)
        const ack = await receiver.receive(request.agentToken, request.reportingHost!, body)
        return reply.header('content-type', jsonType).header('cache-control', 'no-store').send(JSON.stringify(ack))
      },
    })
    rejectOtherMethods(scope, url, ['POST'])
  }
  serveRawBodies(app, { contentType: 'application/json', format, addRoutes })
}

function tokenIn(authorization: string | undefined): string {
  const [, token] = /^Bearer +([\w-]{1,100})$/i.exec(authorization ?? '') ?? []
  if (token) return token
  throw new Fault(
    'unauthorized',
    'Authorization: must be Bearer followed by the token of a host. POST /hosts returns one.',
  )
}
