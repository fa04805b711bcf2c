// Receives the webhooks that report deployments. The signature covers the bytes of the body, so it is parsed after it.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Fault } from '../../domain/fault.ts'
import { storable } from '../../domain/database/storable.ts'
import { createMinutes } from '../../domain/limits/rate-window.ts'
import {
  type DeploymentReceipt,
  findDeploymentWebhook,
  receiveDeployment,
  refuseForged,
} from '../../operations/deployments/receive.ts'
import { rateLimited } from '../../operations/registry/request-budget.ts'
import type { Services } from '../../operations/registry/services.ts'
import { refuseUnstorable } from '../../domain/limits/storable.ts'
import { countRejected } from '../admit.ts'
import { jsonType } from '../errors.ts'
import { readJson, withLimits } from '../bodies.ts'
import type { TakeFromAddress } from '../limits/anonymous-budget.ts'
import { rejectOtherMethods, serveRawBodies } from '../raw-bodies.ts'
import type { ErrorFormat } from '../respond.ts'

type AdmittedWebhook = Awaited<ReturnType<typeof findDeploymentWebhook>>

declare module 'fastify' {
  interface FastifyRequest {
    deploymentWebhook: AdmittedWebhook | null
  }
}

const url = '/hooks/deployments/:id'
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const limits = { maxBytes: 1_048_576, maxValues: 20_000 }
const perMinute = 120
const maxRemembered = 20_000
const headers = { 'cache-control': 'no-store' }
const statusCodes: Record<DeploymentReceipt['status'], number> = { recorded: 201, duplicate: 200, ignored: 202 }

export function serveDeploymentHooks(app: FastifyInstance, services: Services, takeFromAddress: TakeFromAddress): void {
  const takeFrom = createMinutes(services.clock, { budget: perMinute, most: maxRemembered })
  const format: ErrorFormat = {
    log: services.log,
    event: 'deployment webhook failed',
    logsPath: false,
    headers: () => headers,
  }

  async function admit(request: FastifyRequest): Promise<void> {
    // Bodies of any type are read; the signature decides.
    delete request.headers['content-type']
    const { id } = request.params as { id: string }
    if (!uuid.test(id)) throw new Fault('not_found', 'Deployment webhook not found')
    request.deploymentWebhook = await countRejected(takeFromAddress, request, findDeploymentWebhook(services, id))
  }

  async function receive(request: FastifyRequest): Promise<DeploymentReceipt> {
    const webhook = request.deploymentWebhook!
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const verified = (async () => refuseForged(services, webhook, { headers: request.headers, body }))()
    await countRejected(takeFromAddress, request, verified)
    const { taken, freesIn } = takeFrom(webhook.id)
    if (!taken) throw rateLimited(`More than ${perMinute} events in a minute. Try again in ${freesIn} s.`, freesIn)
    const parsed = storable((await readJson(services.documents, request, body).catch(addHint)) ?? null)
    refuseUnstorable(parsed)
    return receiveDeployment(services, webhook, { event: eventOf(request), body: parsed })
  }

  const addRoutes = (scope: FastifyInstance): void => {
    scope.decorateRequest('deploymentWebhook', null)
    scope.route({
      method: 'POST',
      url,
      ...withLimits(limits),
      onRequest: admit,
      async handler(request, reply) {
        const receipt = await receive(request)
        return reply
          .code(statusCodes[receipt.status])
          .headers({ ...headers, 'content-type': jsonType })
          .send(JSON.stringify(receipt))
      },
    })
    rejectOtherMethods(scope, url, ['POST'])
  }
  serveRawBodies(app, { format, addRoutes })
}

function addHint(error: unknown): never {
  if (!(error instanceof Fault) || error.code !== 'invalid_request') throw error
  throw new Fault(error.code, `${error.message}. Send the content type application/json.`)
}

const eventOf = ({ headers }: FastifyRequest): string => String(headers['x-github-event'] ?? '')
