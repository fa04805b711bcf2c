// Badges and feeds for other sites: public, and the same response for a hidden page as for a missing one.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Fault } from '../../domain/fault.ts'
import { type BadgeText, badge, badgeStyles, shieldsBadge } from '../../pages/embeds/badge.ts'
import { embedOf, framePage } from '../../pages/embeds/embed.ts'
import { badgePeriods, statusBadge, uptimeBadge } from '../../pages/embeds/page-badges.ts'
import { widgetScript } from '../../pages/embeds/widget.ts'
import { pagePolicy } from '../../pages/parts/document.ts'
import { inLanguage } from '../../pages/text/notices.ts'
import type { PageVisit } from '../../pages/visit.ts'
import { type PageResponse, type PageDocument, responseOf, sendResponse } from './responses.ts'
import { htmlType, openToAll } from './documents.ts'
import { addToCache, fromCache } from './document-cache.ts'
import { type PageServices, type PageRequest, type VisiblePage, visiblePage, visitOf, variantOf } from './visitors.ts'

const jsonType = 'application/json; charset=utf-8'
const svgType = 'image/svg+xml; charset=utf-8'
const cached = { ...openToAll, 'cache-control': 'public, max-age=60', vary: 'accept-encoding, accept-language' }

export function serveEmbeds(app: FastifyInstance, context: PageServices): void {
  const root = '/v1/embeds/status-pages/:slug'
  for (const url of [root, `${root}/*`])
    app.get(url, (request, reply) => respond(context, request as PageRequest, reply))
}

async function respond(context: PageServices, request: PageRequest, reply: FastifyReply): Promise<FastifyReply> {
  const page = await visiblePage(context, request)
  const embed = page && !page.view.passwordProtected ? embedFor(context, request, page) : null
  if (!embed) throw new Fault('not_found', 'Status page not found')
  if (request.params['*'] === 'frame') reply.removeHeader('x-frame-options')
  return sendResponse(embed, request, reply)
}

/** Requests with parameters are not cached, because there are too many combinations. */
function embedFor(context: PageServices, request: PageRequest, page: VisiblePage): PageResponse | null {
  const { lang: _lang, ...parameters } = request.query
  const [variant, name] = [`embed ${variantOf(request, page.view)}`, request.params['*'] ?? '']
  const isPlain = Object.keys(parameters).length === 0
  const cachedEmbed = isPlain ? fromCache(page, variant, name) : undefined
  if (cachedEmbed) return cachedEmbed
  const document = embedAt(request, page, visitOf(context, request, page))
  if (!document) return null
  const response = responseOf(document)
  return isPlain ? addToCache(page, { variant, name, response }) : response
}

function embedAt(request: PageRequest, { view }: VisiblePage, visit: PageVisit): PageDocument | null {
  const rest = request.params['*'] ?? ''
  const query = request.query as Record<string, unknown>
  const wanted = { label: textIn(query['label']), component: textIn(query['component']) }
  const svg = (text: BadgeText | undefined): PageDocument | null => {
    const style = badgeStyles.find((known) => known === query['style']) ?? 'flat'
    return text ? { type: svgType, body: badge(text, style), headers: cached } : null
  }
  switch (rest) {
    case '':
      return { type: jsonType, body: JSON.stringify(embedOf(inLanguage(view, visit.language), visit)), headers: cached }
    case 'badge.svg':
      return svg(statusBadge(view, visit, wanted))
    case 'badge.json': {
      const text = statusBadge(view, visit, wanted)
      return text ? { type: jsonType, body: shieldsBadge(text), headers: cached } : null
    }
    case 'widget.js':
      return {
        type: 'text/javascript; charset=utf-8',
        body: widgetScript,
        headers: { ...cached, 'cross-origin-resource-policy': 'cross-origin' },
      }
    case 'frame': {
      const headers = { ...cached, 'content-security-policy': pagePolicy('*') }
      return { type: htmlType, body: framePage(view, visit), headers }
    }
  }
  const [, period] = /^uptime\/(7d|30d|90d)\.svg$/.exec(rest) ?? []
  if (period === undefined) return null
  return svg(uptimeBadge(view, visit, { ...wanted, days: badgePeriods[period as keyof typeof badgePeriods] }))
}

const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
