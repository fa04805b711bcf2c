// An HTTP check of another tool as a monitor of ours: `http`, or `api` if it needs what only that type has.
import { type DocumentFields, timeoutWithin } from './drafting.ts'
import type { ImportChange, ImportedRule } from './setup.ts'
import { decodeUri } from '../domain/text/decode-uri.ts'

export interface ImportedHeader {
  readonly key: string
  readonly value: string
}

export type ImportedLogin =
  | { readonly kind: 'basic' | 'digest'; readonly username: string; readonly password: string }
  | { readonly kind: 'bearer'; readonly token: string }
  | {
      readonly kind: 'oauth'
      readonly tokenUrl: string
      readonly clientId: string
      readonly clientSecret: string
      readonly scopes: string
    }
  | { readonly kind: 'certificate'; readonly cert: string; readonly key: string }

export interface ImportedAssertion {
  readonly source: 'status_code' | 'response_time' | 'header' | 'json_path' | 'text' | 'size'
  readonly property?: string
  readonly comparison: string
  readonly target?: string | number | boolean
}

export interface ImportedRequest {
  readonly url: string
  readonly method?: string
  readonly headers?: readonly ImportedHeader[]
  readonly body?: string
  readonly contentType?: string
  readonly login?: ImportedLogin | null
  readonly verifyTls?: boolean
  readonly followRedirects?: boolean
  readonly timeoutSeconds?: number | null
  /** Groups such as `2xx` and codes that mean success; our own default if omitted. */
  readonly statuses?: readonly string[]
  readonly contains?: readonly string[]
  readonly lacks?: readonly string[]
  /** Regular expressions that the body must match, or must not. */
  readonly matches?: readonly string[]
  readonly mismatches?: readonly string[]
  readonly assertions?: readonly ImportedAssertion[]
  /** Days before the certificate expires. */
  readonly expiryDays?: number | null
  readonly maxResponseMs?: number | null
  readonly ipVersion?: 'ip4' | 'ip6'
}

