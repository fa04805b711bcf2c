// Served while the start waits for the database: copies of status pages, and an error for everything else.
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import type { Fault } from '../../domain/fault.ts'
import type { CopiedPages } from '../../public-pages/copied-pages.ts'
import { notReachable } from '../../operations/registry/our-fault.ts'
import { rejectBrokenRequest } from '../broken-request.ts'
import { errorBody } from '../errors.ts'
import { commonHeaders, securityHeaders, uncounted } from '../headers.ts'
import { hostFault } from '../host-header.ts'
import { noSchemas } from '../limits/no-schemas.ts'
import { addressAtHost } from '../page-host.ts'
import { sendResponse } from './responses.ts'
import { cachedDocument } from './document-cache.ts'
import { type VisitorServices, type PageRequest, visiblePage } from './visitors.ts'

export interface Away extends VisitorServices {
  readonly pages: CopiedPages
}

export function serveWhileAway(away: Away): FastifyInstance {
  const app = fastify({
    schemaController: noSchemas,
    routerOptions: { maxParamLength: 65_536, ignoreTrailingSlash: true },
    requestTimeout: 60_000,
    return503OnClosing: false,
    clientErrorHandler: rejectBrokenRequest,
    rewriteUrl: (request) => addressAtHost(request, { pageAt: away.pages.slugAt, origin: away.services.origin }),
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders(away.services.origin()))
    const fault = hostFault(request.raw)
    return fault && refuse(fault, request, reply)
  })
  app.get('/healthz', async () => ({ status: 'alive' }))
  for (const url of ['/status/:slug', '/status/:slug/*'])
    app.get(url, (request, reply) => respond(away, request as PageRequest, reply))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    done(null)
  })
  app.setNotFoundHandler(respondUnavailable)
  return app
}

/** A hidden page and a page without a copy get the same response. */
async function respond(away: Away, request: PageRequest, reply: FastifyReply): Promise<FastifyReply> {
  const page = await visiblePage(away, request)
  const document = page && cachedDocument(away, request, page)
  return document ? sendResponse(document, request, reply) : respondUnavailable(request, reply)
}

const respondUnavailable = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  refuse(notReachable(), request, reply)

function refuse(fault: Fault, { headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { type, json } = errorBody(fault, headers.accept)
  return reply
    .code(fault.status)
    .headers({ ...commonHeaders(uncounted), 'content-type': type, ...fault.headers })
    .send(json)
}
