// The visitors' door: status pages at /status/{slug} and at host names of their own, with their feeds, badges and
// forms.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { createMinutes } from '../../domain/limits/rate-window.ts'
import { isTheirPassword } from '../../operations/people/password.ts'
import { subscriptionOf } from '../../operations/status-pages/subscribing.ts'
import { answerOf, sendResponse } from './responses.ts'
import { serveEmbeds } from './embeds.ts'
import { anyWay, addToCache, fromCache, cachedDocument } from './document-cache.ts'
import { type Subscriptions, createSubscriptions } from './subscriptions.ts'
import {
  type PageServices,
  type PageRequest,
  type VisiblePage,
  sendNotFound,
  openedCookie,
  seenBy,
  visitOf,
} from './visitors.ts'

const guessesPerMinute = 10
const maxRemembered = 20_000
const maxForm = 16_384

export function serveStatusPages(app: FastifyInstance, door: PageServices): void {
  void app.register(async (inside) => {
    inside.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxForm },
      (_request, text, done) => done(null, new URLSearchParams(String(text))),
    )
    const subscriptions = createSubscriptions(door)
    const guess = createGuessing(door)
    for (const url of ['/status/:slug', '/status/:slug/*']) {
      inside.get(url, (request, reply) => answer(door, subscriptions, { request: request as PageRequest, reply }))
      inside.post(url, async (request, reply) => {
        const exchange = { request: request as PageRequest, reply }
        return (await write(door, subscriptions, exchange)) ?? guess(exchange)
      })
    }
    serveEmbeds(inside, door)
  })
}

interface PageExchange {
  readonly request: PageRequest
  readonly reply: FastifyReply
}

/** At once when everything is in memory. */
function answer(
  door: PageServices,
  subscriptions: Subscriptions,
  exchange: PageExchange,
): void | Promise<FastifyReply> {
  const found = seenBy(door, exchange.request)
  const made = found && !(found instanceof Promise) ? cachedDocument(door, exchange.request, found) : undefined
  if (made) return void sendResponse(made, exchange.request, exchange.reply)
  return answerLater(door, subscriptions, { ...exchange, found })
}

async function answerLater(
  door: PageServices,
  subscriptions: Subscriptions,
  { request, reply, found }: PageExchange & { found: ReturnType<typeof seenBy> },
): Promise<FastifyReply> {
  const seen = (await found) ?? (await seenByReader(door, request))
  if (!seen) return sendNotFound(request, reply)
  const made = cachedDocument(door, request, seen)
  if (made) return sendResponse(made, request, reply)
  const rest = request.params['*'] ?? ''
  const visit = visitOf(door, request, seen)
  if (rest === 'logo.png') return sendLogo(door, seen, { request, reply })
  return (await subscriptions.show({ request, reply, seen, visit }, rest)) ?? sendNotFound(request, reply)
}

async function sendLogo(
  { pages }: PageServices,
  seen: VisiblePage,
  { request, reply }: PageExchange,
): Promise<FastifyReply> {
  const known = fromCache(seen, anyWay, 'logo.png')
  if (known) return sendResponse(known, request, reply)
  const png = await pages.logo(seen.door)
  if (!png) return sendNotFound(request, reply)
  const kept = seen.view.passwordProtected ? 'private' : 'public'
  const answer = answerOf({ type: 'image/png', body: png, headers: { 'cache-control': `${kept}, max-age=86400` } })
  return sendResponse(addToCache(seen, { way: anyWay, name: 'logo.png', answer }), request, reply)
}

/** Undefined when nothing at this address is written to. */
async function write(
  door: PageServices,
  subscriptions: Subscriptions,
  { request, reply }: PageExchange,
): Promise<FastifyReply | undefined> {
  const rest = request.params['*'] ?? ''
  if (!/^(subscribe$|subscription\/|unsubscribe\/)/.test(rest)) return undefined
  const seen = (await seenBy(door, request)) ?? (await seenByReader(door, request))
  if (!seen) return sendNotFound(request, reply)
  const exchange = { request, reply, seen, visit: visitOf(door, request, seen) }
  return rest === 'subscribe' ? subscriptions.ask(exchange) : subscriptions.write(exchange, rest)
}

const nobodysPage = '00000000-0000-0000-0000-000000000000'

/**
 * A subscriber can unsubscribe without the page's password, as mailboxes do for their owners. A token is looked for
 * where there is no page, too, so that the time of an answer says nothing.
 */
async function seenByReader(
  { services, pages }: PageServices,
  { params }: PageRequest,
): Promise<VisiblePage | undefined> {
  const token = /^unsubscribe\/([\w-]{10,100})$/.exec(params['*'] ?? '')?.[1]
  if (token === undefined) return undefined
  const page = await pages.pageAccessOf(params.slug)
  const reader = await subscriptionOf(services, page?.id ?? nobodysPage, token)
  if (!page?.isPublic || !reader) return undefined
  const shown = await pages.shown(page)
  return shown && { ...shown, door: page }
}

/** A password is compared whether there is one or not, so that the time of an answer says nothing. */
function createGuessing({ services, pages }: PageServices): (exchange: PageExchange) => Promise<FastifyReply> {
  const takeFrom = createMinutes(services.clock, { budget: guessesPerMinute, most: maxRemembered })
  return async ({ request, reply }) => {
    const given = request.body instanceof URLSearchParams ? request.body.get('password') : null
    if (given === null || given.length > 256) return sendNotFound(request, reply)
    if (!takeFrom(request.ip).taken) return sendNotFound(request, reply, 'tooMany')
    const page = await pages.pageAccessOf(request.params.slug)
    const isLocked = page !== undefined && page.isPublic && page.passwordHash !== null
    const isRight = await isTheirPassword(given, isLocked ? page.passwordHash : null)
    if (!isLocked || !isRight) return sendNotFound(request, reply, 'wrong')
    const base = request.originalUrl === request.url ? `/status/${page.slug}` : ''
    return reply
      .code(303)
      .headers({ location: base || '/', 'set-cookie': openedCookie(services, page, base), 'cache-control': 'no-store' })
      .send()
  }
}
