// Acknowledges, assigns and resolves incidents.
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
  readonly assignee: { readonly id: string; readonly name: string } | null
}

export const acknowledgeIncident = defineWriteTool({
  name: 'acknowledge_incident',
  title: 'Acknowledge an incident',
  description: 'Say that somebody works on an incident: reminders and escalation stop. Only if a person asked for it.',
  hints: { destructive: false, idempotent: true },
  input,
  plan: ({ incident_id: id }, session) =>
    incidentPlan(session, {
      id,
      operationId: 'acknowledgeIncident',
      effect: 'acknowledge',
      verb: 'Acknowledge',
      isDone: ({ status }) => status === 'acknowledged',
      note: 'Everyone who was notified of the outage is reminded that nobody has acknowledged it.',
    }),
})

export const assignIncident = defineWriteTool({
  name: 'assign_incident',
  title: 'Assign an incident',
  description: 'Say which member works on an incident; null for nobody. It notifies nobody.',
  toolset: 'on-call',
  hints: { destructive: false, idempotent: true },
  input: input.extend({ user_id: z.uuid().toLowerCase().nullable() }),
  async plan({ incident_id, user_id: userId }, session) {
    const params = { id: String(incident_id) }
    const { assignee, ...incident } = await session.call<ApiIncidentState>('getIncident', { params })
    const object = objectOf(incident)
    const assign = (user: string | null) => [
      { operationId: 'assignIncident', input: { params, body: { userId: user } } },
    ]
    return {
      summary: `Assign ${object.object_name}`,
      changes: assignee?.id === (userId ?? undefined) ? [] : [{ ...object, effect: 'update' }],
      steps: assign(userId),
      result: ([response]) => {
        const { id, assignee: assigned } = response as ApiIncidentState
        return { id, assignee: assigned?.name ?? null }
      },
      undo: () => ({ steps: assign(assignee?.id ?? null), changes: [{ ...object, effect: 'update' }] }),
    }
  },
})

export const resolveIncident = defineWriteTool({
  name: 'resolve_incident',
  title: 'Resolve an incident',
  description: 'Close an incident that is over. If its condition still holds, a new one opens after confirmation.',
  hints: { destructive: true, idempotent: true },
  input,
  plan: ({ incident_id: id }, session) =>
    incidentPlan(session, {
      id,
      operationId: 'resolveIncident',
      effect: 'resolve',
      verb: 'Resolve',
      isDone: ({ status, resolve_requested_at: requested }) => status === 'resolved' || requested !== null,
      note: 'Everyone who was notified of the end is reminded that the incident is open.',
    }),
})

interface IncidentChange {
  readonly id: number
  readonly operationId: string
  readonly effect: IntendedChange['effect']
  readonly verb: string
  isDone(incident: ApiIncidentState): boolean
  readonly note: string
}

async function incidentPlan(session: AssistantSession, action: IncidentChange): Promise<ChangePlan> {
  const params = { id: String(action.id) }
  const incident = await session.call<ApiIncidentState>('getIncident', { params })
  const isDone = action.isDone(incident)
  const object = objectOf(incident)
  return {
    summary: `${action.verb} ${object.object_name}`,
    changes: isDone ? [] : [{ ...object, effect: action.effect }],
    steps: [{ operationId: action.operationId, input: { params } }],
    result: ([response]) => {
      const { id, status } = response as ApiIncidentState
      return { id, status }
    },
    undo: () =>
      isDone
        ? null
        : {
            steps: [{ operationId: 'reopenIncident', input: { params } }],
            changes: [{ ...object, effect: 'update' }],
            note: action.note,
          },
  }
}

const objectOf = ({ id, monitor }: Pick<ApiIncidentState, 'id' | 'monitor'>) => ({
  object_type: 'incident',
  object_id: String(id),
  object_name: `incident ${id} of ${monitor?.name ?? 'a deleted monitor'}`,
})
