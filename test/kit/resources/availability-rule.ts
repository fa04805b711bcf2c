import type { RuleDraft } from '../../../src/store/monitors/alert-rules.ts'

/** Fires at the first failed check and clears at the next success. */
export const availabilityRule: RuleDraft = {
  name: 'Availability Check',
  metric: 'success',
  metricKey: 'success',
  operator: '==',
  value: 'false',
  severity: 'critical',
  failureThreshold: 1,
  minFailedProbes: 1,
  durationWindow: 0,
  clearAfter: 1,
  enabled: true,
  systemName: null,
  contactGroupId: null,
}
