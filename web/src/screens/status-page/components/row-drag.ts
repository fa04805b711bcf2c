import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useState } from 'react'

interface RowDrag {
  /** The key of the row that is being dragged. */
  readonly dragged: string | null
  readonly start: (key: string, event: ReactPointerEvent) => void
}

/** Moves a row to the place under the pointer, with a mouse, a pen or a finger. Rows have `data-key`. */
export function useRowDrag(list: RefObject<HTMLElement | null>, onMove: (key: string, to: number) => void): RowDrag {
  const [dragged, setDragged] = useState<string | null>(null)
  useEffect(() => {
    if (dragged === null) return
    const move = ({ clientY }: PointerEvent): void => {
      const rows = [...list.current!.children] as HTMLElement[]
      const from = rows.findIndex((row) => row.dataset['key'] === dragged)
      const to = rows.findIndex((row) => {
        const { top, bottom } = row.getBoundingClientRect()
        return clientY >= top && clientY < bottom
      })
      if (to !== -1 && to !== from && isPast(rows[to]!, clientY, to > from)) onMove(dragged, to)
    }
    const end = (): void => setDragged(null)
    addEventListener('pointermove', move)
    addEventListener('pointerup', end)
    addEventListener('pointercancel', end)
    return () => {
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', end)
      removeEventListener('pointercancel', end)
    }
  })
  return {
    dragged,
    start(key, event) {
      if (event.button === 0) setDragged(key)
    },
  }
}

/** Whether the pointer has passed the middle of a row; before that, rows of different heights would swap to and fro. */
function isPast(row: HTMLElement, y: number, isDownwards: boolean): boolean {
  const { top, height } = row.getBoundingClientRect()
  const middle = top + height / 2
  return isDownwards ? y > middle : y < middle
}
