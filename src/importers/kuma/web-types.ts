// The types of Uptime Kuma that send an HTTP request: http, keyword and json-query.
import { type DocumentFields, entryOf, fieldsIn, isTrue, listIn, numberIn, textIn } from '../drafting.ts'
import type { ImportChange } from '../setup.ts'
import { type ImportedAssertion, type ImportedLogin, type ImportedRequest, statusList } from '../web-request.ts'

/** The request, or the reason why it cannot be imported. */
export function requestOf(
  monitor: DocumentFields,
  changes: ImportChange[],
  notifyDays: readonly number[] | null,
): ImportedRequest | string {
  const login = loginOf(monitor)
  if (typeof login === 'string') return login
  const query = textIn(monitor['type']) === 'json-query' ? assertionOf(monitor) : null
  if (typeof query === 'string') return query
  const keyword = textIn(monitor['type']) === 'keyword' ? textIn(monitor['keyword']) : ''
  const inverted = isTrue(monitor['invert_keyword'])
  noteUnsupported(monitor, changes)
  return {
    url: textIn(monitor['url']),
    method: textIn(monitor['method']),
    headers: headersOf(textIn(monitor['headers'])),
    body: textIn(monitor['body']),
    contentType: entryOf(contentTypes, textIn(monitor['http_body_encoding']) || 'json'),
    login,
    verifyTls: !isTrue(monitor['ignore_tls']),
    followRedirects: numberIn(monitor['maxredirects']) !== 0,
    timeoutSeconds: numberIn(monitor['timeout']),
    statuses: statusList(acceptedStatuses(monitor), changes),
    contains: keyword && !inverted ? [keyword] : [],
    lacks: keyword && inverted ? [keyword] : [],
    assertions: query === null ? [] : [query],
    expiryDays: expiryDays(monitor, changes, notifyDays ?? [21, 14, 7]),
    ipVersion: entryOf(ipVersions, textIn(monitor['ip_family'])),
  }
}

const contentTypes: Readonly<Record<string, string>> = {
  json: 'application/json',
  xml: 'text/xml; charset=utf-8',
  form: 'application/x-www-form-urlencoded',
}

export const ipVersions: Readonly<Record<string, 'ip4' | 'ip6' | undefined>> = { ipv4: 'ip4', ipv6: 'ip6' }

export function loginOf(monitor: DocumentFields): ImportedLogin | null | string {
  const text = (name: string): string => textIn(monitor[name])
  const method = text('auth_method')
  // Kuma 1.x before 1.18 has no auth_method.
  if (method === 'basic' || (method === '' && text('basic_auth_user')))
    return { kind: 'basic', username: text('basic_auth_user'), password: text('basic_auth_pass') }
  if (method === 'bearer') return { kind: 'bearer', token: text('bearer_token') }
  if (method === 'mtls') return { kind: 'certificate', cert: text('tls_cert'), key: text('tls_key') }
  if (method === 'oauth2-cc')
    return {
      kind: 'oauth',
      tokenUrl: text('oauth_token_url'),
      clientId: text('oauth_client_id'),
      clientSecret: text('oauth_client_secret'),
      scopes: text('oauth_scopes'),
    }
  return method === '' || method === 'null' ? null : `its login (${method}) is not supported`
}

export function acceptedStatuses(monitor: DocumentFields): string[] {
  const stored = monitor['accepted_statuscodes'] ?? monitor['accepted_statuscodes_json']
  const list = typeof stored === 'string' ? parsed(stored) : stored
  const texts = listIn(list).map(textIn).filter(Boolean)
  return texts.length > 0 ? texts : ['200-299']
}

export function headersOf(text: string): { key: string; value: string }[] {
  return Object.entries(fieldsIn(parsed(text))).map(([key, value]) => ({ key, value: textIn(value) }))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const comparisons: Readonly<Record<string, string>> = {
  '==': 'eq',
  '!=': 'neq',
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
  contains: 'contains',
}

/** Kuma evaluates JSONata; simple paths mean the same in JSONPath. */
function assertionOf(monitor: DocumentFields): ImportedAssertion | string {
  const path = textIn(monitor['json_path']).trim()
  const comparison = entryOf(comparisons, textIn(monitor['json_path_operator']) || '==')
  const expected = textIn(monitor['expected_value'])
  if (comparison === undefined) return `its comparison (${textIn(monitor['json_path_operator'])}) is not supported`
  const number = numberIn(expected)
  const isOrder = ['gt', 'gte', 'lt', 'lte'].includes(comparison)
  if (isOrder && number === null) return 'its expected value is not a number'
  const target = isOrder && number !== null ? number : expected
  if (path === '$' || path === '') return { source: 'text', comparison, target }
  if (!/^(\$\.)?[A-Za-z_]\w*(\[\d+\]|\.[A-Za-z_]\w*)*$/.test(path))
    return `its JSONata expression (${path.slice(0, 80)}) has no counterpart: only paths such as data.items[0].id have`
  return { source: 'json_path', property: path.startsWith('$.') ? path : `$.${path}`, comparison, target }
}

const listed = new Intl.ListFormat('en-GB')

function expiryDays(monitor: DocumentFields, changes: ImportChange[], days: readonly number[]): number | null {
  if (!isTrue(monitor['expiry_notification']) || !textIn(monitor['url']).startsWith('https:')) return null
  const [first] = days
  if (first === undefined) return null
  changes.push({
    field: 'certificate',
    from: `${listed.format(days.map(String))} days before it expires`,
    to: `one warning ${first} days before`,
    reason: 'an incident stays open until the certificate is renewed',
  })
  return first
}

function noteUnsupported(monitor: DocumentFields, changes: ImportChange[]): void {
  if (isTrue(monitor['cache_bust']))
    changes.push({ field: 'cache', from: 'a random parameter', to: 'none', reason: 'URLs are requested as they are' })
}
