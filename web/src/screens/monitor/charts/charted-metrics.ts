// The metrics that the user charts, stored per monitor type.
import { useState } from 'react'

const storageKey = (type: string): string => `lapwing.charted.${type}`

export function useChartedMetrics(
  type: string,
): [metrics: readonly string[], set: (metrics: readonly string[]) => void] {
  const [charted, setCharted] = useState(() => storedMetrics(type))
  const set = (metrics: readonly string[]): void => {
    setCharted(metrics)
    try {
      localStorage.setItem(storageKey(type), JSON.stringify(metrics))
    } catch {
      // Without storage this lasts until the page is closed.
    }
  }
  return [charted, set]
}

function storedMetrics(type: string): readonly string[] {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(storageKey(type)) ?? '[]')
    return Array.isArray(known) ? known.filter((metric) => typeof metric === 'string').slice(0, 3) : []
  } catch {
    return []
  }
}
