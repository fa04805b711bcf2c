import { useQuery } from '@tanstack/react-query'
import { queryFor, useResource } from '../../../api.ts'
import type { Monitor } from '../monitor-data.ts'

/** The latest measured value, or null. */
export function useCurrentValue({ id }: Monitor, metric: string): number | null {
  const latest = useResource('/dashboard/monitors/{id}/checks', { params: { id }, query: { limit: 1 } })
  const checkId = latest.data?.data[0]?.id
  const { data } = useQuery({
    ...queryFor('/dashboard/monitors/{id}/checks/{checkId}', { params: { id, checkId: checkId ?? '' } }),
    enabled: checkId !== undefined,
  })
  return data?.metrics.find((measured) => measured.metric === metric)?.value ?? null
}
