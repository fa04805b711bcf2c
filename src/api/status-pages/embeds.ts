// What other sites show of a page: open to all, and the same for a page that is hidden as for none.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Fault } from '../../domain/fault.ts'
import { type BadgeText, badge, badgeStyles, shieldsBadge } from '../../pages/embeds/badge.ts'
import { embedOf, framePage } from '../../pages/embeds/embed.ts'
import { badgePeriods, statusBadge, uptimeBadge } from '../../pages/embeds/page-badges.ts'
import { widgetScript } from '../../pages/embeds/widget.ts'
import { pagePolicy } from '../../pages/parts/document.ts'
import type { PageVisit } from '../../pages/visit.ts'
import { type PageResponse, type PageDocument, answerOf, sendResponse } from './responses.ts'
import { htmlType, openToAll } from './documents.ts'
import { addToCache, fromCache } from './document-cache.ts'
import { type PageServices, type PageRequest, type VisiblePage, seenBy, visitOf, wayOf } from './visitors.ts'

const jsonType = 'application/json; charset=utf-8'
const svgType = 'image/svg+xml; charset=utf-8'
const cached = { ...openToAll, 'cache-control': 'public, max-age=60', vary: 'accept-encoding, accept-language' }

export function serveEmbeds(app: FastifyInstance, door: PageServices): void {
  const root = '/v1/embeds/status-pages/:slug'
  for (const url of [root, `${root}/*`]) app.get(url, (request, reply) => answer(door, request as PageRequest, reply))
}

async function answer(door: PageServices, request: PageRequest, reply: FastifyReply): Promise<FastifyReply> {
  const seen = await seenBy(door, request)
  const made = seen && !seen.view.passwordProtected ? embedFor(door, request, seen) : null
  if (!made) throw new Fault('not_found', 'There is no such status page')
  if (request.params['*'] === 'frame') reply.removeHeader('x-frame-options')
  return sendResponse(made, request, reply)
}

/** What is asked for with wishes is made for whoever asks: there is no end of them. */
function embedFor(door: PageServices, request: PageRequest, seen: VisiblePage): PageResponse | null {
  const { lang: _lang, ...wishes } = request.query
  const [way, name] = [`embed ${wayOf(request, seen.view)}`, request.params['*'] ?? '']
  const isPlain = Object.keys(wishes).length === 0
  const known = isPlain ? fromCache(seen, way, name) : undefined
  if (known) return known
  const made = embedAt(request, seen, visitOf(door, request, seen))
  if (!made) return null
  const answer = answerOf(made)
  return isPlain ? addToCache(seen, { way, name, answer }) : answer
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
      return { type: jsonType, body: JSON.stringify(embedOf(view, visit)), headers: cached }
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
