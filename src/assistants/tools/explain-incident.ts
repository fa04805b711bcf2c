import { z } from 'zod'
import { compact } from '../compact.ts'
import { boundTargetData, cut, fromTarget } from '../from-target.ts'
import type { AssistantSession } from '../session.ts'
import { defineReadTool, resultOf } from '../tool.ts'
import { type ApiIncident, briefOf, incidentBrief } from './incident.ts'
import type { ApiPage } from './page.ts'

interface ApiIncidentInFull extends ApiIncident {
  readonly rule: { readonly name: string } | null
  readonly failing_since: string
  readonly resolved_at: string | null
  readonly resolve_reason: string | null
  readonly root_cause: string
  readonly root_cause_detail: string | null
  readonly diagnosis: string
  readonly expected: string
  readonly detected_value: string
  readonly confirming_locations: readonly string[]
  readonly flapping: boolean
}

interface ApiTimelineEvent {
  readonly type: string
  readonly actor: string | null
  readonly data: Readonly<Record<string, unknown>>
  readonly created_at: string
}

interface ApiEvidence {
  readonly checks: readonly {
    readonly location: string
    readonly timestamp: string
    readonly error: string | null
    readonly evidence: unknown
  }[]
}

interface ApiIncidentContext {
  readonly diffs: readonly {
    readonly location: string
    readonly last_good_at: string | null
    readonly rows: readonly {
      readonly key: string
      readonly before: string | null
      readonly after: string | null
      readonly changed: boolean
      readonly volatile: boolean
    }[]
  }[]
  readonly neighbours: readonly { readonly id: number; readonly message: string; readonly started_at: string }[]
  readonly changes: readonly {
    readonly at: string
    readonly action: string
    readonly entity_name: string | null
    readonly actor: string | null
  }[]
  readonly deliveries: { readonly total: number; readonly sent: number; readonly failed: number }
}

export const explainIncident = defineReadTool({
  name: 'explain_incident',
  title: 'Explain an incident',
  description:
    'Everything about one incident in one answer: diagnosis, timeline, failing checks compared with the last good one, changes by people shortly before, other incidents at the same time, and alerts sent.',
  input: z.strictObject({ incident_id: z.int().min(1).describe('From status_overview') }),
  output: resultOf({
    incident: incidentBrief.extend({ diagnosis: z.string(), root_cause: z.string(), failing_since: z.string() }),
    timeline: z.array(z.looseObject({ at: z.string(), event: z.string() })),
    changes_before: z.array(z.looseObject({ at: z.string(), action: z.string() })),
    at_the_same_time: z.array(z.looseObject({ id: z.int(), message: z.string() })),
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
      summary: `${incident.severity} incident, ${incident.status}: ${cut(incident.message)}`,
      incident: inFull(incident),
      timeline: timeline.data.map(({ created_at: at, type: event, actor, data }) => ({
        at,
        event,
        ...compact({ actor, details: Object.keys(data).length > 0 ? boundTargetData(data) : null }),
      })),
      changes_before: context.changes.map(({ at, action, entity_name: name, actor }) => ({
        at,
        action,
        ...compact({ name, actor }),
      })),
      at_the_same_time: context.neighbours.map(({ id, message, started_at }) => ({
        id,
        message: cut(message),
        started_at,
      })),
      alerts: context.deliveries,
      from_target: boundTargetData({ checks: evidence.checks, differences: differencesIn(context) }),
      ...nextFor(incident, session),
    }
  },
})

function inFull(incident: ApiIncidentInFull) {
  const { rule, root_cause_detail, resolved_at, resolve_reason, confirming_locations, flapping } = incident
  return {
    ...briefOf(incident),
    diagnosis: cut(incident.diagnosis),
    root_cause: incident.root_cause,
    expected: incident.expected,
    detected: cut(incident.detected_value),
    failing_since: incident.failing_since,
    ...compact({ rule: rule?.name, root_cause_detail: root_cause_detail && cut(root_cause_detail) }),
    ...compact({ resolved_at, resolve_reason, confirming_locations, flapping: flapping || null }),
  }
}

function differencesIn({ diffs }: ApiIncidentContext): object[] {
  return diffs.map(({ location, last_good_at, rows }) => ({
    location,
    ...compact({ last_good_at }),
    changed: rows
      .filter(({ changed, volatile }) => changed && !volatile)
      .map(({ key, before, after }) => ({ key, ...compact({ before, after }) })),
  }))
}

function nextFor({ status, monitor }: ApiIncident, { caller }: AssistantSession): { next?: string } {
  if (status === 'resolved' || !monitor) return {}
  const canWrite = caller.credential.scope === 'write'
  const look = `get_checks with monitor_id ${monitor.id} shows whether it still fails`
  return { next: canWrite && status === 'firing' ? `${look}; acknowledge_incident stops escalation.` : `${look}.` }
}
