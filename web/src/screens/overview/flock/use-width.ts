import { type RefObject, useLayoutEffect, useState } from 'react'

export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const watched = element.current
    if (!watched) return
    const observer = new ResizeObserver(() => setWidth(watched.clientWidth))
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element])
  return width
}
