// Reads a sitemap and the sitemaps that an index lists, within a time limit. Only URLs of the same site are requested,
// because a sitemap could list any.
import { TargetDown } from '../../../domain/outcome.ts'
import { type HttpTrace, newTrace } from '../../../net/http/trace.ts'
import type { HttpResponseData, Reach } from '../../../net/index.ts'
import type { RunContext } from '../../run.ts'
import { siteOf } from '../site.ts'
import { documentReader } from './document.ts'
import { inParallel } from '../../in-parallel.ts'
import { type SitemapListener, UnreadableSitemap, maxFileBytes } from './listing.ts'
import { EvenSample } from './sample.ts'
import { textOf } from './text.ts'

export interface BrokenAddress {
  readonly url: string
  readonly problem: string
}

/** The contents of a sitemap. */
export interface Survey {
  kind: string | null
  bytes: number
  pageCount: number
  /** Listed pages of other sites, and invalid URLs. */
  elsewhereCount: number
  invalidCount: number
  /** Files of an index that were read. */
  filesRead: number
  readonly unreadable: BrokenAddress[]
  /** Files that were skipped because of the limit or because they belong to another site. */
  filesLeft: number
  readonly pages: EvenSample<URL>
}

export interface SitemapReadContext extends Pick<RunContext, 'net' | 'clock' | 'signal'>, Reach {
  readonly target: URL
  readonly survey: Survey
  /** No file is started after this time. */
  readonly untilMs: number
}

/** Including the first one. */
export const maxFiles = 100
/** Levels of nested indexes. */
const maxLevels = 3
/** Limit of the sitemap protocol. Further pages of a file are counted, but never requested. */
const maxPagesInFile = 50_000
const filesAtOnce = 4
const maxRedirects = 5

export function newSurvey(samplePages: number): Survey {
  return {
    kind: null,
    bytes: 0,
    pageCount: 0,
    elsewhereCount: 0,
    invalidCount: 0,
    filesRead: 0,
    unreadable: [],
    filesLeft: 0,
    pages: new EvenSample(samplePages),
  }
}

/** Reads one file. The caller handles responses with an error status. */
export async function readFile(
  reading: SitemapReadContext,
  { url, files, trace = newTrace() }: { url: URL; files: EvenSample<URL>; trace?: HttpTrace },
): Promise<HttpResponseData> {
  const { net, signal, ipVersion, survey } = reading
  const text = textOf(documentReader(listingOf(reading, files), signal))
  try {
    const response = await net.request({
      url,
      method: 'GET',
      headers: [{ key: 'Accept-Encoding', value: 'gzip' }],
      maxRedirects,
      verify: true,
      onlyHttp1: true,
      maxBytes: maxFileBytes,
      keepBytes: 0,
      ipVersion,
      signal,
      trace,
      onPiece: async (piece, { statusCode = 0 }) => {
        if (isSuccess(statusCode)) await text.write(piece)
      },
    })
    if (!isSuccess(response.status)) return response
    if (response.isCut) throw new UnreadableSitemap('it is larger than 50 MiB')
    await text.end()
    survey.bytes += response.bodyBytes
    return response
  } finally {
    text.stop?.()
  }
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** Reads the files of an index, level by level. */
export async function readFilesOf(reading: SitemapReadContext, listed: EvenSample<URL>): Promise<void> {
  const { survey } = reading
  const seen = new Set([reading.target.href])
  for (let level = 1, files = listed; files.count > 0; level++) {
    const chosen = files.items()
    const unseen = [...new Map(chosen.map((url) => [url.href, url])).values()].filter(({ href }) => !seen.has(href))
    const wanted = level > maxLevels ? [] : unseen.slice(0, maxFiles - seen.size)
    for (const { href } of wanted) seen.add(href)
    survey.filesLeft += files.count - chosen.length + unseen.length - wanted.length
    const next = new EvenSample<URL>(maxFiles)
    await inParallel(wanted, filesAtOnce, (url) => readListed(reading, url, next))
    files = next
  }
}

async function readListed(reading: SitemapReadContext, url: URL, files: EvenSample<URL>): Promise<void> {
  const { survey, clock, signal } = reading
  if (clock.monotonicMs() > reading.untilMs) return void (survey.filesLeft += 1)
  try {
    const { status, reason } = await readFile(reading, { url, files })
    if (isSuccess(status)) survey.filesRead += 1
    else survey.unreadable.push({ url: url.href, problem: `${status} ${reason}`.trim() })
  } catch (error) {
    if (signal.aborted || !(error instanceof TargetDown || error instanceof UnreadableSitemap)) throw error
    survey.unreadable.push({ url: url.href, problem: error.message })
  }
}

function listingOf({ target, survey }: SitemapReadContext, files: EvenSample<URL>): SitemapListener {
  const site = siteOf(target.hostname)
  const isOfSite = ({ hostname }: URL): boolean => siteOf(hostname) === site
  const home = `${target.origin}/`
  let entries = 0
  return {
    page(address) {
      survey.pageCount += 1
      entries += 1
      if (entries > maxPagesInFile) return
      // Fast path: most URLs start like this, and parsing is expensive.
      if (address.startsWith(home)) return survey.pages.add(() => new URL(address))
      const url = parse(address)
      if (!url) survey.invalidCount += 1
      else if (isOfSite(url)) survey.pages.add(() => url)
      else survey.elsewhereCount += 1
    },
    sitemap(address) {
      entries += 1
      const url = entries > maxPagesInFile ? null : parse(address)
      if (url && isOfSite(url)) files.add(() => url)
      else survey.filesLeft += 1
    },
    kind: (kind) => void (survey.kind ??= kind),
  }
}

function parse(address: string): URL | null {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  url.username = url.password = ''
  return url
}
