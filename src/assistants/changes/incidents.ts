// Acknowledges and resolves incidents.
import { z } from 'zod'
import type { ChangePlan, IntendedChange } from '../guard/plan.ts'
import type { AssistantSession } from '../session.ts'
import { defineWriteTool } from './define.ts'

const input = z.strictObject({ incident_id: z.int().positive() })

interface ApiIncidentState {
  readonly id: number
  readonly status: 'firing' | 'acknowledged' | 'resolved'
  readonly monitor: { readonly name: string } | null
  readonly resolve_requested_at: string | null
}

export const acknowledgeIncident = defineWriteTool({
  name: 'acknowledge_incident',
  title: 'Acknowledge an incident',
  description:
    'Say that somebody works on an incident: reminders and escalation stop. Only if a person asked for it. Cannot be ' +
    'undone.',
  hints: { destructive: false, idempotent: true },
  input,
  plan: ({ incident_id: id }, session) =>
    incidentPlan(session, {
      id,
      operationId: 'acknowledgeIncident',
      effect: 'acknowledge',
      verb: 'Acknowledge',
      isDone: ({ status }) => status === 'acknowledged',
      irreversible: 'An acknowledgement cannot be taken back: people were notified that somebody works on it.',
    }),
})

export const resolveIncident = defineWriteTool({
  name: 'resolve_incident',
  title: 'Resolve an incident',
  description:
    'Close an incident that is over. If its condition still holds, a new one opens after confirmation. Cannot be undone.',
  hints: { destructive: true, idempotent: true },
  input,
  plan: ({ incident_id: id }, session) =>
    incidentPlan(session, {
      id,
      operationId: 'resolveIncident',
      effect: 'resolve',
      verb: 'Resolve',
      isDone: ({ status, resolve_requested_at: requested }) => status === 'resolved' || requested !== null,
      irreversible: 'A resolved incident cannot be reopened; a new one opens if its condition still holds.',
    }),
})

interface IncidentChange {
  readonly id: number
  readonly operationId: string
  readonly effect: IntendedChange['effect']
  readonly verb: string
  isDone(incident: ApiIncidentState): boolean
  readonly irreversible: string
}

async function incidentPlan(session: AssistantSession, action: IncidentChange): Promise<ChangePlan> {
  const params = { id: String(action.id) }
  const incident = await session.call<ApiIncidentState>('getIncident', { params })
  const isDone = action.isDone(incident)
  const name = `incident ${action.id} of ${incident.monitor?.name ?? 'a deleted monitor'}`
  const object = { object_type: 'incident', object_id: params.id, object_name: name }
  return {
    summary: `${action.verb} ${name}`,
    changes: isDone ? [] : [{ ...object, effect: action.effect }],
    steps: [{ operationId: action.operationId, input: { params } }],
    result: ([response]) => {
      const { id, status } = response as ApiIncidentState
      return { id, status }
    },
    undo: () => (isDone ? null : action.irreversible),
  }
}
