// Serves status pages at /status/{slug} and at their own hostnames, with feeds, badges and forms.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createMinutes } from '../../domain/limits/rate-window.ts'
import { isTheirPassword } from '../../operations/people/password.ts'
import { subscriptionOf } from '../../operations/status-pages/subscribing.ts'
import { parseForm } from '../bodies.ts'
import { responseOf, sendResponse } from './responses.ts'
import { serveEmbeds } from './embeds.ts'
import { anyVariant, addToCache, fromCache, cachedDocument } from './document-cache.ts'
import { type Subscriptions, createSubscriptions } from './subscriptions.ts'
import {
  type PageServices,
  type PageRequest,
  type VisiblePage,
  sendNotFound,
  openedCookie,
  visiblePage,
  visitOf,
} from './visitors.ts'

const guessesPerMinute = 10
const maxRemembered = 20_000
const maxForm = 16_384

export function serveStatusPages(app: FastifyInstance, context: PageServices): void {
  void app.register(async (inside) => {
    inside.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxForm },
      async (_request: FastifyRequest, text: string) => parseForm(text),
    )
    const subscriptions = createSubscriptions(context)
    const tryPassword = createPasswordForm(context)
    for (const url of ['/status/:slug', '/status/:slug/*']) {
      inside.get(url, (request, reply) => respond(context, subscriptions, { request: request as PageRequest, reply }))
      inside.post(url, async (request, reply) => {
        const exchange = { request: request as PageRequest, reply }
        return (await write(context, subscriptions, exchange)) ?? tryPassword(exchange)
      })
    }
    serveEmbeds(inside, context)
  })
}

interface PageExchange {
  readonly request: PageRequest
  readonly reply: FastifyReply
}

/** Synchronous if everything is in memory. */
function respond(
  context: PageServices,
  subscriptions: Subscriptions,
  exchange: PageExchange,
): void | Promise<FastifyReply> {
  const found = visiblePage(context, exchange.request)
  const document = found && !(found instanceof Promise) ? cachedDocument(context, exchange.request, found) : undefined
  if (document) return void sendResponse(document, exchange.request, exchange.reply)
  return respondLater(context, subscriptions, { ...exchange, found })
}

async function respondLater(
  context: PageServices,
  subscriptions: Subscriptions,
  { request, reply, found }: PageExchange & { found: ReturnType<typeof visiblePage> },
): Promise<FastifyReply> {
  const page = (await found) ?? (await pageOfSubscriber(context, request))
  if (!page) return sendNotFound(request, reply)
  const document = cachedDocument(context, request, page)
  if (document) return sendResponse(document, request, reply)
  const rest = request.params['*'] ?? ''
  const visit = visitOf(context, request, page)
  if (rest === 'logo.png' || rest === 'logo-dark.png') return sendLogo(context, page, { request, reply }, rest)
  return (await subscriptions.show({ request, reply, page, visit }, rest)) ?? sendNotFound(request, reply)
}

async function sendLogo(
  { pages }: PageServices,
  page: VisiblePage,
  { request, reply }: PageExchange,
  name: 'logo.png' | 'logo-dark.png',
): Promise<FastifyReply> {
  const cached = fromCache(page, anyVariant, name)
  if (cached) return sendResponse(cached, request, reply)
  const png = await pages.logo(page.access, name === 'logo.png' ? 'light' : 'dark')
  if (!png) return sendNotFound(request, reply)
  const scope = page.view.passwordProtected ? 'private' : 'public'
  const response = responseOf({ type: 'image/png', body: png, headers: { 'cache-control': `${scope}, max-age=86400` } })
  return sendResponse(addToCache(page, { variant: anyVariant, name, response }), request, reply)
}

/** Undefined if this address accepts no writes. */
async function write(
  context: PageServices,
  subscriptions: Subscriptions,
  { request, reply }: PageExchange,
): Promise<FastifyReply | undefined> {
  const rest = request.params['*'] ?? ''
  if (!/^(subscribe$|subscription\/|unsubscribe\/)/.test(rest)) return undefined
  const page = (await visiblePage(context, request)) ?? (await pageOfSubscriber(context, request))
  if (!page) return sendNotFound(request, reply)
  const exchange = { request, reply, page, visit: visitOf(context, request, page) }
  return rest === 'subscribe' ? subscriptions.subscribe(exchange) : subscriptions.write(exchange, rest)
}

const unknownPageId = '00000000-0000-0000-0000-000000000000'

/**
 * Subscribers can unsubscribe without the page's password, because mail programs do it for them. The token is looked up
 * even without a page, so that the response time reveals nothing.
 */
async function pageOfSubscriber(
  { services, pages }: PageServices,
  { params }: PageRequest,
): Promise<VisiblePage | undefined> {
  const token = /^unsubscribe\/([\w-]{10,100})$/.exec(params['*'] ?? '')?.[1]
  if (token === undefined) return undefined
  const page = await pages.find(params.slug)
  const reader = await subscriptionOf(services, page?.id ?? unknownPageId, token)
  if (!page?.isPublic || !reader) return undefined
  const view = await pages.view(page)
  return view && { ...view, access: page }
}

/** Compares a password even if the page has none, so that the response time reveals nothing. */
function createPasswordForm({ services, pages }: PageServices): (exchange: PageExchange) => Promise<FastifyReply> {
  const takeFrom = createMinutes(services.clock, { budget: guessesPerMinute, most: maxRemembered })
  return async ({ request, reply }) => {
    const password = request.body instanceof URLSearchParams ? request.body.get('password') : null
    if (password === null || password.length > 256) return sendNotFound(request, reply)
    if (!takeFrom(request.ip).taken) return sendNotFound(request, reply, 'tooMany')
    const page = await pages.find(request.params.slug)
    const isLocked = page !== undefined && page.isPublic && page.passwordHash !== null
    const isRight = await isTheirPassword(password, isLocked ? page.passwordHash : null)
    if (!isLocked || !isRight) return sendNotFound(request, reply, 'wrong')
    const base = request.originalUrl === request.url ? `/status/${page.slug}` : ''
    return reply
      .code(303)
      .headers({ location: base || '/', 'set-cookie': openedCookie(services, page, base), 'cache-control': 'no-store' })
      .send()
  }
}
