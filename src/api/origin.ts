// What is served beside the API: whether the process lives, whether it can work, and the policies the API links.
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { readiness } from '../operations/readiness.ts'
import type { Services } from '../operations/services.ts'
import { jsonType } from './errors.ts'

const policies = { deprecation: 'deprecation.md', sunset: 'sunset.md' }

export function serveOrigin(app: FastifyInstance, services: Services): void {
  app.get('/', async () => ({
    name: 'Lapwing',
    version: services.version,
    api: `${services.origin()}/v1`,
    openapi: `${services.origin()}/v1/openapi.json`,
  }))
  app.get('/healthz', async () => ({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    const state = await readiness(services)
    return reply.code(state.ready ? 200 : 503).header('content-type', jsonType).header('cache-control', 'no-store').send(JSON.stringify(state))
  })
  for (const [name, file] of Object.entries(policies)) {
    const text = new URL(`../../docs/policies/${file}`, import.meta.url)
    app.get(`/policies/${name}`, async (_request, reply) => reply.header('content-type', 'text/markdown; charset=utf-8').send(await readFile(text)))
  }
}
