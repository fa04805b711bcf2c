// Takes a snapshot of a page: fetches it, parses it, and reduces it to comparable facts.
import { createHash } from 'node:crypto'
import { TargetDown } from '../../../domain/outcome.ts'
import type { HttpResponseData, Net } from '../../../net/index.ts'
import { bodyText } from '../evidence.ts'
import { htmlParser } from '../html.ts'
import { feed } from '../slices.ts'
import { placeOf } from './facts.ts'
import { type SecurityHeaders, securityHeaders } from './headers.ts'
import { ignoredElements } from './ignored.ts'
import { type PageFacts, PageReader } from './page-reader.ts'

export interface PageSnapshot extends Omit<PageFacts, 'policies'> {
  /** The final URL of the page, and the redirects it declares. */
  readonly places: readonly string[]
  readonly headers: SecurityHeaders
  /** Hashes of scripts by URL. */
  readonly contents: Readonly<Record<string, string>>
  /** What was ignored, and whether the page was rendered. */
  readonly without: string
}

export interface InspectionOptions {
  readonly net: Net
  readonly signal: AbortSignal
  readonly ipVersion: 'any' | 'ip4' | 'ip6'
  readonly ignoreSelectors: readonly string[]
  readonly keywords: readonly string[]
}

export interface SeenPage {
  readonly snapshot: PageSnapshot
  readonly status: number
  readonly bytes: number
  readonly isCut: boolean
}

const maxRedirects = 10
const maxBytes = 5 * 1_048_576

/** Throws TargetDown for a page that cannot be compared, such as an error page. */
export async function inspectPage(page: string, options: InspectionOptions): Promise<SeenPage> {
  const { net, signal, ipVersion } = options
  const url = new URL(page)
  const response = await net.request({ url, method: 'GET', maxRedirects, verify: true, maxBytes, ipVersion, signal })
  refuseErrors(response)
  const reader = await read(response.url, decoded(response), options)
  const snapshot = toSnapshot(response, reader.facts(), leftOut(options))
  return { snapshot, status: response.status, bytes: response.bodyBytes, isCut: response.isCut }
}

export function refuseErrors({ status, reason, headers, bodyBytes }: PageResponseHead): void {
  if (status < 200 || status > 299)
    throw new TargetDown('http_status', `responded with HTTP ${status} ${reason}`.trim())
  const type = (headers['content-type'] ?? 'text/html').split(';', 1)[0]!.trim().toLowerCase()
  if (!/^text\/|[/+](?:xml|json|xhtml)|javascript$/.test(type))
    throw new TargetDown('content', `the page is ${type}, which has no text to compare`)
  if (bodyBytes === 0) throw new TargetDown('content', 'the page is empty')
}

type PageResponseHead = Pick<HttpResponseData, 'status' | 'reason' | 'headers' | 'bodyBytes'>

type PageReadOptions = Pick<InspectionOptions, 'ignoreSelectors' | 'keywords' | 'signal'>

export async function read(
  url: URL,
  html: string,
  { ignoreSelectors, keywords, signal }: PageReadOptions,
): Promise<PageReader> {
  const ignored = await ignoredElements(html, { selectors: ignoreSelectors, signal })
  const reader = new PageReader({ url, keywords, ignored })
  await feed({ parser: htmlParser(reader.events), text: html, signal })
  for (const inner of reader.inside) await feed({ parser: htmlParser(reader.events), text: inner, signal })
  if (reader.isTooDeep) throw new TargetDown('content', 'the page nests elements more than 512 levels deep')
  return reader
}

const charsetInPage = /<meta[^>]{1,200}charset\s*=\s*["']?\s*([\w-]{2,40})/i

function decoded(response: HttpResponseData): string {
  const type = response.headers['content-type'] ?? 'text/html'
  if (/charset\s*=/i.test(type)) return bodyText(response)
  const charset = charsetInPage.exec(response.body.toString('latin1', 0, 1024))?.[1]
  return bodyText(charset ? { ...response, headers: { 'content-type': `text/html; charset=${charset}` } } : response)
}

export function toSnapshot(
  { url, headers }: Pick<HttpResponseData, 'url' | 'headers'>,
  { policies, ...facts }: PageFacts,
  without: string,
): PageSnapshot {
  return {
    ...facts,
    places: [placeOf(url), ...facts.redirects],
    headers: securityHeaders(headers, policies),
    contents: {},
    without,
  }
}

export function leftOut({ ignoreSelectors }: Pick<InspectionOptions, 'ignoreSelectors'>): string {
  return shortHash(ignoreSelectors.join('\n'))
}

export const afterRendering = 'rendered '

/** A rendered page differs too much from the delivered HTML to share a baseline. */
export const isRendered = ({ without }: Pick<PageSnapshot, 'without'>): boolean => without.startsWith(afterRendering)

export function shortHash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22)
}
