// Queries and helpers of the monitor screen.
import { useQuery } from '@tanstack/react-query'
import { type AnswerOf, queryFor, useResource } from '../../api.ts'
import { useMonitorTypes } from '../../catalog/catalog.ts'

export type Monitor = AnswerOf<'/monitors/{id}', 'get'>
export type MonitorType = AnswerOf<'/meta/monitor-types', 'get'>['data'][number]
export type Rule = AnswerOf<'/monitors/{id}/alert-rules', 'get'>['data'][number]
export type Incident = AnswerOf<'/incidents', 'get'>['data'][number]
export type LocationRow = AnswerOf<'/dashboard/monitors/{id}/locations', 'get'>['data'][number]
export type CheckRow = AnswerOf<'/dashboard/monitors/{id}/checks', 'get'>['data'][number]

export const useMonitor = (id: string) => useResource('/monitors/{id}', { params: { id } })

export function useMonitorType(type: string | undefined): MonitorType | undefined {
  const { data } = useMonitorTypes()
  return data?.find((entry) => entry.type === type)
}

export const useRules = (id: string) =>
  useResource('/monitors/{id}/alert-rules', { params: { id }, query: { limit: 100 } })

/** The latest incidents. */
export const useIncidents = (id: string) => useResource('/incidents', { query: { monitor_id: id, limit: 100 } })

export const useLocationRows = (id: string) => useResource('/dashboard/monitors/{id}/locations', { params: { id } })

/** The next check or expected check-in; null if unknown or not wanted. */
export function useNextDue({ id, name }: Monitor, isEnabled = true): string | null {
  const query = { q: name.slice(0, 200), facets: 'false', limit: 100 } as const
  const { data } = useQuery({ ...queryFor('/dashboard/monitors', { query }), enabled: isEnabled })
  // Another part of the screen may have asked.
  return (isEnabled && data?.data.find((row) => row.id === id)?.next_due_at) || null
}

export const isOpen = ({ status }: Incident): boolean => status !== 'resolved'

/** Whether Lapwing checks it from locations, as opposed to heartbeats and hosts. */
export const isProbed = ({ locations }: Monitor): boolean => locations.length > 0

/** Whether it is a job with a check-in URL, which some roles see redacted. Hosts have a name as target. */
export const checksIn = (monitor: Monitor): boolean =>
  !isProbed(monitor) && /^https?:\/\/\S+\/ping\/|^\[redacted\]$/.test(monitor.target)
