import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ask } from '../../api.ts'

/** What people call a monitor's type; its own word until that is known. */
export function useTypeNames(): (type: string) => string {
  const { data } = useQuery({ ...ask('/meta/monitor-types'), staleTime: Infinity })
  return useMemo(() => {
    const names = new Map(data?.data.map(({ type, name }) => [type, name]))
    return (type) => names.get(type) ?? type
  }, [data])
}
