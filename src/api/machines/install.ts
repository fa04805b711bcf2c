// Serves the scripts that install an agent or a probe, and the archives that they name. Nothing of it is secret.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createMinutes } from '../../domain/limits/rate-window.ts'
import type { InstallerFile, Installers } from '../../installers/installers.ts'
import { programs } from '../../installers/archives.ts'
import { rateLimited } from '../../operations/registry/request-budget.ts'
import type { Services } from '../../operations/registry/services.ts'

// A machine makes three requests; many can be behind one address.
const perMinute = 90
const maxAddresses = 20_000
// A download of 50 MB takes long on a slow line.
const maxDownloads = 16
const retryAfterSeconds = 5

export function serveInstallers(app: FastifyInstance, { clock, origin }: Services, installers: Installers): void {
  const takeFrom = createMinutes(clock, { budget: perMinute, most: maxAddresses })
  const onRequest = async ({ ip }: FastifyRequest): Promise<void> => {
    const { taken, freesIn } = takeFrom(ip)
    if (!taken) throw rateLimited(`More than ${perMinute} requests in a minute; try again in ${freesIn} s`, freesIn)
  }
  for (const program of programs)
    app.get(`/install/${program}`, {
      onRequest,
      handler: async (_request: FastifyRequest, reply: FastifyReply) =>
        reply
          .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' })
          .send(await installers.script(program, origin())),
    })
  let downloads = 0
  app.get('/install/files/:name', {
    // Fastify would read the whole file for it.
    exposeHeadRoute: false,
    onRequest,
    handler: async (request: FastifyRequest<{ Params: { name: string } }>, reply: FastifyReply) => {
      const file = await installers.file(request.params.name)
      if (!file) return reply.callNotFound()
      reply.headers(headersOf(file))
      if (request.headers['if-none-match'] === etagOf(file)) return reply.code(304).send()
      if (downloads >= maxDownloads) throw rateLimited('Too many downloads at once; try again soon', retryAfterSeconds)
      downloads++
      reply.raw.once('close', () => downloads--)
      return reply.header('content-length', file.bytes).send(file.open())
    },
  })
}

const etagOf = ({ sha256 }: InstallerFile): string => `"${sha256.slice(0, 32)}"`

// The name of a file changes with its content.
const headersOf = (file: InstallerFile) => ({
  'content-type': 'application/gzip',
  'cache-control': 'public, max-age=31536000, immutable',
  etag: etagOf(file),
})
