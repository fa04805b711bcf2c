// An alert as the event that programs receive; the specification defines its field names and types.
import { hash } from 'node:crypto'
import type { Alert } from '../../domain/notifying/alert.ts'
import { lasted, happened } from './alert-text.ts'

export const eventAgent = 'Service-AlertManager/1.0'

export interface IncidentEventPayload {
  readonly event: string
  readonly timestamp: string
  /** Absent instead of false, so that real events keep their shape. */
  readonly test?: true
  readonly incident: Readonly<Record<string, string | number | boolean>>
  /** Absent in tests of a channel. */
  readonly enrichment?: Readonly<Record<string, unknown>>
}

export function eventOf(alert: Alert): IncidentEventPayload {
  const { kind, at, test } = alert
  return {
    event: `incident.${kind}`,
    timestamp: at.toISOString(),
    ...(test && { test: true }),
    incident: incidentOf(alert),
    ...(test === 'channel' ? {} : { enrichment: enrichmentOf(alert) }),
  }
}

/** The same for each retry of an alert, and unique to the alert. */
export function eventId({ kind, at }: Alert, dedupKey: string): string {
  return hash('sha256', `${dedupKey} ${kind} ${at.getTime()}`, 'hex').slice(0, 32)
}

function incidentOf(alert: Alert): Record<string, string | number | boolean> {
  const { incident, kind, test } = alert
  const duration = kind === 'resolved' ? lasted(alert) : null
  return {
    id: test ? 0 : incident.id,
    rule_id: incident.ruleId,
    scheduler_id: incident.monitorNumber,
    status: kind,
    severity: incident.severity,
    message: happened(alert),
    fire_count: incident.fireCount,
    flapping: incident.flapping,
    started_at: incident.startedAt.toISOString(),
    ...(duration === null ? {} : { duration }),
  }
}

function enrichmentOf(alert: Alert): Record<string, unknown> {
  const { monitor, rule, incident } = alert
  if (alert.test) return filled({ monitor_name: monitor?.name })
  return filled({
    monitor_name: monitor?.name,
    monitor_target: monitor?.target,
    monitor_type: monitor?.type,
    rule_name: rule?.name,
    root_cause: alert.rootCause,
    root_cause_detail: alert.rootCauseDetail,
    diagnosis: alert.diagnosis,
    friendly_expected: alert.expected,
    detected_value: alert.detectedValue,
    resolved_value: alert.kind === 'resolved' ? alert.resolvedValue : null,
    confirming_probes: alert.confirmingProbes,
    prober_location: alert.proberLocation,
    incident_url: incident.url,
    dependent_monitors: alert.dependents?.total,
    affected_monitors: alert.dependents?.affected,
    vendor_reports: alert.vendorReports?.map(({ name, title, startedAt }) => `${name} since ${startedAt}: ${title}`),
    resolve_reason: alert.resolveReason,
    resolved_by: alert.resolvedBy,
    rule_version: rule?.version,
    updated_rule_version: rule?.updatedVersion,
  })
}

/** Omits empty fields. */
export function filled(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const key in fields) if (!isEmpty(fields[key])) kept[key] = wellFormed(fields[key])
  return kept
}

/** Removes lone surrogates, which many parsers reject. */
function wellFormed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wellFormed)
  return typeof value === 'string' ? value.toWellFormed() : value
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}
