// What is served while the start waits for the database: copies of status pages, and to everybody else that it is away.
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import type { CopiedPages } from '../../public-pages/copied-pages.ts'
import { notReachable } from '../../operations/registry/our-fault.ts'
import { rejectBrokenRequest } from '../broken-request.ts'
import { errorBody } from '../errors.ts'
import { commonHeaders, securityHeaders, uncounted } from '../headers.ts'
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
    rewriteUrl: (request) => addressAtHost(request, away.pages.slugAt),
  })
  app.addHook('onRequest', async (_request, reply) => void reply.headers(securityHeaders(away.services.origin())))
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

function answerAway({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const fault = notReachable()
  const { type, json } = errorBody(fault, headers.accept)
  return reply
    .code(503)
    .headers({ ...commonHeaders(uncounted), 'content-type': type, ...fault.headers })
    .send(json)
}
