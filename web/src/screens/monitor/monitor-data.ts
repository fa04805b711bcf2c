// What the parts of this screen ask for about its monitor.
import { useQuery } from '@tanstack/react-query'
import { type AnswerOf, queryFor } from '../../api.ts'
import { useMonitorTypes } from '../../catalog/catalog.ts'

export type Monitor = AnswerOf<'/monitors/{id}', 'get'>
export type MonitorType = AnswerOf<'/meta/monitor-types', 'get'>['data'][number]
export type Rule = AnswerOf<'/monitors/{id}/alert-rules', 'get'>['data'][number]
export type Incident = AnswerOf<'/incidents', 'get'>['data'][number]
export type LocationRow = AnswerOf<'/dashboard/monitors/{id}/locations', 'get'>['data'][number]
export type CheckRow = AnswerOf<'/dashboard/monitors/{id}/checks', 'get'>['data'][number]

export const useMonitor = (id: string) => useQuery(queryFor('/monitors/{id}', { params: { id } }))

export function useMonitorType(type: string | undefined): MonitorType | undefined {
  const { data } = useMonitorTypes()
  return data?.find((entry) => entry.type === type)
}

export const useRules = (id: string) =>
  useQuery(queryFor('/monitors/{id}/alert-rules', { params: { id }, query: { limit: 100 } }))

/** The latest, of which the open ones come first in everything this screen says. */
export const useIncidents = (id: string) => useQuery(queryFor('/incidents', { query: { monitor_id: id, limit: 100 } }))

export const useLocationRows = (id: string) =>
  useQuery(queryFor('/dashboard/monitors/{id}/locations', { params: { id } }))

/** When it is checked or should check in next; null while that is not known. */
export function useNextDue({ id, name }: Monitor, isAsked = true): string | null {
  const query = { q: name.slice(0, 200), facets: 'false', limit: 100 } as const
  const { data } = useQuery({ ...queryFor('/dashboard/monitors', { query }), enabled: isAsked })
  return data?.data.find((row) => row.id === id)?.next_due_at ?? null
}

export const isOpen = ({ status }: Incident): boolean => status !== 'resolved'

/** What is probed has locations; what reports by itself has none. */
export const isProbed = ({ locations }: Monitor): boolean => locations.length > 0

/** A job that checks in has an address for that, which not everybody may see. A machine that reports has its name. */
export const checksIn = (monitor: Monitor): boolean =>
  !isProbed(monitor) && /^https?:\/\/\S+\/ping\/|^\[redacted\]$/.test(monitor.target)
