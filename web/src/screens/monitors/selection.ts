// The selection: individual monitors or all that match.
import { useCallback, useMemo, useState } from 'react'

interface SelectionState {
  readonly ids: ReadonlySet<string>
  readonly all: boolean
}

const none: SelectionState = { ids: new Set(), all: false }

export interface Selection {
  readonly ids: ReadonlySet<string>
  readonly all: boolean
  has(id: string): boolean
  toggle(ids: readonly string[], on: boolean): void
  everything(): void
  clear(): void
}

export function useSelection(): Selection {
  const [{ ids, all }, set] = useState(none)
  const toggle = useCallback(
    (changed: readonly string[], on: boolean) =>
      set((before) => {
        const next = new Set(before.ids)
        for (const id of changed) {
          if (on) next.add(id)
          else next.delete(id)
        }
        return { ids: next, all: false }
      }),
    [],
  )
  const everything = useCallback(() => set((before) => ({ ...before, all: true })), [])
  const clear = useCallback(() => set(none), [])
  return useMemo(
    () => ({ ids, all, has: (id) => all || ids.has(id), toggle, everything, clear }),
    [ids, all, toggle, everything, clear],
  )
}

export const countOf = ({ ids, all }: Selection, total: number): number => (all ? total : ids.size)
