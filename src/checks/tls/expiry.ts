// When a certificate expires, and how long it lives.
import type { X509Certificate } from 'node:crypto'
import { lifeKeys, shortLifeDays } from '../../domain/checking/certificate-life.ts'
import { type Metric, metric } from '../../domain/metric.ts'
import { daysLeft } from '../../net/tls/certificate.ts'
import { certificateExpiry } from '../metric-text.ts'
import type { RunContext } from '../run.ts'

const dayMs = 86_400_000

export function lifetimeMetrics(daysKey: string): Metric[] {
  const keys = lifeKeys(daysKey)
  return [
    metric(keys.days, {
      label: 'Certificate lifetime',
      description: 'How long the certificate is valid in all',
      unit: 'days',
      decimals: 1,
      cause: 'certificate',
      says: 'the certificate is valid for {} in all',
      diagnosis: 'Another issuer or profile issues the certificate now. Check whether its renewal is frequent enough.',
    }),
    metric(keys.leftPct, {
      label: 'Certificate lifetime left',
      description: 'Share of its lifetime that the certificate has left',
      unit: 'percent',
      usual: '<',
      cause: 'certificate',
      says: '{} of the lifetime of the certificate is left',
      diagnosis: 'Renewals normally happen when a third is left. Check why this one has not happened.',
    }),
  ]
}

/** Of types that may also check without TLS. */
export function sslExpiry(type: string): Metric[] {
  const left = metric(`${type}.ssl_expiry_days`, {
    as: 'ssl_expiry',
    description: 'Days until the certificate expires',
    unit: 'days',
    cause: 'certificate',
    isExpiry: true,
    ...certificateExpiry,
  })
  return [left, ...lifetimeMetrics(left.key)]
}

export function observeSslExpiry(type: string, certificate: X509Certificate, { clock, observed }: RunContext): void {
  observeExpiry(`${type}.ssl_expiry_days`, certificate, { ...observed, now: clock.now(), onlyShort: true })
}

/** `onlyShort` leaves out the lifetime of usual certificates, for types that are checked often. */
export function observeExpiry(
  daysKey: string,
  certificate: X509Certificate,
  { metrics, now, onlyShort = false }: { metrics: Record<string, number>; now: Date; onlyShort?: boolean },
): void {
  const keys = lifeKeys(daysKey)
  const end = certificate.validToDate.getTime()
  const lifetime = (end - certificate.validFromDate.getTime()) / dayMs
  metrics[daysKey] = daysLeft(certificate, now)
  if (onlyShort && lifetime >= shortLifeDays) return
  metrics[keys.days] = Math.round(lifetime * 10) / 10
  metrics[keys.leftPct] = Math.max(0, Math.round(((end - now.getTime()) / dayMs / lifetime) * 1000) / 10)
}
