// The schema of an incident's report.
import { z } from 'zod'
import type { IncidentReport } from '../../reports/incident/report.ts'
import { deploymentMark } from '../deployments/deployments.ts'
import { JsonText } from '../registry/define.ts'
import { incidentEvent, showEvent } from './read.ts'
import { incident } from './schema.ts'

const moment = z.iso.datetime()
const seconds = z.int().min(0)

const notes = z.object({
  cause: z.string().meta({ example: 'The certificate of the database had expired' }),
  lessons: z.string().meta({ example: 'Nobody was notified of its expiry' }),
  follow_ups: z.string().meta({ example: 'Monitor the certificate of the database (Ada)' }),
  version: z.int().min(0).meta({ description: 'Grows with each change; 0 before the first', example: 2 }),
  updated_at: moment.nullable().meta({ example: '2026-02-11T10:02:11.300Z' }),
  updated_by: z.string().nullable().meta({ example: 'Ada' }),
})

const impact = z.object({
  duration_seconds: seconds.meta({
    description: 'From the first failed check to the end, or until now',
    example: 1726,
  }),
  affected: z
    .array(
      z.object({
        incident_id: z.int().meta({ example: 43 }),
        monitor: z.object({ id: z.uuid(), name: z.string().meta({ example: 'Shop' }) }),
        failing_since: moment.meta({ example: '2026-02-11T08:12:40.010Z' }),
        resolved_at: moment.nullable().meta({ example: '2026-02-11T08:41:20.513Z' }),
      }),
    )
    .meta({ description: 'Incidents of monitors that depend on it; at most 200' }),
  error_budgets: z
    .array(
      z.object({
        slo: z.object({ id: z.uuid(), name: z.string().meta({ example: 'Shop' }) }),
        target: z.number().meta({ example: 99.9 }),
        burnt_seconds: seconds.meta({
          description: 'Downtime of this incident and of those it affected',
          example: 1726,
        }),
        budget_seconds: seconds.nullable().meta({
          description: 'The budget in the window that ends with the outage; null if it is too early to judge',
          example: 10_368,
        }),
      }),
    )
    .meta({ description: 'Objectives that count its downtime' }),
})

const delivery = z.object({
  id: z.int(),
  status: z.enum(['sent', 'failed', 'silenced']),
  event: z.string(),
  channel: z.object({ id: z.int().nullable(), type: z.string(), name: z.string().nullable() }),
  oncall_page: z.boolean(),
  recipient: z.string().nullable().meta({ description: 'Masked' }),
  attempt: z.int(),
  http_status: z.int().nullable(),
  latency_ms: z.int().nullable(),
  error: z.string().nullable(),
  silenced_reason: z.string().nullable(),
  created_at: moment,
})

const change = z.object({
  at: moment,
  action: z.string(),
  entity_type: z.string(),
  entity_id: z.string().nullable(),
  entity_name: z.string().nullable(),
  actor: z.string().nullable(),
})

export const incidentReport = z
  .object({
    object: z.literal('incident_report'),
    incident,
    impact,
    notes,
    timeline: z.array(incidentEvent).meta({ description: 'Oldest first; at most 500' }),
    changes: z.array(change).meta({
      description: 'Changes of the configuration, from an hour before it began failing; at most 50',
      example: [],
    }),
    deployments: z.array(deploymentMark).meta({ description: 'Of its monitor in the same time', example: [] }),
    deliveries: z.array(delivery).meta({ description: 'Oldest first; the latest 500', example: [] }),
    generated_at: moment,
  })
  .meta({ id: 'IncidentReport' })

const toSeconds = (ms: number): number => Math.round(ms / 1000)

/** `json` is the incident as the database writes it. */
export function showIncidentReport(report: IncidentReport, json: string): JsonText {
  const { affected, budgets, durationMs, notes: written } = report
  const rest = {
    impact: {
      duration_seconds: toSeconds(durationMs),
      affected: affected.map(({ id, monitorId, monitorName, failingSince, resolvedAt }) => ({
        incident_id: id,
        monitor: { id: monitorId, name: monitorName },
        failing_since: failingSince,
        resolved_at: resolvedAt,
      })),
      error_budgets: budgets.map(({ id, name, target, burntMs, budgetMs }) => ({
        slo: { id, name },
        target,
        burnt_seconds: toSeconds(burntMs),
        budget_seconds: budgetMs === null ? null : toSeconds(budgetMs),
      })),
    },
    notes: {
      cause: written.cause,
      lessons: written.lessons,
      follow_ups: written.followUps,
      version: written.version,
      updated_at: written.updatedAt,
      updated_by: written.updatedBy,
    },
    timeline: report.events.map(showEvent),
    changes: report.changes.map(({ created_at: at, actor_name: name, actor_email: email, ...event }) => ({
      at,
      action: event.action,
      entity_type: event.entity_type,
      entity_id: event.entity_id,
      entity_name: event.entity_name,
      actor: name ?? email,
    })),
    deployments: report.deployments.map(({ created_at: _, ...mark }) => mark),
    deliveries: report.deliveries.map(({ id, status, event, channel, oncall_page, recipient, attempt, ...more }) => ({
      id,
      status,
      event,
      channel,
      oncall_page,
      recipient,
      attempt,
      http_status: more.http_status,
      latency_ms: more.latency_ms,
      error: more.error,
      silenced_reason: more.silenced_reason,
      created_at: more.created_at,
    })),
    generated_at: report.generatedAt,
  }
  return new JsonText(`{"object":"incident_report","incident":${json},${JSON.stringify(rest).slice(1)}`)
}
