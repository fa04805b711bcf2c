// The forms of subscribers: asking, choosing, stopping. The same answer for every address, known or not.
import type { FastifyReply } from 'fastify'
import { createMinutes } from '../../domain/limits/rate-window.ts'
import type { AnnouncementType } from '../../domain/status-page/announcement.ts'
import { type SubscriberChannel, subscriberChannels } from '../../domain/status-page/subscriber.ts'
import {
  askToSubscribe,
  endSubscription,
  problemWith,
  saveWishes,
  subscriptionOf,
} from '../../operations/status-pages/subscribing.ts'
import { isLanguage } from '../../pages/languages.ts'
import {
  type SubscribeFormInput,
  messagePage,
  subscribeAgainPage,
  subscribedPage,
} from '../../pages/screens/subscribe.ts'
import { subscriptionPage, unsubscribePage } from '../../pages/screens/subscription.ts'
import { type PageVisit, linkTo, wordsFor } from '../../pages/visit.ts'
import { htmlType, openToAll, pageHeaders } from './documents.ts'
import type { PageServices, PageRequest, VisiblePage } from './visitors.ts'

const asksPerMinute = 10
const maxRemembered = 20_000

export interface SubscriptionExchange {
  readonly request: PageRequest
  readonly reply: FastifyReply
  readonly seen: VisiblePage
  readonly visit: PageVisit
}

export interface Subscriptions {
  ask(exchange: SubscriptionExchange): Promise<FastifyReply>
  /** Undefined when this is no address of theirs. */
  show(exchange: SubscriptionExchange, rest: string): Promise<FastifyReply | undefined>
  write(exchange: SubscriptionExchange, rest: string): Promise<FastifyReply | undefined>
}

const form = (body: unknown): URLSearchParams =>
  body instanceof URLSearchParams
    ? body
    : new URLSearchParams(Object.fromEntries(Object.entries(body ?? {}).map(([name, value]) => [name, String(value)])))

export function createSubscriptions({ services }: PageServices): Subscriptions {
  const takeFrom = createMinutes(services.clock, { budget: asksPerMinute, most: maxRemembered })

  const find = async ({ seen }: SubscriptionExchange, rest: string) => {
    const [, what, token] = /^(subscription|unsubscribe)\/([\w-]{10,100})$/.exec(rest) ?? []
    if (what === undefined || token === undefined) return undefined
    return { what, token, subscriber: await subscriptionOf(services, seen.view.id, token) }
  }

  return {
    async ask(exchange) {
      const { request, seen, visit } = exchange
      const fields = form(request.body)
      const channel = channelIn(fields.get('channel'))
      const address = (fields.get('address') ?? '').trim()
      const locale = fields.get('locale')
      const asked = { channel, address, language: isLanguage(locale) ? locale : visit.language }
      const { taken } = takeFrom(request.ip)
      const problem = taken ? problemWith(asked, services) : 'tooMany'
      if (problem) return again(exchange, { ...asked, problem })
      await askToSubscribe(services, seen.view.id, asked)
      if (!(request.body instanceof URLSearchParams)) return json(exchange, 202, { object: 'subscription_request' })
      return html(exchange, 202, subscribedPage(seen.view, visit))
    },

    async show(exchange, rest) {
      // Who reloads the answer to the form, or goes back to it, is led to the form.
      if (rest === 'subscribe') return exchange.reply.redirect(`${linkTo(exchange.visit)}#subscribe`, 303)
      const found = await find(exchange, rest)
      if (!found) return undefined
      const { seen, visit } = exchange
      if (!found.subscriber) return gone(exchange)
      if (found.what === 'unsubscribe') return html(exchange, 200, unsubscribePage(seen.view, visit, found.token))
      const { componentIds, kinds, confirmedAt } = found.subscriber
      const shown = { token: found.token, componentIds, kinds, confirmed: confirmedAt !== null }
      return html(exchange, 200, subscriptionPage(seen.view, visit, shown))
    },

    async write(exchange, rest) {
      const found = await find(exchange, rest)
      if (!found) return undefined
      const { request, seen, visit } = exchange
      const { subscription: words } = wordsFor(visit)
      if (found.what === 'unsubscribe') {
        if (found.subscriber) await endSubscription(services, found.subscriber)
        return html(exchange, 200, messagePage(seen.view, visit, { title: words.stopped }))
      }
      if (!found.subscriber) return gone(exchange)
      const saved = await saveWishes(services, found.subscriber, seen.view, wishesIn(form(request.body)))
      if (!saved) return gone(exchange)
      return html(exchange, 200, messagePage(seen.view, visit, { title: words.done }))
    },
  }
}

const channelIn = (text: string | null): SubscriberChannel =>
  subscriberChannels.find((channel) => channel === text) ?? 'email'

function wishesIn(fields: URLSearchParams) {
  const kinds = (['incident', 'maintenance'] as const satisfies readonly AnnouncementType[]).filter((kind) =>
    fields.getAll('kind').includes(kind),
  )
  return { kinds, componentIds: fields.has('all') ? [] : fields.getAll('component') }
}

function again(exchange: SubscriptionExchange, typed: SubscribeFormInput): FastifyReply {
  const { request, seen, visit } = exchange
  const status = typed.problem === 'tooMany' ? 429 : 400
  if (request.body instanceof URLSearchParams)
    return html(exchange, status, subscribeAgainPage(seen.view, visit, typed))
  return json(exchange, status, { error: wordsFor(visit).subscribe[typed.problem] })
}

const gone = (exchange: SubscriptionExchange): FastifyReply => {
  const title = wordsFor(exchange.visit).subscription.gone
  return html(exchange, 410, messagePage(exchange.seen.view, exchange.visit, { title }))
}

function html({ reply, visit }: SubscriptionExchange, status: number, text: string): FastifyReply {
  const headers = { ...pageHeaders, 'content-type': htmlType, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }
  return reply
    .code(status)
    .headers({ ...headers, 'content-language': visit.language })
    .send(text)
}

function json({ reply }: SubscriptionExchange, status: number, body: object): FastifyReply {
  const headers = { ...openToAll, 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
  return reply.code(status).headers(headers).send(JSON.stringify(body))
}
