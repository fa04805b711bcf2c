// Decides who may see a page. Everyone without access gets the same response.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fingerprint } from '../../domain/secret.ts'
import { openReadable } from '../../domain/vault.ts'
import type { PublicPages } from '../../public-pages/pages.ts'
import type { Services } from '../../operations/registry/services.ts'
import { type Language, isLanguage, languageFor, languages } from '../../pages/languages.ts'
import { notFoundPage } from '../../pages/screens/not-found.ts'
import type { PageVisit } from '../../pages/visit.ts'
import { htmlType, isForPeople, pageHeaders } from './documents.ts'

export type FoundPage = NonNullable<Awaited<ReturnType<PublicPages['find']>>>
export type PublishedPage = NonNullable<Awaited<ReturnType<PublicPages['view']>>>

export interface VisitorServices {
  readonly services: Pick<Services, 'clock' | 'vault' | 'origin' | 'mail'>
  readonly pages: Pick<PublicPages, 'find' | 'view'>
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
  readonly access: FoundPage
}

const cookieName = 'lapwing_page'
const openMs = 7 * 24 * 3_600_000
const sealedFor = (id: string): string => `visitor of status page ${id}`

/** Undefined for a page that is private, locked, deleted or missing. */
export function visiblePage(
  context: VisitorServices,
  request: PageRequest,
): VisiblePageOrNone | Promise<VisiblePageOrNone> {
  const found = context.pages.find(request.params.slug)
  if (found instanceof Promise) return found.then((page) => viewFor(context, request, page))
  return viewFor(context, request, found)
}

type VisiblePageOrNone = VisiblePage | undefined

// The cookie is checked even without a page, so that the response time reveals nothing.
const noAccess = { id: '', passwordHash: null }

/** Most visits are served from memory without waiting. */
function viewFor(
  { services, pages }: VisitorServices,
  { headers }: PageRequest,
  page: FoundPage | undefined,
): VisiblePageOrNone | Promise<VisiblePageOrNone> {
  if (!page || !page.isPublic || page.passwordHash !== null) {
    const isOpened = hasOpened(services, page ?? noAccess, headers.cookie)
    if (!page || !page.isPublic || !isOpened) return undefined
  }
  const current = pages.view(page)
  if (current instanceof Promise) return current.then((view) => view && withAccess(view, page))
  return withAccess(current, page)
}

const withAccess = ({ view, stale, documents }: PublishedPage, access: FoundPage): VisiblePage => ({
  view,
  stale,
  documents,
  access,
})

/** The cookie of a visitor who entered the password; a new password invalidates it. */
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

/** At its own hostname, a page is at the root. */
const isAtHost = (request: FastifyRequest): boolean => request.originalUrl !== request.url

// Precomputed, because most visits need nothing else.
const variants = Object.fromEntries(
  languages.map((language) => [language, ['', '?', '/', '?/'].map((more) => language + more)]),
) as Record<Language, [string, string, string, string]>

/** Visitors with the same language and access get the same bytes. */
export function variantOf(request: PageRequest, view: VisiblePage['view']): string {
  const inLanguage = variants[languageOf(request, request.params['*'] ?? '', view.language)]
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
  { access, view, stale }: VisiblePage,
): PageVisit {
  return {
    language: languageOf(request, request.params['*'] ?? '', view.language),
    chosen: isLanguage(request.query.lang),
    base: isAtHost(request) ? '' : `/status/${access.slug}`,
    url: `${services.origin()}/status/${access.slug}`,
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
