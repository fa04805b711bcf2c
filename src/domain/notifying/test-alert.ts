// Builds the alert of a test.
import { type Alert, testMessages } from './alert.ts'

interface TestAlertSubject {
  readonly organization: Alert['organization']
  /** Null for a test of a channel. */
  readonly monitor: (NonNullable<Alert['monitor']> & { readonly monitorNumber: number }) | null
}

export function testAlert(
  { organization: { id, name, timezone, language }, monitor }: TestAlertSubject,
  now: Date,
): Alert {
  const test = monitor ? 'monitor' : 'channel'
  return {
    kind: 'firing',
    at: now,
    reminder: false,
    test,
    late: false,
    organization: { id, name, timezone, language },
    incident: {
      id: 0,
      ruleId: 0,
      monitorNumber: monitor?.monitorNumber ?? 0,
      severity: 'critical',
      message: testMessages[test],
      fireCount: 1,
      flapping: false,
      startedAt: now,
      resolvedAt: null,
      url: null,
    },
    monitor: monitor && { id: monitor.id, name: monitor.name, target: monitor.target, type: monitor.type },
    rule: null,
    ...nothingSeen,
  }
}

const nothingSeen = {
  rootCause: null,
  rootCauseDetail: null,
  diagnosis: null,
  expected: null,
  detectedValue: null,
  resolvedValue: null,
  confirmingProbes: [],
  proberLocation: null,
  resolveReason: null,
  resolvedBy: null,
} as const
