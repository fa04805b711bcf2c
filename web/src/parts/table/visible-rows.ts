// Which rows are in sight. Short tables are drawn whole; long ones only around the window, with gaps for the rest.
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

const drawnWhole = 100
const around = 8

interface VisibleOptions {
  readonly table: RefObject<HTMLTableElement | null>
  readonly total: number
  readonly height: number
  readonly onVisible: ((first: number, last: number) => void) | undefined
}

interface Visible {
  readonly indexes: readonly number[]
  readonly before: number
  readonly after: number
  readonly scrollTo: (index: number) => void
}

export function useVisibleRows({ table, total, height, onVisible }: VisibleOptions): Visible {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const body = table.current?.tBodies[0]
    if (body) setTop(body.getBoundingClientRect().top + scrollY)
  }, [table, total])
  const rows = useWindowVirtualizer({ count: total, estimateSize: () => height, overscan: around, scrollMargin: top })
  useEffect(() => rows.measure(), [rows, height])
  const items = rows.getVirtualItems()
  const whole = total <= drawnWhole
  const first = whole ? 0 : (items[0]?.index ?? 0)
  const last = whole ? total - 1 : (items.at(-1)?.index ?? -1)
  useEffect(() => {
    if (last >= first) onVisible?.(first, last)
  }, [first, last, onVisible])
  return {
    indexes: Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index),
    before: first * height,
    after: Math.max(0, (total - 1 - last) * height),
    scrollTo: (index) => rows.scrollToIndex(index, { align: 'auto' }),
  }
}
