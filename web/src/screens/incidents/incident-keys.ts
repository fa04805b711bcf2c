// Shortcuts of the incident list: `j` and `k` move between rows, `Enter` opens, `a` acknowledges.
import { type RefObject, useRef } from 'react'
import { type Command, useCommands } from '../../frame/commands.ts'
import { nextToFocus } from '../../parts/next-position.ts'
import { useIncidentListMessages } from './messages.ts'

/** Returns the ref of the table. Each row names its firing incidents in `data-firing` and has one focusable element. */
export function useIncidentKeys(
  acknowledge: ((ids: readonly number[]) => void) | null,
): RefObject<HTMLTableElement | null> {
  const t = useIncidentListMessages()
  const table = useRef<HTMLTableElement>(null)
  const rows = (): HTMLElement[] => [...(table.current?.querySelectorAll<HTMLElement>('tbody tr') ?? [])]
  const current = (): number => rows().findIndex((row) => row.contains(document.activeElement))
  const move = (step: 1 | -1): void => nextToFocus(rows(), step)?.querySelector<HTMLElement>('a, button')?.focus()
  const firing = (): number[] => (rows()[current()]?.dataset['firing'] ?? '').split(' ').filter(Boolean).map(Number)
  const moving: Command[] = [
    { label: t.next, keys: 'j', keyOnly: true, run: () => move(1) },
    { label: t.previous, keys: 'k', keyOnly: true, run: () => move(-1) },
  ]
  const taking: Command = {
    label: t.acknowledge,
    keys: 'a',
    keyOnly: true,
    run: () => {
      const ids = firing()
      if (ids.length > 0) acknowledge?.(ids)
    },
  }
  useCommands(acknowledge ? [...moving, taking] : moving)
  return table
}
