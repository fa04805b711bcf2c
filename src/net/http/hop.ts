// What each hop of a request sends, and how a redirect changes it.
import { TargetDown } from '../../domain/outcome.ts'

export interface HttpHeader {
  readonly key: string
  readonly value: string
}

export type HttpLogin =
  | { readonly kind: 'basic' | 'digest'; readonly username: string; readonly password: string }
  | { readonly kind: 'bearer'; readonly token: string }

export interface HttpHop {
  readonly url: URL
  readonly method: string
  readonly headers: readonly HttpHeader[]
  readonly body: string | Uint8Array
  readonly login: HttpLogin | null
  /** Cookies that were set on the way: some sites redirect until they see theirs again. */
  readonly cookies: ReadonlyMap<string, string>
}

/** The part of an answer that a redirect is made of. */
export interface Redirect {
  readonly status: number
  readonly location: string
  readonly setCookies: readonly string[]
}

const aboutBody = new Set(['content-type', 'content-encoding', 'content-language', 'content-location'])
/** What another origin may hear of us. Any other header may hold a secret that was given for this one. */
const forAnybody = new Set(['accept', 'accept-encoding', 'accept-language', 'user-agent'])
/** How a message is framed is ours to say. */
const framing = new Set(['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'te', 'trailer', 'upgrade'])
const bodiless = new Set(['GET', 'HEAD', 'OPTIONS', 'DELETE'])

/** What browsers do: 303 and a redirected POST become GET. Nothing that was given for one origin leaves it. */
export function redirected(hop: HttpHop, { status, location, setCookies }: Redirect): HttpHop {
  const url = destination(hop.url, location)
  const becomesGet = (status === 303 && hop.method !== 'HEAD') || (status < 303 && hop.method === 'POST')
  const method = becomesGet ? 'GET' : hop.method
  if (url.origin !== hop.url.origin) {
    const headers = hop.headers.filter(({ key }) => forAnybody.has(key.toLowerCase()))
    return { url, method, headers, body: '', login: null, cookies: new Map() }
  }
  const headers = becomesGet ? hop.headers.filter(({ key }) => !aboutBody.has(key.toLowerCase())) : hop.headers
  const cookies = withCookies(hop.cookies, setCookies)
  return { url, method, headers, body: becomesGet ? '' : hop.body, login: hop.login, cookies }
}

const maxCookies = 20

function withCookies(previous: ReadonlyMap<string, string>, set: readonly string[]): ReadonlyMap<string, string> {
  const cookies = new Map(previous)
  for (const line of set) {
    const [, name, value] = /^\s*([^\s=;,]{1,200})=([^;]{0,2000})/.exec(line) ?? []
    if (name !== undefined && (cookies.has(name) || cookies.size < maxCookies)) cookies.set(name, value ?? '')
  }
  return cookies
}

function destination(from: URL, location: string): URL {
  // Node reads header bytes as Latin-1; servers write UTF-8.
  const text = Buffer.from(location, 'latin1').toString('utf8')
  const url = URL.parse(text, from.href)
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new TargetDown(
      'http_status',
      `redirected to "${text.slice(0, 200)}", which is not an http:// or https:// URL`,
    )
  url.username = url.password = url.hash = ''
  return url
}

/** What happens to the connection after the response; it is closed by default. */
interface ConnectionFate {
  readonly keep?: boolean
  /** A protocol to change to. */
  readonly upgradeTo?: string
}

/** Name, value, name, value: everything that is sent, Host included. */
export function headerLines(
  { url, method, headers, body, cookies }: HttpHop,
  authorization: string | null,
  { keep = false, upgradeTo }: ConnectionFate = {},
): string[] {
  const lines: string[] = []
  let [hasHost, hasAgent, hasAccept] = [false, false, false]
  for (const { key, value } of headers) {
    const name = key.toLowerCase()
    if (framing.has(name) || (name === 'authorization' && authorization !== null)) continue
    if (name === 'host') hasHost = true
    else if (name === 'user-agent') hasAgent = true
    else if (name === 'accept') hasAccept = true
    lines.push(key, headerValue(value))
  }
  if (!hasHost) lines.unshift('Host', url.host)
  if (!hasAgent) lines.push('User-Agent', 'Lapwing')
  if (!hasAccept) lines.push('Accept', '*/*')
  if (authorization !== null) lines.push('Authorization', headerValue(authorization))
  if (cookies.size > 0) lines.push('Cookie', headerValue([...cookies].map((pair) => pair.join('=')).join('; ')))
  if (upgradeTo) lines.push('Connection', 'Upgrade', 'Upgrade', upgradeTo)
  else lines.push('Connection', keep ? 'keep-alive' : 'close')
  if (body.length > 0 || !bodiless.has(method)) lines.push('Content-Length', String(Buffer.byteLength(body)))
  return lines
}

function headerValue(value: string): string {
  if (/^[\x20-\x7e]*$/.test(value)) return value
  return Buffer.from(value.replace(/[\x00-\x08\x0a-\x1f\x7f]/g, ''), 'utf8').toString('latin1')
}

/** The Authorization header that needs no challenge first. */
export function plainLogin(login: HttpLogin | null): string | null {
  if (!login || login.kind === 'digest') return null
  if (login.kind === 'bearer') return `Bearer ${login.token}`
  return `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`
}
