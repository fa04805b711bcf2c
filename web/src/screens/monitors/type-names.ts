import { useMemo } from 'react'
import { useMonitorTypes } from '../../catalog/catalog.ts'

/** What people call a monitor's type; its own word until that is known. */
export function useTypeNames(): (type: string) => string {
  const { data } = useMonitorTypes()
  return useMemo(() => {
    const names = new Map(data?.map(({ type, name }) => [type, name]))
    return (type) => names.get(type) ?? type
  }, [data])
}
