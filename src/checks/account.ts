// Shared by mail and file servers: a login over TLS, the metrics of its session and their rules.
import { text } from '../domain/field.ts'
import type { Metric, MetricDraft } from '../domain/metric.ts'
import { type DefaultRule, whenSet } from './define.ts'
import { lifetimeMetrics } from './tls/expiry.ts'
import {
  certificateValid,
  connecting,
  greeting,
  handshaking,
  loggingIn,
  sessionCertificateExpiry,
  tlsVersion,
  wholeCheck,
} from './metric-text.ts'

export type DefineMetric = (name: string, draft: MetricDraft) => Metric

export const oneLine = (value: string): string | null =>
  /[\r\n\0]/.test(value) ? 'must not contain line breaks' : null

export const username = text({
  group: 'login',
  help: 'Login name; leave empty to check the connection only',
  maxLength: 320,
  rule: oneLine,
})
export const password = text({
  group: 'login',
  help: 'Password, required with a username',
  secret: true,
  rule: oneLine,
})

export function passwordProblems(config: { username?: string; password?: string }): string[] {
  return config.username && !config.password ? ['password: Required with a username'] : []
}

export function authMetrics(metric: DefineMetric): Metric[] {
  return [
    metric('auth_ok', {
      description: 'Login was accepted (1 yes)',
      unit: 'flag',
      cause: 'auth',
      severity: 'critical',
      says: { yes: 'the login was accepted', no: 'the login was rejected' },
      diagnosis:
        'The server responds, but rejects this account. ' +
        'Check whether the account is locked or its password or key has changed.',
    }),
    metric('auth_ms', { description: 'Time for the login', unit: 'ms', phase: 5, ...loggingIn }),
  ]
}

export function certificateMetrics(metric: DefineMetric): Metric[] {
  const valid = metric('cert_valid', {
    description: 'Certificate is trusted and valid for the host (1 yes)',
    unit: 'flag',
    cause: 'certificate',
    ...certificateValid,
  })
  const left = metric('cert_days_left', {
    description: 'Days until the certificate expires; negative after expiry (-1 without TLS)',
    unit: 'days',
    cause: 'certificate',
    ...sessionCertificateExpiry,
    applies: (days, measured) => days !== -1 || valid.key in measured,
  })
  return [left, ...lifetimeMetrics(left.key), valid]
}

export function tlsMetrics(metric: DefineMetric): Metric[] {
  return [
    ...certificateMetrics(metric),
    metric('tls_version', {
      description: 'TLS version (12 means 1.2, 0 without TLS)',
      unit: 'number',
      decimals: 0,
      cause: 'tls',
      usual: '<',
      min: 0,
      max: 13,
      ...tlsVersion,
    }),
    metric('tls_time_ms', { description: 'Time for the TLS handshake', unit: 'ms', phase: 3, ...handshaking }),
  ]
}

/** Metrics of every check that opens a session and may log in. */
export function sessionMetrics(metric: DefineMetric): Metric[] {
  return [
    metric('error_count', {
      description: 'Failed connection, encryption or login',
      unit: 'count',
      severity: 'critical',
      max: 100,
      says: (errors) =>
        errors === 0 ? 'connection, encryption and login work' : 'connection, encryption or login failed',
    }),
    ...authMetrics(metric),
    metric('check_time_ms', wholeCheck),
    metric('connect_time_ms', { description: 'Time to connect', unit: 'ms', phase: 2, ...connecting }),
    metric('greeting_ms', { description: "Time until the server's greeting", unit: 'ms', phase: 4, ...greeting }),
  ]
}

export function plaintextMetric(metric: DefineMetric): Metric {
  return metric('plaintext_login_allowed', {
    description: 'Server accepts logins without encryption (1 yes)',
    unit: 'flag',
    says: { yes: 'the server accepts logins without encryption', no: 'the server rejects logins without encryption' },
    diagnosis: {
      yes:
        'Passwords can cross the network unencrypted. ' +
        'Configure the server to refuse logins before TLS is established.',
    },
  })
}

export function loginFailed(type: string, login: 'username' | 'password' = 'username'): DefaultRule {
  const metric = `metrics['${type}.auth_ok']`
  return {
    name: 'Login Failed',
    metric,
    operator: '==',
    value: '0',
    severity: 'critical',
    when: whenSet(login, login === 'username' ? 'with a user name' : 'with a password'),
  }
}

// Without TLS the metric is -1, which would read as an expired certificate.
const encrypted: DefaultRule['when'] = {
  text: 'with encryption',
  holds: (config) => config['tlsMode'] !== 'none',
}

export function certificateExpiring(type: string): DefaultRule {
  const metric = `metrics['${type}.cert_days_left']`
  return { name: 'Certificate Expiring', metric, operator: '<', value: '14', severity: 'warning', when: encrypted }
}
