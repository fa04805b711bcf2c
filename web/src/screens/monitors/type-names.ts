import { useMemo } from 'react'
import { useMonitorTypes } from '../../catalog/catalog.ts'

/** The name of a monitor type; its id until the catalog is loaded. */
export function useTypeNames({ enabled }: { enabled: boolean }): (type: string) => string {
  const { data } = useMonitorTypes({ enabled })
  return useMemo(() => {
    const names = new Map(data?.map(({ type, name }) => [type, name]))
    return (type) => names.get(type) ?? type
  }, [data])
}
