// An incident as tools show it.
import { z } from 'zod'
import { compact } from '../compact.ts'
import type { TargetText } from '../from-target.ts'
import type { AssistantSession } from '../session.ts'
import type { ApiPage } from './page.ts'

export interface ApiIncident {
  readonly id: number
  readonly status: 'firing' | 'acknowledged' | 'resolved'
  readonly severity: string
  readonly message: TargetText
  readonly monitor: { readonly id: string; readonly name: string } | null
  readonly started_at: string
  readonly acknowledged_by: TargetText | null
}

export interface ApiTimelineEvent {
  readonly type: string
  readonly actor: TargetText | null
  readonly data: TargetText
  readonly created_at: string
}

export const incidentBrief = z.looseObject({
  id: z.int(),
  status: z.string(),
  severity: z.string(),
  monitor_id: z.string().optional(),
  started_at: z.string(),
})

export const briefOf = ({ id, status, severity, monitor, started_at }: ApiIncident) => ({
  id,
  status,
  severity,
  started_at,
  ...compact({ monitor_id: monitor?.id, monitor: monitor?.name }),
})

const maxOpen = 10

/** The newest firing incidents, then the newest acknowledged ones. */
export async function openIncidents(session: AssistantSession, tag?: string): Promise<ApiIncident[]> {
  const list = (status: string): Promise<ApiPage<ApiIncident>> =>
    session.call('listIncidents', { query: compact({ status, tag, limit: String(maxOpen) }) })
  const [firing, acknowledged] = await Promise.all([list('firing'), list('acknowledged')])
  return [...firing.data, ...acknowledged.data]
}
