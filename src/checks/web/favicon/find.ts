// Searches for the icon of a page like browsers do, and takes the first that is an image.
import { createHash } from 'node:crypto'
import { TargetDown } from '../../../domain/outcome.ts'
import type { HttpResponseData, Reach } from '../../../net/index.ts'
import type { RunContext } from '../../run.ts'
import { bodyText } from '../evidence.ts'
import { iconLinks, manifestIcons } from './candidates.ts'
import { type ImageFormat, imageFormat, isSentAsImage } from './image.ts'
import { decodeUri } from '../../../domain/text/decode-uri.ts'

export interface Icon {
  readonly url: string
  readonly format: ImageFormat
  readonly contentType: string
  readonly isSentAsImage: boolean
  readonly bytes: number
  /** SHA-256 of its bytes. */
  readonly digest: string
}

/** A declared icon that is not one. */
export interface NoIcon {
  readonly url: string
  readonly problem: string
  /** It was found, but is not an image. */
  readonly isOther: boolean
}

export interface IconSearch {
  readonly icon: Icon | null
  readonly tried: readonly NoIcon[]
}

export type IconSearchContext = Pick<RunContext, 'net' | 'signal'> & Reach

const maxIconBytes = 524_288
const maxManifestBytes = 65_536
const maxRedirects = 5

export async function findIcon(page: HttpResponseData, around: IconSearchContext): Promise<IconSearch> {
  const tried: NoIcon[] = []
  for await (const url of candidates(page, around)) {
    const found = url.protocol === 'data:' ? inlineIcon(url) : await requestIcon(url, around)
    if ('format' in found) return { icon: found, tried }
    tried.push(found)
  }
  return { icon: null, tried }
}

async function* candidates(page: HttpResponseData, around: IconSearchContext): AsyncGenerator<URL> {
  const { icons, manifest } = await iconLinks(bodyText(page), page.url, around.signal)
  yield* icons
  if (icons.length === 0 && manifest) yield* await iconsOfManifest(manifest, around)
  yield new URL('/favicon.ico', page.url)
}

async function iconsOfManifest(url: URL, around: IconSearchContext): Promise<URL[]> {
  const response = await request(url, maxManifestBytes, around)
  return 'problem' in response || response.status >= 400 ? [] : manifestIcons(bodyText(response), response.url)
}

async function requestIcon(url: URL, around: IconSearchContext): Promise<Icon | NoIcon> {
  const response = await request(url, maxIconBytes, around)
  return 'problem' in response ? response : iconOf(response)
}

async function request(
  url: URL,
  maxBytes: number,
  { net, ...around }: IconSearchContext,
): Promise<HttpResponseData | NoIcon> {
  const { signal, ipVersion } = around
  try {
    return await net.request({ url, method: 'GET', maxRedirects, verify: true, maxBytes, ipVersion, signal })
  } catch (error) {
    if (signal.aborted || !(error instanceof TargetDown)) throw error
    return { url: shortUrl(url), problem: error.message, isOther: false }
  }
}

/** Parses a response as an icon. */
export function iconOf({ url, status, reason, headers, body, bodyBytes }: HttpResponseData): Icon | NoIcon {
  if (status >= 400) return { url: shortUrl(url), problem: `${status} ${reason}`.trim(), isOther: false }
  return readIcon(body, { url: shortUrl(url), contentType: headers['content-type'] ?? '', bytes: bodyBytes })
}

/** An icon inlined in the page. */
function inlineIcon(url: URL): Icon | NoIcon {
  const [, type = '', base64, data = ''] = /^data:([^,;]*)[^,]*?(;base64)?,(.*)$/is.exec(url.href) ?? []
  const bytes = base64 ? Buffer.from(decodeUri(data), 'base64') : Buffer.from(decodeUri(data))
  return readIcon(bytes, { url: shortUrl(url), contentType: type, bytes: bytes.length })
}

function readIcon(body: Buffer, about: Pick<Icon, 'url' | 'contentType' | 'bytes'>): Icon | NoIcon {
  const format = imageFormat(body)
  if (format) {
    const digest = createHash('sha256').update(body).digest('hex')
    return { ...about, format, isSentAsImage: isSentAsImage(format, about.contentType), digest }
  }
  const problem =
    about.bytes === 0 ? 'it is empty' : `it is not an image (sent as ${about.contentType || 'no content type'})`
  return { url: about.url, problem, isOther: true }
}

const shownLength = 300

function shortUrl({ href }: URL): string {
  return href.length > shownLength ? `${href.slice(0, shownLength)}…` : href
}
