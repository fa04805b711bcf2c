// Who looks at a page, and whether they may. The answer to whoever may not is always the same.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fingerprint } from '../../domain/secret.ts'
import { openReadable } from '../../domain/vault.ts'
import type { PublicPages } from '../../public-pages/pages.ts'
import type { Services } from '../../operations/registry/services.ts'
import { type Language, isLanguage, languageFor, languages } from '../../pages/languages.ts'
import { notFoundPage } from '../../pages/screens/not-found.ts'
import type { PageVisit } from '../../pages/visit.ts'
import { htmlType, isForPeople, pageHeaders } from './documents.ts'

export type FoundPage = NonNullable<Awaited<ReturnType<PublicPages['pageAccessOf']>>>
export type PublishedPage = NonNullable<Awaited<ReturnType<PublicPages['shown']>>>

export interface VisitorServices {
  readonly services: Pick<Services, 'clock' | 'vault' | 'origin' | 'mail'>
  readonly pages: Pick<PublicPages, 'pageAccessOf' | 'shown'>
}

export interface PageServices extends VisitorServices {
  readonly services: Services
  readonly pages: PublicPages
}

export interface PageParams {
  readonly slug: string
  readonly '*'?: string
}

export type PageRequest = FastifyRequest<{ Params: PageParams; Querystring: { lang?: unknown } }>

export interface VisiblePage extends PublishedPage {
  readonly door: FoundPage
}

const cookieName = 'lapwing_page'
const openMs = 7 * 24 * 3_600_000
const sealedFor = (id: string): string => `visitor of status page ${id}`

/** Undefined for a page that is private, locked, deleted or never was. */
export function seenBy(looking: VisitorServices, request: PageRequest): MaybeSeen | Promise<MaybeSeen> {
  const found = looking.pages.pageAccessOf(request.params.slug)
  if (found instanceof Promise) return found.then((door) => seenThrough(looking, request, door))
  return seenThrough(looking, request, found)
}

type MaybeSeen = VisiblePage | undefined

// What a visitor brings is looked at where there is nothing, too, so that the time of an answer says nothing.
const noAccess = { id: '', passwordHash: null }

/** What is in memory is answered without waiting: most visits are. */
function seenThrough(
  { services, pages }: VisitorServices,
  { headers }: PageRequest,
  door: FoundPage | undefined,
): MaybeSeen | Promise<MaybeSeen> {
  if (!door || !door.isPublic || door.passwordHash !== null) {
    const isOpened = hasOpened(services, door ?? noAccess, headers.cookie)
    if (!door || !door.isPublic || !isOpened) return undefined
  }
  const kept = pages.shown(door)
  if (kept instanceof Promise) return kept.then((shown) => shown && seen(shown, door))
  return seen(kept, door)
}

const seen = ({ view, stale, documents }: PublishedPage, door: FoundPage): VisiblePage => ({
  view,
  stale,
  documents,
  door,
})

/** What a visitor who knew the password keeps; another password makes it worthless. */
export function openedCookie(services: Services, { id, passwordHash }: FoundPage, base: string): string {
  const until = services.clock.now().getTime() + openMs
  const token = services.vault.seal(JSON.stringify([until, markOf(passwordHash)]), sealedFor(id)).toString('base64url')
  const safe = services.origin().startsWith('https:') ? '; Secure' : ''
  return `${cookieName}=${token}; Path=${base || '/'}; HttpOnly; SameSite=Lax; Max-Age=${openMs / 1000}${safe}`
}

function hasOpened(
  { vault, clock }: VisitorServices['services'],
  { id, passwordHash }: Pick<FoundPage, 'id' | 'passwordHash'>,
  cookies: string | undefined,
): boolean {
  const token = new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]{1,500})`).exec(cookies ?? '')?.[1]
  if (token === undefined) return false
  const opened = openReadable(vault, Buffer.from(token, 'base64url'), sealedFor(id))
  if (opened === null) return false
  const [until, mark] = JSON.parse(opened) as [number, string]
  return until > clock.now().getTime() && mark === markOf(passwordHash)
}

const markOf = (passwordHash: string | null): string => fingerprint(passwordHash ?? '').toString('base64url')

/** At a host of its own a page stands at the root. */
const isAtHost = (request: FastifyRequest): boolean => request.originalUrl !== request.url

// Put together beforehand: most visits need nothing else of a way.
const ways = Object.fromEntries(
  languages.map((language) => [language, ['', '?', '/', '?/'].map((more) => language + more)]),
) as Record<Language, [string, string, string, string]>

/** Visitors with the same language and access get the same bytes. */
export function wayOf(request: PageRequest, view: VisiblePage['view']): string {
  const inLanguage = ways[languageOf(request, request.params['*'] ?? '', view.language)]
  const isChosen = isLanguage(request.query.lang)
  if (isAtHost(request)) return isChosen ? inLanguage[3] : inLanguage[2]
  return isChosen ? inLanguage[1] : inLanguage[0]
}

function languageOf(request: PageRequest, rest: string, fallback: Language): Language {
  const { lang } = request.query
  if (isLanguage(lang)) return lang
  return (isForPeople(rest) ? languageFor(request.headers['accept-language']) : null) ?? fallback
}

export function visitOf(
  { services }: VisitorServices,
  request: PageRequest,
  { door, view, stale }: VisiblePage,
): PageVisit {
  return {
    language: languageOf(request, request.params['*'] ?? '', view.language),
    chosen: isLanguage(request.query.lang),
    base: isAtHost(request) ? '' : `/status/${door.slug}`,
    url: `${services.origin()}/status/${door.slug}`,
    stale,
    mail: services.mail !== null,
  }
}

export function sendNotFound(
  request: PageRequest,
  reply: FastifyReply,
  problem: 'wrong' | 'tooMany' | null = null,
): FastifyReply {
  const language = languageOf(request, '', 'en')
  return reply
    .code(problem === 'tooMany' ? 429 : 404)
    .headers({
      ...pageHeaders,
      'content-type': htmlType,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'content-language': language,
    })
    .send(notFoundPage(language, problem))
}
