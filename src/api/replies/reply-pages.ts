// The pages of links in alerts. Opening one changes nothing, because mail scanners do; only a POST acts. The address is
// the only credential, so it is not logged.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createMinutes } from '../../domain/limits/rate-window.ts'
import type { ReplyOutcome, ReplyResult } from '../../domain/notifying/reply.ts'
import { rateLimited } from '../../operations/registry/request-budget.ts'
import type { Services } from '../../operations/registry/services.ts'
import { type LinkOffer, followLink, readLink } from '../../operations/replies/links.ts'
import { languageFor } from '../../pages/languages.ts'
import { type PlainPage, escapeHtml, plainPage } from '../plain-page.ts'
import { rejectOtherMethods, serveRawBodies } from '../raw-bodies.ts'
import { type ErrorFormat, textError } from '../respond.ts'
import { replyTexts } from './reply-texts.ts'

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
      send(request, reply, await readLink(services, request.params.token)),
    )
    scope.post(url, { onRequest: admit, bodyLimit: maxBody }, async (request: LinkRequest, reply) =>
      send(request, reply, await followLink(services, request.params.token, request.ip)),
    )
    rejectOtherMethods(scope, url, ['GET', 'HEAD', 'POST'])
  }
  serveRawBodies(app, { format, addRoutes })
}

function send(request: FastifyRequest, reply: FastifyReply, shown: LinkOffer | ReplyResult): FastifyReply {
  reply.code('outcome' in shown ? statuses[shown.outcome] : 200).headers(headers)
  // The action of a push notification posts without a browser.
  if (request.method === 'POST' && 'outcome' in shown && !String(request.headers.accept ?? '').includes('text/html'))
    return reply.header('content-type', 'text/plain; charset=utf-8').send(`${shown.sentence}\n`)
  const language = languageFor(request.headers['accept-language']) === 'de' ? 'de' : 'en'
  const { html, policy } = 'outcome' in shown ? resultPage(shown, language) : offerPage(shown, language)
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('vary', 'accept, accept-language')
    .send(html)
}

type ReplyLanguage = keyof typeof replyTexts

function offerPage(
  { action, person, through, channelName, message, incidentUrl }: LinkOffer,
  language: ReplyLanguage,
): PlainPage {
  const texts = replyTexts[language]
  const { question, effect, button } = texts.actions[action]
  const author =
    person === null ? texts.actsThrough(through, channelName) : `${texts.actsAs(person)} ${texts.forwarded}`
  const body = `<blockquote>${escapeHtml(message)}</blockquote>
<p>${effect}</p>
<form method="post"><button>${button}</button></form>
<p>${escapeHtml(author)}</p>
${linkTo(incidentUrl, texts.openIncident)}`
  return plainPage({ language, title: question, body })
}

function resultPage({ outcome, action, by, sentence, incidentUrl }: ReplyResult, language: ReplyLanguage): PlainPage {
  const texts = replyTexts[language]
  const { title, text } = pageTexts(outcome)
  const who = (outcome === 'done' || outcome === 'already') && by !== null ? texts.by(by) : text
  return plainPage({ language, title, body: `<p>${escapeHtml(who)}</p>\n${linkTo(incidentUrl, texts.openIncident)}` })

  function pageTexts(outcome: ReplyOutcome): { title: string; text: string } {
    if (outcome === 'done' || outcome === 'already') return { title: texts.actions[action][outcome], text: '' }
    const known = texts.outcomes[outcome]
    return known.text === '' ? { ...known, text: sentence } : known
  }
}

const linkTo = (url: string | null, text: string): string =>
  url === null ? '' : `<p><a href="${escapeHtml(url)}">${text}</a></p>`
