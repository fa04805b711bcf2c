import { z } from 'zod'
import { compact } from '../compact.ts'
import { type TargetText, boundTargetData, fromTarget } from '../from-target.ts'
import type { AssistantSession } from '../session.ts'
import { defineReadTool, resultOf } from '../tool.ts'
import { type ApiIncident, type ApiTimelineEvent, briefOf, incidentBrief } from './incident.ts'
import type { ApiPage } from './page.ts'

interface ApiIncidentInFull extends ApiIncident {
  readonly rule: { readonly name: string } | null
  readonly failing_since: string
  readonly resolved_at: string | null
  readonly resolve_reason: string | null
  readonly root_cause: string
  readonly root_cause_detail: TargetText | null
  readonly diagnosis: TargetText
  readonly expected: string
  readonly detected_value: TargetText
  readonly confirming_locations: readonly string[]
  readonly flapping: boolean
}

interface ApiEvidence {
  readonly checks: readonly {
    readonly location: string
    readonly timestamp: string
    readonly error: TargetText | null
    readonly evidence: TargetText | null
  }[]
}

interface ApiIncidentContext {
  readonly diffs: readonly {
    readonly location: string
    readonly last_good_at: string | null
    readonly rows: readonly {
      readonly key: TargetText
      readonly before: TargetText | null
      readonly after: TargetText | null
      readonly changed: boolean
      readonly volatile: boolean
    }[]
  }[]
  readonly neighbours: readonly { readonly id: number; readonly message: TargetText; readonly started_at: string }[]
  readonly changes: readonly {
    readonly at: string
    readonly action: string
    readonly entity_name: TargetText | null
    readonly actor: TargetText | null
    readonly before: boolean
  }[]
  readonly deliveries: { readonly total: number; readonly sent: number; readonly failed: number }
}

const change = z.looseObject({ at: z.string(), action: z.string() })

export const explainIncident = defineReadTool({
  name: 'explain_incident',
  title: 'Explain an incident',
  description:
    'Everything about one incident in one answer: diagnosis, timeline, failing checks compared with the last good one, changes by people shortly before it began to fail and after that, other incidents at the same time, and alerts sent.',
  input: z.strictObject({ incident_id: z.int().min(1).describe('From status_overview') }),
  output: resultOf({
    incident: incidentBrief.extend({ root_cause: z.string(), failing_since: z.string() }),
    timeline: z.array(z.looseObject({ at: z.string(), event: z.string() })),
    changes_before: z.array(change).describe('Before it began to fail'),
    changes_after: z.array(change).describe('Within ten minutes after that'),
    at_the_same_time: z.array(z.looseObject({ id: z.int() })),
    alerts: z.looseObject({}),
    from_target: fromTarget,
  }),
  async run({ incident_id }, session) {
    const params = { id: String(incident_id) }
    const [incident, context, timeline, evidence] = await Promise.all([
      session.call<ApiIncidentInFull>('getIncident', { params }),
      session.call<ApiIncidentContext>('getIncidentContext', { params }),
      session.call<ApiPage<ApiTimelineEvent>>('listIncidentTimeline', { params, query: { limit: '50' } }),
      session.call<ApiEvidence>('getIncidentEvidence', { params }),
    ])
    return {
      summary: `${incident.severity} incident of ${incident.monitor?.name ?? 'a deleted monitor'}, ${incident.status}.`,
      incident: inFull(incident),
      timeline: timeline.data.map(({ created_at: at, type: event }) => ({ at, event })),
      changes_before: changesOf(context, true).map(({ at, action }) => ({ at, action })),
      changes_after: changesOf(context, false).map(({ at, action }) => ({ at, action })),
      at_the_same_time: context.neighbours.map(({ id, started_at }) => ({ id, started_at })),
      alerts: context.deliveries,
      from_target: boundTargetData({
        ...wordsOf(incident),
        ...detailsOf(timeline.data, context),
        checks: evidence.checks,
      }),
      ...nextFor(incident, session),
    }
  },
})

function inFull(incident: ApiIncidentInFull) {
  const { rule, resolved_at, resolve_reason, confirming_locations, flapping } = incident
  return {
    ...briefOf(incident),
    root_cause: incident.root_cause,
    expected: incident.expected,
    failing_since: incident.failing_since,
    ...compact({ rule: rule?.name, resolved_at, resolve_reason, confirming_locations, flapping: flapping || null }),
  }
}

const wordsOf = ({ message, acknowledged_by, diagnosis, ...rest }: ApiIncidentInFull) => ({
  message,
  acknowledged_by,
  diagnosis,
  detected: rest.detected_value,
  root_cause_detail: rest.root_cause_detail,
})

const changesOf = ({ changes }: ApiIncidentContext, isBefore: boolean) =>
  changes.filter(({ before }) => before === isBefore)

/** In the order of the lists above that they belong to. */
function detailsOf(timeline: readonly ApiTimelineEvent[], context: ApiIncidentContext) {
  const { neighbours, diffs } = context
  const namesOf = (isBefore: boolean) =>
    changesOf(context, isBefore).map(({ at, entity_name: name, actor }) => ({ at, name, actor }))
  return {
    differences: diffs.map(({ location, last_good_at, rows }) => ({
      location,
      last_good_at,
      changed: rows
        .filter(({ changed, volatile }) => changed && !volatile)
        .map(({ key, before, after }) => ({ key, before, after })),
    })),
    timeline: timeline.map(({ created_at: at, type: event, actor, data }) => ({ at, event, actor, details: data })),
    changes_before: namesOf(true),
    changes_after: namesOf(false),
    at_the_same_time: neighbours.map(({ id, message }) => ({ id, message })),
  }
}

function nextFor({ status, monitor }: ApiIncident, { caller }: AssistantSession): { next?: string } {
  if (status === 'resolved' || !monitor) return {}
  const canWrite = caller.credential.scope === 'write'
  const look = `get_checks with monitor_id ${monitor.id} shows whether it still fails`
  return { next: canWrite && status === 'firing' ? `${look}; acknowledge_incident stops escalation.` : `${look}.` }
}
