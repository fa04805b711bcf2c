// Settings of the monitors of Uptime Kuma that Lapwing does not have; the report names them.
import { type DocumentFields, isTrue, textIn } from '../drafting.ts'
import type { ImportChange } from '../setup.ts'
import type { MonitorRelations } from './relations.ts'

export const expectsTlsAlert = (monitor: DocumentFields): boolean =>
  !['', 'none'].includes(textIn(monitor['expected_tls_alert']))

export function noteUnsupported(
  monitor: DocumentFields,
  { proxies, browsers }: MonitorRelations,
  changes: ImportChange[],
) {
  const type = textIn(monitor['type'])
  const text = (column: string): string => textIn(monitor[column])
  const note = (field: string, from: string | undefined | false, to: string, reason: string): unknown =>
    from && changes.push({ field, from, to, reason })
  const isWeb = ['http', 'keyword', 'json-query'].includes(type)
  const redirects = Number(text('maxredirects'))
  note(
    'redirects',
    isWeb && redirects > 0 && redirects !== 10 && `up to ${redirects}`,
    'up to 10',
    'checks follow up to 10',
  )
  const [proxy, browser, ca, delay] = [
    text('proxy_id'),
    text('remote_browser'),
    text('tls_ca'),
    text('screenshot_delay'),
  ]
  note('proxy', isWeb && proxy && (proxies.get(proxy) ?? 'a proxy'), 'none', 'checks connect directly')
  const isBrowser = type === 'real-browser'
  note(
    'browser',
    isBrowser && browser && (browsers.get(browser) ?? 'another one'),
    'ours',
    'Lapwing has its own browser',
  )
  note('delay', isBrowser && Number(delay) > 0 && `${delay} ms`, '', 'an audit waits until the page is idle')
  const isCertificate = isWeb && text('auth_method') === 'mtls'
  note('certificate authority', isCertificate && ca && 'its own', 'those of the system', 'checks trust these')
  const isOAuth = isWeb && text('auth_method') === 'oauth2-cc'
  note('OAuth audience', isOAuth && text('oauth_audience'), '', 'token requests have no audience')
  note(
    'retries',
    type === 'json-query' && isTrue(monitor['retry_only_on_status_code_failure']) && 'not if the value is wrong',
    'always',
    'every failure is confirmed in the same way',
  )
  note(
    'timeout of each packet',
    type === 'ping' && Number(text('ping_per_request_timeout')) > 2 && `${text('ping_per_request_timeout')} s`,
    'the timeout of the check',
    'packets have no timeout of their own',
  )
  note(
    'TLS alert',
    type === 'port' && expectsTlsAlert(monitor) && text('expected_tls_alert'),
    'that it connects',
    'Lapwing has no check for alerts of TLS',
  )
  if (type === 'port') notePort(monitor, changes)
  const subtype = type === 'globalping' ? text('subtype') : ''
  const content = text('keyword') ? 'a keyword' : text('json_path') && text('expected_value') && 'a JSON query'
  note(
    'content',
    ['http', 'dns'].includes(subtype) && content,
    'any',
    'expected contents of Globalping are not imported; set those of the monitor',
  )
  note('protocol', type === 'globalping' && text('protocol'), 'that of the type', 'Globalping has its own choice')
}

function notePort(monitor: DocumentFields, changes: ImportChange[]): void {
  const security = textIn(monitor['smtp_security'])
  if (security === 'starttls')
    changes.push({
      field: 'security',
      from: 'STARTTLS',
      to: 'that it connects',
      reason: 'an smtp monitor uses STARTTLS',
    })
  if (security !== 'secure' || expectsTlsAlert(monitor)) return
  const differences = [
    ['TLS', isTrue(monitor['ignore_tls']), 'any certificate', 'a trusted one', 'certificates are verified'],
    [
      'certificate',
      isTrue(monitor['expiry_notification']),
      'a warning before it expires',
      '',
      'an ssl monitor of the same host and port warns',
    ],
    ['login', textIn(monitor['tls_cert']) !== '', 'a client certificate', 'none', 'tcp monitors do not log in'],
    ['certificate authority', textIn(monitor['tls_ca']) !== '', 'its own', 'those of the system', 'checks trust these'],
  ] as const
  for (const [field, isSet, from, to, reason] of differences) if (isSet) changes.push({ field, from, to, reason })
}

export function noteConditions(monitor: DocumentFields, changes: ImportChange[]): void {
  const conditions = textIn(monitor['conditions'])
  if (conditions && conditions !== '[]')
    changes.push({
      field: 'conditions',
      from: conditions.slice(0, 200),
      to: 'any result',
      reason: 'conditions are not imported; set the expected values of the monitor',
    })
}
