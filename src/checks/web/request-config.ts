// Shared by the types that use HTTP: keys for request and login, metrics of a response, the rule on its status.
import { type ConfigOf, choice, flag, text } from '../../domain/field.ts'
import { oauthClientFields } from '../../domain/fields/oauth-client.ts'
import { type Metric, metric } from '../../domain/metric.ts'
import type { HttpHeader, Login } from '../../net/index.ts'
import type { DefaultRule } from '../define.ts'
import { Masker } from '../masking.ts'

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const

export const request = {
  method: choice(methods, { group: 'request', advanced: false, help: 'HTTP method of the request', default: 'GET' }),
  followRedirects: flag({ group: 'request', help: 'Follow redirects and check the last response', default: true }),
  transportMode: choice(['auto', 'tcp', 'http3'], {
    labels: { auto: 'Automatic', tcp: 'HTTP/2 or HTTP/1.1', http3: 'HTTP/3' },
    label: 'Transport',
    group: 'connection',
    help: 'auto and tcp use HTTP/2 or HTTP/1.1 over TCP, as the server prefers; http3 uses HTTP/3 only',
    default: 'auto',
  }),
}

export const authTypeNames = {
  bearer: 'Bearer token',
  header: 'Request headers',
  oauth2_client_credentials: 'OAuth 2 client credentials',
  mtls: 'Client certificate',
}

/** For a choice of these. */
export const authType = {
  labels: authTypeNames,
  label: 'Login',
  group: 'login',
  help: 'How the request authenticates',
  default: 'none',
} as const

export const login = {
  authUsername: text({
    label: 'User name',
    group: 'login',
    shownWhen: { key: 'authType', in: ['basic', 'digest'] },
    help: 'User name to authenticate with',
    maxLength: 500,
  }),
  authPassword: text({
    label: 'Password',
    group: 'login',
    shownWhen: { key: 'authType', in: ['basic', 'digest'] },
    help: 'Password for the user name',
    secret: true,
  }),
  bearerToken: text({
    group: 'login',
    shownWhen: { key: 'authType', in: ['bearer'] },
    help: 'Token sent as Authorization: Bearer',
    secret: true,
    maxLength: 8000,
  }),
}

type RequestLoginConfig = ConfigOf<typeof login> & { readonly authType: string }

export function loginOf({
  authType,
  authUsername = '',
  authPassword = '',
  bearerToken = '',
}: RequestLoginConfig): Login | null {
  if (authType === 'basic' || authType === 'digest')
    return { kind: authType, username: authUsername, password: authPassword }
  return authType === 'bearer' ? { kind: 'bearer', token: bearerToken } : null
}

/** Knows the secrets of a request: its login, credentials among its headers and in its body. */
export function maskerOf({
  authPassword,
  bearerToken,
  clientKey,
  requestBody = '',
  headers = [],
}: RequestSecrets): Masker {
  const masker = new Masker()
  masker.add(authPassword, bearerToken, clientKey)
  masker.addPairs(headers)
  masker.addCredentialsIn(requestBody)
  return masker
}

interface RequestSecrets {
  readonly authPassword?: string
  readonly bearerToken?: string
  readonly clientKey?: string
  readonly requestBody?: string
  readonly headers?: readonly HttpHeader[]
}

export const loginNeeds = { basic: ['authUsername'], digest: ['authUsername'], bearer: ['bearerToken'] }

export const oauth = oauthClientFields('oauth2_client_credentials')

export const oauthNeeds = { oauth2_client_credentials: ['oauthTokenUrl', 'oauthClientId', 'oauthClientSecret'] }

export const clientCertificate = {
  clientCert: text({
    label: 'Client certificate',
    group: 'login',
    shownWhen: { key: 'authType', in: ['mtls'] },
    help: 'Client certificate in PEM, followed by its chain if there is one',
    maxLength: 32_768,
    rule: certificateProblem,
  }),
  clientKey: text({
    group: 'login',
    shownWhen: { key: 'authType', in: ['mtls'] },
    help: 'Private key of the client certificate in PEM, not encrypted',
    secret: true,
    manyLines: true,
    maxLength: 16_384,
    rule: keyProblem,
  }),
}

export const clientCertificateNeeds = { mtls: ['clientCert', 'clientKey'] }

function certificateProblem(pem: string): string | null {
  return pem === '' || /^-----BEGIN CERTIFICATE-----\s/m.test(pem) ? null : 'must be a certificate in PEM'
}

function keyProblem(pem: string): string | null {
  if (/-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(pem)) return 'must not be encrypted'
  return pem === '' || /^-----BEGIN ([A-Z]+ )?PRIVATE KEY-----\s/m.test(pem) ? null : 'must be a private key in PEM'
}

/** `needs` lists the required keys of each authType. */
export function missingCredentials(
  config: Record<string, unknown>,
  needs: Record<string, readonly string[]>,
): string[] {
  const authType = String(config.authType ?? 'none')
  return (needs[authType] ?? [])
    .filter((key) => !config[key])
    .map((key) => `${key}: Required with authType ${authType}`)
}

/** Settings that a target without TLS does not support. */
export function plaintextProblems(config: { transportMode?: string; authType?: string }, target: URL): string[] {
  if (target.protocol === 'https:') return []
  const http3 = config.transportMode === 'http3' ? ['transportMode: http3 needs an https:// target'] : []
  const mtls = config.authType === 'mtls' ? ['authType: mtls needs an https:// target'] : []
  return [...http3, ...mtls]
}

export function statusCode(type: string, description: string): Metric {
  return metric(`${type}.status_code`, {
    as: 'status_code',
    description,
    unit: 'status',
    column: 'status_code',
    cause: 'http_status',
    severity: 'critical',
    ...answeredWith,
  })
}

/** The reason phrase of a status code. */
export const answeredWith = { says: 'HTTP {}', diagnosis: meaningOf }

function meaningOf(status: number): string {
  if (status >= 500) return 'The server has an internal error. Check the application, what it depends on, and its log.'
  if (status === 429)
    return "The server limits requests. Exempt Lapwing's addresses from the limit, or check less often."
  if (status === 401 || status === 403)
    return (
      'The server denies access. Check whether the page now requires a login, and whether a firewall or bot ' +
      'protection blocks Lapwing.'
    )
  if (status === 404 || status === 410)
    return 'The page does not exist. Check whether it was moved or removed, and whether the last deployment succeeded.'
  if (status >= 400) return "The server does not accept the request. Check the monitor's URL, method, headers and body."
  if (status >= 300)
    return 'The server redirects visitors. Check where the redirect leads and whether that is intended.'
  return (
    'The server responds with a status that the rule does not accept. ' +
    'Check whether the service or the rule has changed.'
  )
}

export function responseTime(type: string, description: string): Metric {
  return metric(`${type}.response_time_ms`, {
    as: 'response_time',
    description,
    unit: 'ms',
    column: 'duration_ms',
    says: 'the response takes {}',
    diagnosis:
      'The service works, but is slower than it should be. ' +
      'Check its load and what it waits for; the timings show which part is slow.',
  })
}

export const webDiagnoses = {
  certificate:
    'Browsers and programs reject the certificate or warn. ' +
    'Check its dates, names and chain, and install a valid one.',
  other:
    'The server does not send valid HTTP. Check what listens at this address, and whether a proxy alters ' +
    'the responses.',
}

export const unexpectedStatus: DefaultRule = {
  name: 'Unexpected Status Code',
  metric: 'status_code',
  operator: 'not_in_groups',
  value: '["2xx","3xx"]',
  severity: 'critical',
}
