// Served beside the API: liveness, readiness, and the policies that the API links to.
import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createReadiness } from '../operations/meta/readiness.ts'
import type { Services } from '../operations/registry/services.ts'
import { jsonType } from './errors.ts'

const plainText = 'text/plain; charset=utf-8'
const setupText = 'Accounts are set up in the dashboard: open this address in a browser.\n'
const policies = { deprecation: 'deprecation.md', sunset: 'sunset.md' }

export function serveServicePages(app: FastifyInstance, services: Services): void {
  app.get('/healthz', async () => ({ status: 'alive' }))
  const readiness = createReadiness(services)
  app.get('/readyz', async (_request, reply) => {
    const state = await readiness()
    return reply
      .code(state.ready ? 200 : 503)
      .header('content-type', jsonType)
      .header('cache-control', 'no-store')
      .send(JSON.stringify(state))
  })
  for (const [name, file] of Object.entries(policies)) {
    const text = new URL(`../../docs/policies/${file}`, import.meta.url)
    app.get(`/policies/${name}`, async (_request, reply) =>
      reply.header('content-type', 'text/markdown; charset=utf-8').send(await readFile(text)),
    )
  }
}

/** The responses for programs at the dashboard's addresses. */
export function pagesForPrograms(services: Services) {
  return {
    '/': (): object => ({
      name: 'Lapwing',
      version: services.version,
      api: `${services.origin()}/v1`,
      openapi: `${services.origin()}/v1/openapi.json`,
    }),
    // The first start prints a link to this address.
    '/setup': (_request: FastifyRequest, reply: FastifyReply): FastifyReply =>
      reply.header('content-type', plainText).send(setupText),
    '/incidents/*': (request: FastifyRequest, reply: FastifyReply) => describeIncident(services, request, reply),
  }
}

/** Alerts link here. The API decides who may read an incident, so this only explains how to request it. */
function describeIncident(services: Services, { url }: FastifyRequest, reply: FastifyReply): unknown {
  const [, id] = /^\/incidents\/([1-9]\d{0,15})\/?(?:\?|$)/.exec(url) ?? []
  if (!id) return reply.callNotFound()
  const address = `${services.origin()}/v1/incidents/${id}`
  const ask = (path: string): string => `  curl -H "Authorization: Bearer <key>" ${path}`
  const lines = [
    `Incident ${id}`,
    '',
    'Read it with a key of its organization:',
    '',
    ask(address),
    ask(`${address}/timeline`),
  ]
  return reply.header('content-type', plainText).send(`${lines.join('\n')}\n`)
}
