// Lapwing's own figures for Prometheus, at an address that exists only if the operator sets a token.
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Fault } from '../domain/fault.ts'
import { fingerprint } from '../domain/secret.ts'
import { createOwnMetrics } from '../operations/meta/own-metrics.ts'
import { expositionType } from '../operations/metrics/exposition.ts'
import type { Services } from '../operations/registry/services.ts'

export function serveOwnMetrics(app: FastifyInstance, services: Services, token: string | null): void {
  if (token === null) return
  const expected = fingerprint(`Bearer ${token}`)
  const read = createOwnMetrics(services)
  app.get('/internal/metrics', async ({ headers }, reply) => {
    if (!timingSafeEqual(fingerprint(headers.authorization ?? ''), expected))
      throw new Fault('unauthorized', 'This needs the token in LAPWING_METRICS_TOKEN, as a bearer token', {
        'www-authenticate': 'Bearer',
      })
    return reply
      .header('content-type', expositionType)
      .header('cache-control', 'no-store')
      .send(await read())
  })
}
