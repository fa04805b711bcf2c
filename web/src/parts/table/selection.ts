// Rows that were chosen, by their keys, so that a list that moves keeps its choice.
import { useMemo, useState } from 'react'

export interface Selection {
  readonly keys: ReadonlySet<string>
  has(key: string): boolean
  toggle(key: string): void
  add(keys: readonly string[]): void
  clear(): void
}

const none: ReadonlySet<string> = new Set()

export function useSelection(): Selection {
  const [keys, setKeys] = useState(none)
  return useMemo(
    () => ({
      keys,
      has: (key) => keys.has(key),
      toggle: (key) => setKeys((before) => before.symmetricDifference(new Set([key]))),
      add: (more) => setKeys((before) => before.union(new Set(more))),
      clear: () => setKeys(none),
    }),
    [keys],
  )
}
