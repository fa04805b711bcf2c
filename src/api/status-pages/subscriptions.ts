// The forms to subscribe, choose components and unsubscribe. Known and unknown addresses get the same response.
import type { FastifyReply } from 'fastify'
import { createMinutes } from '../../domain/limits/rate-window.ts'
import type { AnnouncementType } from '../../domain/status-page/announcement.ts'
import { type SubscriberChannel, subscriberChannels } from '../../domain/status-page/subscriber.ts'
import {
  requestSubscription,
  endSubscription,
  problemWith,
  saveChoices,
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

const requestsPerMinute = 10
const maxRemembered = 20_000

export interface SubscriptionExchange {
  readonly request: PageRequest
  readonly reply: FastifyReply
  readonly page: VisiblePage
  readonly visit: PageVisit
}

export interface Subscriptions {
  subscribe(exchange: SubscriptionExchange): Promise<FastifyReply>
  /** Undefined if this is not the address of a form. */
  show(exchange: SubscriptionExchange, rest: string): Promise<FastifyReply | undefined>
  write(exchange: SubscriptionExchange, rest: string): Promise<FastifyReply | undefined>
}

const form = (body: unknown): URLSearchParams =>
  body instanceof URLSearchParams
    ? body
    : new URLSearchParams(Object.fromEntries(Object.entries(body ?? {}).map(([name, value]) => [name, String(value)])))

export function createSubscriptions({ services }: PageServices): Subscriptions {
  const takeFrom = createMinutes(services.clock, { budget: requestsPerMinute, most: maxRemembered })

  const find = async ({ page }: SubscriptionExchange, rest: string) => {
    const [, what, token] = /^(subscription|unsubscribe)\/([\w-]{10,100})$/.exec(rest) ?? []
    if (what === undefined || token === undefined) return undefined
    return { what, token, subscriber: await subscriptionOf(services, page.view.id, token) }
  }

  return {
    async subscribe(exchange) {
      const { request, page, visit } = exchange
      const fields = form(request.body)
      const channel = channelIn(fields.get('channel'))
      const address = (fields.get('address') ?? '').trim()
      const locale = fields.get('locale')
      const input = { channel, address, language: isLanguage(locale) ? locale : visit.language }
      const { taken } = takeFrom(request.ip)
      const problem = taken ? problemWith(input, services) : 'tooMany'
      if (problem) return showProblem(exchange, { ...input, problem })
      await requestSubscription(services, page.view.id, input)
      if (!(request.body instanceof URLSearchParams)) return json(exchange, 202, { object: 'subscription_request' })
      return html(exchange, 202, subscribedPage(page.view, visit))
    },

    async show(exchange, rest) {
      // A reload of the form's response redirects to the form.
      if (rest === 'subscribe') return exchange.reply.redirect(`${linkTo(exchange.visit)}#subscribe`, 303)
      const found = await find(exchange, rest)
      if (!found) return undefined
      const { page, visit } = exchange
      if (!found.subscriber) return expired(exchange)
      if (found.what === 'unsubscribe') return html(exchange, 200, unsubscribePage(page.view, visit, found.token))
      const { componentIds, kinds, confirmedAt } = found.subscriber
      const choices = { token: found.token, componentIds, kinds, confirmed: confirmedAt !== null }
      return html(exchange, 200, subscriptionPage(page.view, visit, choices))
    },

    async write(exchange, rest) {
      const found = await find(exchange, rest)
      if (!found) return undefined
      const { request, page, visit } = exchange
      const { subscription: words } = wordsFor(visit)
      if (found.what === 'unsubscribe') {
        if (found.subscriber) await endSubscription(services, found.subscriber)
        return html(exchange, 200, messagePage(page.view, visit, { title: words.stopped }))
      }
      if (!found.subscriber) return expired(exchange)
      const saved = await saveChoices(services, found.subscriber, page.view, choicesIn(form(request.body)))
      if (!saved) return expired(exchange)
      return html(exchange, 200, messagePage(page.view, visit, { title: words.done }))
    },
  }
}

const channelIn = (text: string | null): SubscriberChannel =>
  subscriberChannels.find((channel) => channel === text) ?? 'email'

function choicesIn(fields: URLSearchParams) {
  const kinds = (['incident', 'maintenance'] as const satisfies readonly AnnouncementType[]).filter((kind) =>
    fields.getAll('kind').includes(kind),
  )
  return { kinds, componentIds: fields.has('all') ? [] : fields.getAll('component') }
}

function showProblem(exchange: SubscriptionExchange, input: SubscribeFormInput): FastifyReply {
  const { request, page, visit } = exchange
  const status = input.problem === 'tooMany' ? 429 : 400
  if (request.body instanceof URLSearchParams)
    return html(exchange, status, subscribeAgainPage(page.view, visit, input))
  return json(exchange, status, { error: wordsFor(visit).subscribe[input.problem] })
}

const expired = (exchange: SubscriptionExchange): FastifyReply => {
  const title = wordsFor(exchange.visit).subscription.gone
  return html(exchange, 410, messagePage(exchange.page.view, exchange.visit, { title }))
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
