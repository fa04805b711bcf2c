// An alert as Prometheus and Alertmanager describe it: labels and annotations.
import type { Alert } from '../../domain/notifying/alert.ts'
import { message, title } from './alert-text.ts'
import { cut, oneLine } from './escape.ts'
import { filled } from './event.ts'

/** The labels identify an alert, so they hold nothing that changes while it is open. */
export function labelsOf({ test, rule, monitor, incident, organization }: Alert): Record<string, unknown> {
  return filled({
    alertname: cut(oneLine((test ? null : rule?.name) ?? ''), 200) || (test ? 'LapwingTest' : 'LapwingAlert'),
    severity: incident.severity,
    job: 'lapwing',
    instance: monitor && cut(oneLine(monitor.target), 1000),
    monitor: monitor && cut(oneLine(monitor.name), 200),
    monitor_type: monitor?.type,
    organization: cut(oneLine(organization.name), 200),
  })
}

export function annotationsOf(alert: Alert): Record<string, unknown> {
  const rest = alert.test
    ? {}
    : {
        expression: alert.rule?.expression,
        root_cause: alert.rootCause,
        root_cause_detail: alert.rootCauseDetail,
        diagnosis: alert.diagnosis,
        expected: alert.expected,
        detected_value: alert.detectedValue,
        resolved_value: alert.resolvedValue,
        resolve_reason: alert.resolveReason,
        resolved_by: alert.resolvedBy,
        confirming_probes: alert.confirmingProbes.join(', '),
      }
  const texts = Object.entries(rest).map(([name, value]) => [name, cut(oneLine(value ?? ''), 1000)])
  return filled({
    summary: cut(title(alert), 300),
    description: cut(message(alert), 2000),
    ...Object.fromEntries(texts),
    incident_url: alert.incident.url,
  })
}
