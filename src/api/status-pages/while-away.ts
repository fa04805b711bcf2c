// What is served while the start waits for the database: copies of status pages, and to everybody else that it is away.
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import type { Fault } from '../../domain/fault.ts'
import type { CopiedPages } from '../../public-pages/copied-pages.ts'
import { notReachable } from '../../operations/registry/our-fault.ts'
import { rejectBrokenRequest } from '../broken-request.ts'
import { errorBody } from '../errors.ts'
import { commonHeaders, securityHeaders, uncounted } from '../headers.ts'
import { hostFault } from '../host-header.ts'
import { addressAtHost } from '../page-host.ts'
import { sendResponse } from './responses.ts'
import { cachedDocument } from './document-cache.ts'
import { type VisitorServices, type PageRequest, seenBy } from './visitors.ts'

export interface Away extends VisitorServices {
  readonly pages: CopiedPages
}

export function serveWhileAway(away: Away): FastifyInstance {
  const app = fastify({
    routerOptions: { maxParamLength: 65_536, ignoreTrailingSlash: true },
    requestTimeout: 60_000,
    return503OnClosing: false,
    clientErrorHandler: rejectBrokenRequest,
    rewriteUrl: (request) => addressAtHost(request, { pageAt: away.pages.slugAt, origin: away.services.origin }),
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders(away.services.origin()))
    const fault = hostFault(request.raw)
    return fault && refuse(fault, request, reply.code(fault.status))
  })
  app.get('/healthz', async () => ({ status: 'alive' }))
  for (const url of ['/status/:slug', '/status/:slug/*'])
    app.get(url, (request, reply) => answer(away, request as PageRequest, reply))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    done(null)
  })
  app.setNotFoundHandler(answerAway)
  return app
}

/** A page that may not be seen and one without a copy are answered alike: what there is cannot be known now. */
async function answer(away: Away, request: PageRequest, reply: FastifyReply): Promise<FastifyReply> {
  const seen = await seenBy(away, request)
  const made = seen && cachedDocument(away, request, seen)
  return made ? sendResponse(made, request, reply) : answerAway(request, reply)
}

const answerAway = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  refuse(notReachable(), request, reply.code(503))

function refuse(fault: Fault, { headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { type, json } = errorBody(fault, headers.accept)
  return reply.headers({ ...commonHeaders(uncounted), 'content-type': type, ...fault.headers }).send(json)
}