export interface MappedRequest {
  readonly type: 'http' | 'api'
  readonly target: string
  readonly config: DocumentFields
  readonly rules: readonly ImportedRule[]
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']
const maxStatuses = 50

export function mapRequest(theirs: ImportedRequest, changes: ImportChange[]): MappedRequest {
  const { url: target, login: inUrl } = withoutLogin(theirs.url, changes)
  const request = { ...theirs, login: theirs.login ?? inUrl }
  const type = needsApi(request) ? 'api' : 'http'
  const config = {
    method: methodOf(request.method, changes),
    followRedirects: request.followRedirects === false ? false : undefined,
    requestHeaders: headersOf(request),
    timeoutSeconds: timeoutWithin(request.timeoutSeconds ?? 0, changes),
    ipVersion: request.ipVersion,
    ...loginConfig(request.login ?? null),
    ...(type === 'api' ? apiConfig(request) : httpConfig(request)),
  }
  return { type, target, config, rules: rulesOf(type, request, target) }
}

function needsApi({ login, verifyTls, assertions = [] }: ImportedRequest): boolean {
  return verifyTls === false || assertions.length > 0 || login?.kind === 'oauth' || login?.kind === 'certificate'
}

function methodOf(method: string | undefined, changes: ImportChange[]): string | undefined {
  const upper = (method || 'GET').toUpperCase()
  if (methods.includes(upper)) return upper === 'GET' ? undefined : upper
  changes.push({ field: 'method', from: upper, to: 'GET', reason: `methods are ${methods.join(', ')}` })
  return undefined
}

/** Our targets carry no credentials; they are stored encrypted instead. */
function withoutLogin(text: string, changes: ImportChange[]): { url: string; login: ImportedLogin | null } {
  const url = URL.parse(text)
  if (!url || (!url.username && !url.password)) return { url: text, login: null }
  const login = { kind: 'basic', username: decodeUri(url.username), password: decodeUri(url.password) } as const
  url.username = url.password = ''
  changes.push({ field: 'login', from: 'in the URL', to: 'basic', reason: 'URLs of monitors carry no credentials' })
  return { url: url.href, login }
}

function headersOf({ headers = [], body, contentType }: ImportedRequest): readonly ImportedHeader[] | undefined {
  const hasType = headers.some(({ key }) => key.toLowerCase() === 'content-type')
  const typed = body && contentType && !hasType ? [...headers, { key: 'Content-Type', value: contentType }] : headers
  return typed.length > 0 ? typed.slice(0, 50) : undefined
}

export function loginConfig(login: ImportedLogin | null): DocumentFields {
  if (login === null) return {}
  if (login.kind === 'bearer') return { authType: 'bearer', bearerToken: login.token }
  if (login.kind === 'certificate') return { authType: 'mtls', clientCert: login.cert, clientKey: login.key }
  if (login.kind === 'oauth')
    return {
      authType: 'oauth2_client_credentials',
      oauthTokenUrl: login.tokenUrl,
      oauthClientId: login.clientId,
      oauthClientSecret: login.clientSecret,
      oauthScopes: login.scopes || undefined,
    }
  return { authType: login.kind, authUsername: login.username, authPassword: login.password || undefined }
}

function httpConfig({
  body,
  contains = [],
  lacks = [],
  matches = [],
  mismatches = [],
}: ImportedRequest): DocumentFields {
  const wanted = [...contains.map(escapePattern), ...matches]
  const forbidden = [...lacks.map(escapePattern), ...mismatches]
  return {
    requestBody: body || undefined,
    failIfBodyNotMatchesRegexp: wanted.length > 0 ? wanted : undefined,
    failIfBodyMatchesRegexp: forbidden.length > 0 ? forbidden : undefined,
  }
}

export const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

function apiConfig(request: ImportedRequest): DocumentFields {
  const { body, verifyTls, contains = [], lacks = [], matches = [], mismatches = [], assertions = [] } = request
  const text = (comparison: string) => (target: string) => ({ source: 'text', comparison, target }) as const
  const all = [
    ...assertions,
    ...contains.map(text('contains')),
    ...lacks.map(text('not_contains')),
    ...matches.map(text('matches')),
    ...mismatches.map(text('not_matches')),
  ]
  return {
    bodyType: body ? 'raw' : undefined,
    requestBody: body || undefined,
    verifyTls: verifyTls === false ? false : undefined,
    assertions: all.length > 0 ? all : undefined,
  }
}

function rulesOf(type: 'http' | 'api', request: ImportedRequest, target: string): ImportedRule[] {
  const { statuses, expiryDays, maxResponseMs } = request
  const hasPatterns = [request.contains, request.lacks, request.matches, request.mismatches].some((one) => one?.length)
  const rules: ImportedRule[] = []
  if (statuses && statuses.length > 0)
    rules.push({ defaultRule: 'Unexpected Status Code', value: JSON.stringify(statuses.slice(0, maxStatuses)) })
  if (type === 'http' && hasPatterns)
    rules.push(rule('Unexpected content', 'http.body_regexp_match', ['==', '0'], 'critical'))
  if (expiryDays && target.startsWith('https:'))
    rules.push(rule('Certificate expires soon', 'ssl_expiry', ['<', String(expiryDays)], 'warning'))
  if (maxResponseMs) rules.push(rule('Slow response', 'response_time', ['>', String(maxResponseMs)], 'critical'))
  return rules
}

export function rule(
  name: string,
  metric: string,
  [operator, value]: readonly [operator: string, value: string],
  severity: 'critical' | 'warning',
): ImportedRule {
  return { name, metric, operator, value, severity }
}

/** Ranges such as `200-299` as groups and codes. */
export function statusList(ranges: readonly string[], changes: ImportChange[]): string[] {
  const codes = new Set<number>()
  for (const range of ranges) {
    const [, from, to = from] = /^\s*(\d{3})(?:\s*-\s*(\d{3}))?\s*$/.exec(range) ?? []
    const group = /^([1-5])xx$/i.exec(range.trim())?.[1]
    const [first, last] = group ? [Number(group) * 100, Number(group) * 100 + 99] : [Number(from), Number(to)]
    for (let code = Math.max(first, 100); code <= Math.min(last, 599); code++) codes.add(code)
  }
  const whole = [1, 2, 3, 4, 5].filter((group) => [...Array(100).keys()].every((n) => codes.has(group * 100 + n)))
  const others = [...codes].filter((code) => !whole.includes(Math.floor(code / 100)))
  const listed = [...whole.map((group) => `${group}xx`), ...others.map(String)]
  if (listed.length <= maxStatuses) return listed
  const groups = [...new Set([...codes].map((code) => `${Math.floor(code / 100)}xx`))].toSorted()
  changes.push({
    field: 'statuses',
    from: ranges.join(', '),
    to: groups.join(', '),
    reason: `a rule lists up to ${maxStatuses}`,
  })
  return groups
}
