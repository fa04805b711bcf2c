import { type RefCallback, startTransition, useCallback, useState } from 'react'

/** How wide the groups of the flock may be, in pixels. */
export interface Widths {
  readonly column: number
  readonly all: number
}

/** Of the grid that gets the ref; who resizes the window does not wait for the shapes. */
export function useWidths(): [widths: Widths | null, grid: RefCallback<HTMLElement>] {
  const [widths, setWidths] = useState<Widths | null>(null)
  const watch = useCallback((grid: HTMLElement) => {
    const observer = new ResizeObserver(([entry]) => {
      const column = Number.parseFloat(getComputedStyle(grid).gridTemplateColumns)
      startTransition(() => setWidths({ column, all: entry!.contentRect.width }))
    })
    observer.observe(grid)
    return () => observer.disconnect()
  }, [])
  return [widths, watch]
}
