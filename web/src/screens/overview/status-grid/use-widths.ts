import { type RefCallback, startTransition, useCallback, useState } from 'react'

/** How wide the groups of the flock may be, in pixels. */
export interface Widths {
  readonly column: number
  readonly all: number
}

// Whoever comes back to the overview finds it as tall as it was, and is where they were.
let latest: Widths | null = null

/** Of the grid that gets the ref; who resizes the window does not wait for the shapes. */
export function useWidths(): [widths: Widths | null, grid: RefCallback<HTMLElement>] {
  const [widths, setWidths] = useState(latest)
  const watch = useCallback((grid: HTMLElement) => {
    const observer = new ResizeObserver(([entry]) => {
      const column = Number.parseFloat(getComputedStyle(grid).gridTemplateColumns)
      const { width: all } = entry!.contentRect
      if (latest?.column === column && latest.all === all) return
      latest = { column, all }
      startTransition(() => setWidths(latest))
    })
    observer.observe(grid)
    return () => observer.disconnect()
  }, [])
  return [widths, watch]
}
