// An incident as tools show it.
import { z } from 'zod'
import { compact } from '../compact.ts'

export interface ApiIncident {
  readonly id: number
  readonly status: 'firing' | 'acknowledged' | 'resolved'
  readonly severity: string
  readonly message: string
  readonly monitor: { readonly id: string; readonly name: string } | null
  readonly started_at: string
  readonly acknowledged_by: string | null
}

export const incidentBrief = z.looseObject({
  id: z.int(),
  status: z.string(),
  severity: z.string(),
  message: z.string(),
  monitor_id: z.string().optional(),
  started_at: z.string(),
})

export const briefOf = ({ id, status, severity, message, monitor, started_at, acknowledged_by }: ApiIncident) => ({
  id,
  status,
  severity,
  message,
  started_at,
  ...compact({ monitor_id: monitor?.id, monitor: monitor?.name, acknowledged_by }),
})
