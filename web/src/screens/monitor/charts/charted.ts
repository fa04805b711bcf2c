// Which metrics are charted below the response time, remembered for every monitor of the type.
import { useState } from 'react'

const place = (type: string): string => `lapwing.charted.${type}`

export function useCharted(type: string): [metrics: readonly string[], set: (metrics: readonly string[]) => void] {
  const [charted, setCharted] = useState(() => kept(type))
  const set = (metrics: readonly string[]): void => {
    setCharted(metrics)
    try {
      localStorage.setItem(place(type), JSON.stringify(metrics))
    } catch {
      // A browser that keeps nothing shows them until the page is closed.
    }
  }
  return [charted, set]
}

function kept(type: string): readonly string[] {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(place(type)) ?? '[]')
    return Array.isArray(known) ? known.filter((metric) => typeof metric === 'string').slice(0, 3) : []
  } catch {
    return []
  }
}
