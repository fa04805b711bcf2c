// Sample alerts of an incident that opens, is repeated and is resolved, for previews.
import type { Alert } from './alert.ts'

export const sampleMoments = ['firing', 'reminder', 'resolved'] as const

const minute = 60_000

export function sampleAlerts(
  organization: Alert['organization'],
  { origin, now }: { origin: string; now: Date },
): { moment: (typeof sampleMoments)[number]; alert: Alert }[] {
  const firing = firingAlert(organization, { origin, now })
  const { incident } = firing
  return [
    { moment: 'firing', alert: firing },
    { moment: 'reminder', alert: { ...firing, reminder: true, incident: { ...incident, fireCount: 2 } } },
    {
      moment: 'resolved',
      alert: {
        ...firing,
        kind: 'resolved',
        incident: { ...incident, resolvedAt: now },
        resolvedValue: 'the check succeeded',
        ending: 'Shop is up again',
      },
    },
  ]
}

function firingAlert(
  { id, name, timezone, language }: Alert['organization'],
  { origin, now }: { origin: string; now: Date },
): Alert {
  return {
    kind: 'firing',
    at: now,
    reminder: false,
    test: null,
    late: false,
    organization: { id, name, timezone, language },
    incident: {
      id: 4711,
      ruleId: 12,
      monitorNumber: 34,
      severity: 'critical',
      message: 'Shop is down: no response within 10 s (while connecting)',
      fireCount: 1,
      flapping: false,
      startedAt: new Date(now.getTime() - 12 * minute),
      resolvedAt: null,
      url: `${origin}/incidents/4711`,
    },
    monitor: {
      id: '0198c5a2-b0aa-7a3c-8f21-5e4d3c2b1a09',
      name: 'Shop',
      target: 'https://shop.example/checkout',
      type: 'http',
    },
    rule: { name: 'Availability', expression: 'success == false', version: 1, updatedVersion: null },
    rootCause: 'timeout',
    rootCauseDetail: 'no response within 10 s (while connecting)',
    diagnosis:
      'The server did not respond in time. Check whether the server is overloaded or hung, and whether a firewall ' +
      'drops packets. Confirmed from 2 locations.',
    expected: 'the check succeeds',
    detectedValue: 'no response within 10 s',
    resolvedValue: null,
    confirmingProbes: ['Frankfurt', 'Singapore'],
    proberLocation: 'Frankfurt',
    resolveReason: null,
    resolvedBy: null,
  }
}
