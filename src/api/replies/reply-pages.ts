// The pages of links in alerts. Opening one changes nothing, because mail scanners do; only a POST acts. The address is
// the only credential, so it is not logged.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createMinutes } from '../../domain/limits/rate-window.ts'
import type { ReplyOutcome } from '../../domain/notifying/reply.ts'
import { rateLimited } from '../../operations/registry/request-budget.ts'
import type { Services } from '../../operations/registry/services.ts'
import { type LinkView, followLink, readLink } from '../../operations/replies/links.ts'
import { languageFor } from '../../pages/languages.ts'
import { rejectOtherMethods, serveRawBodies } from '../raw-bodies.ts'
import { type ErrorFormat, textError } from '../respond.ts'
import { replyPage, replyPolicy } from './reply-page.ts'

const perMinute = 60
const maxRemembered = 20_000
const maxBody = 4096

const headers = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' }

const statuses: Readonly<Record<ReplyOutcome, number>> = {
  done: 200,
  already: 200,
  resolved: 200,
  forbidden: 403,
  unknown: 404,
  replayed: 409,
  expired: 410,
}

type LinkRequest = FastifyRequest<{ Params: { token: string } }>

export function serveReplyPages(app: FastifyInstance, services: Services): void {
  const takeFrom = createMinutes(services.clock, { budget: perMinute, most: maxRemembered })
  const format: ErrorFormat = {
    log: services.log,
    event: 'reply page failed',
    logsPath: false,
    headers: () => headers,
    body: textError,
  }
  const admit = async (request: FastifyRequest): Promise<void> => {
    // The body does not matter, and Fastify rejects requests with a malformed Content-Type.
    delete request.headers['content-type']
    const { taken, freesIn } = takeFrom(request.ip)
    if (!taken) throw rateLimited(`too many requests; try again in ${freesIn} s`, freesIn)
  }
  const addRoutes = (scope: FastifyInstance): void => {
    const url = '/reply/:token'
    scope.get(url, { onRequest: admit }, async (request: LinkRequest, reply) =>
      sendPage(request, reply, await readLink(services, request.params.token)),
    )
    scope.post(url, { onRequest: admit, bodyLimit: maxBody }, async (request: LinkRequest, reply) => {
      const { token } = request.params
      const result = await followLink(services, token, request.ip)
      // The action of a push notification posts without a browser.
      if (!String(request.headers.accept ?? '').includes('text/html'))
        return reply
          .code(statuses[result.outcome])
          .headers(headers)
          .header('content-type', 'text/plain; charset=utf-8')
          .send(`${result.sentence}\n`)
      return sendPage(request, reply, { ...(await readLink(services, token)), result })
    })
    rejectOtherMethods(scope, url, ['GET', 'HEAD', 'POST'])
  }
  serveRawBodies(app, { format, addRoutes })
}

function sendPage(request: FastifyRequest, reply: FastifyReply, view: LinkView): FastifyReply {
  const language = languageFor(request.headers['accept-language']) === 'de' ? 'de' : 'en'
  return reply
    .code(view.result ? statuses[view.result.outcome] : 200)
    .headers(headers)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', replyPolicy)
    .header('vary', 'accept, accept-language')
    .send(replyPage(view, language))
}
