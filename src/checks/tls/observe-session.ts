// Metrics (tlsMetrics) and evidence of a TLS session.
import { TargetDown } from '../../domain/outcome.ts'
import { certificateFacts } from '../../net/tls/certificate.ts'
import type { SecureConnection } from '../../net/index.ts'
import type { RunContext, Observations } from '../run.ts'
import { observeExpiry } from './expiry.ts'

/** Records everything before it rejects a certificate, because a rejected one is useful evidence too. */
export function observeEncrypted(
  { type, verify }: { type: string; verify: boolean },
  { tlsMs, tlsVersion, chainProblem, nameProblem, certificates }: SecureConnection,
  { clock, observed: { metrics, evidence } }: RunContext,
): void {
  const problem = chainProblem ?? nameProblem
  const [leaf] = certificates()
  metrics[`${type}.tls_time_ms`] = tlsMs
  metrics[`${type}.tls_version`] = tlsVersion
  metrics[`${type}.cert_valid`] = problem === null ? 1 : 0
  if (leaf) observeExpiry(`${type}.cert_days_left`, leaf, { metrics, now: clock.now() })
  if (leaf) evidence.certificate = certificateFacts(leaf)
  evidence.protocol = `TLS ${(tlsVersion / 10).toFixed(1)}`
  if (problem === null) return
  if (verify) throw new TargetDown('certificate', problem)
  evidence.tolerated = problem
}

export function observeUnencrypted(type: string, { metrics }: Observations): void {
  metrics[`${type}.cert_days_left`] = -1
  metrics[`${type}.tls_version`] = 0
}
