import { type RefCallback, startTransition, useCallback, useState } from 'react'

/** Widths of grid groups in pixels. */
export interface Widths {
  readonly column: number
  readonly all: number
}

// Kept between visits, so that the scroll position can be restored.
let latest: Widths | null = null

/** Measures the grid; resizing does not block on rendering. */
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
