// Maps the addresses below a status page to its documents.
import type { PageView } from '../../domain/status-page/page-view.ts'
import { atomFeed } from '../../pages/feeds/atom.ts'
import { maintenanceCalendar } from '../../pages/feeds/calendar.ts'
import { jsonFeed } from '../../pages/feeds/json-feed.ts'
import { llmsText } from '../../pages/feeds/llms.ts'
import { rssFeed } from '../../pages/feeds/rss.ts'
import { v2Documents } from '../../pages/feeds/v2.ts'
import { pagePolicy } from '../../pages/parts/document.ts'
import { daysPage } from '../../pages/screens/days.ts'
import { historyPage, incidentPage } from '../../pages/screens/history.ts'
import { statusPage } from '../../pages/screens/status.ts'
import { inLanguage } from '../../pages/text/notices.ts'
import type { PageVisit } from '../../pages/visit.ts'
import type { PageDocument } from './responses.ts'

type Make = (view: PageView, visit: PageVisit, part: string) => string | null

interface DocumentRoute {
  readonly type: string
  readonly make: Make
}

export const htmlType = 'text/html; charset=utf-8'
const jsonType = 'application/json; charset=utf-8'
const calendarType = 'text/calendar; charset=utf-8'

/** By the first part of the address; the rest is passed on. */
const documents: Readonly<Record<string, DocumentRoute>> = {
  '': { type: htmlType, make: whole(statusPage) },
  history: { type: htmlType, make: (view, visit, part) => historyPage(view, visit, part === '' ? null : part) },
  incidents: { type: htmlType, make: incidentPage },
  days: { type: htmlType, make: daysPage },
  'feed.rss': { type: 'application/rss+xml; charset=utf-8', make: whole(rssFeed) },
  'feed.atom': { type: 'application/atom+xml; charset=utf-8', make: whole(atomFeed) },
  'feed.json': { type: 'application/feed+json; charset=utf-8', make: whole(jsonFeed) },
  'calendar.ics': { type: calendarType, make: whole(maintenanceCalendar) },
  calendar: {
    type: calendarType,
    make: (view, visit, part) => (part.endsWith('.ics') ? maintenanceCalendar(view, visit, part.slice(0, -4)) : null),
  },
  'llms.txt': { type: 'text/plain; charset=utf-8', make: whole(llmsText) },
  api: { type: jsonType, make: v2 },
}

function whole(make: (view: PageView, visit: PageVisit) => string | null): Make {
  return (view, visit, part) => (part === '' ? make(view, visit) : null)
}

function v2(view: PageView, visit: PageVisit, part: string): string | null {
  const name = part.startsWith('v2/') ? part.slice(3) : ''
  return Object.hasOwn(v2Documents, name) ? JSON.stringify(v2Documents[name]!(view, visit)) : null
}

const split = (rest: string): [name: string, part: string] => {
  const slash = rest.indexOf('/')
  return slash === -1 ? [rest, ''] : [rest.slice(0, slash), rest.slice(slash + 1)]
}

/** Browsers get the visitor's language; programs get the page's unless they request another. */
export const isForPeople = (rest: string): boolean => (documents[split(rest)[0]]?.type ?? htmlType) === htmlType

export const pageHeaders = {
  'content-security-policy': pagePolicy("'none'"),
  vary: 'accept-encoding, accept-language',
} as const

export const openToAll = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' } as const

/** Null if there is nothing at this address. */
export function documentAt(rest: string, view: PageView, visit: PageVisit): PageDocument | null {
  const [name, part] = split(rest)
  const document = Object.hasOwn(documents, name) ? documents[name]! : null
  const body = document?.make(inLanguage(view, visit.language), visit, part) ?? null
  if (!document || body === null) return null
  const scope = view.passwordProtected ? 'private' : 'public'
  if (document.type === htmlType) {
    const headers = { ...pageHeaders, 'cache-control': `${scope}, no-cache`, 'content-language': visit.language }
    return { type: htmlType, body, headers }
  }
  const headers = { ...openToAll, 'cache-control': `${scope}, max-age=60`, vary: 'accept-encoding' }
  return { type: document.type, body, headers }
}
