// Renders only the visible part of a long list. Row heights are fixed.
import { type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Layout } from './layout.ts'
import type { VisibleRange } from './rows.ts'

/** Rows beyond the visible ones keep a fast scroll from showing blanks. */
const maxRows = 58
const minOverscanRows = 6

interface Range {
  readonly first: number
  readonly last: number
}

export interface Windowed {
  readonly indexes: readonly number[]
  readonly before: number
  readonly after: number
}

export function useWindowed(box: RefObject<HTMLElement | null>, layout: Layout): Windowed {
  const [range, setRange] = useState<Range>({ first: 0, last: 30 })
  useEffect(() => {
    const look = (): void => {
      const next = rangeOf(box.current, layout)
      // Rendered before this frame is painted: a frame later, rows would be blank.
      flushSync(() => setRange((before) => (before.first === next.first && before.last === next.last ? before : next)))
    }
    const first = requestAnimationFrame(look)
    const observer = new ResizeObserver(look)
    observer.observe(document.body)
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      cancelAnimationFrame(first)
      observer.disconnect()
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [box, layout])
  const first = Math.min(range.first, layout.count - 1)
  const last = Math.min(range.last, layout.count - 1)
  const end = last + 1 < layout.count ? layout.offsetOf(last + 1) : layout.height
  return {
    indexes: Array.from({ length: last - first + 1 }, (_, index) => first + index),
    before: layout.offsetOf(first),
    after: layout.height - end,
  }
}

function rangeOf(box: HTMLElement | null, layout: Layout): Range {
  const hidden = -(box?.getBoundingClientRect().top ?? 0)
  const top = layout.indexAt(Math.max(0, hidden))
  const bottom = layout.indexAt(Math.max(0, hidden + innerHeight))
  const overscan = Math.max(minOverscanRows, Math.floor((maxRows - (bottom - top + 1)) / 2))
  return { first: Math.max(0, top - overscan), last: Math.min(layout.count - 1, bottom + overscan) }
}

/** Reports the visible positions. */
export function useVisibleRange(
  layout: Layout,
  indexes: readonly number[],
  onSeen: (seen: VisibleRange) => void,
): void {
  const positions = indexes
    .map((index) => layout.itemAt(index))
    .flatMap((item) => (item.kind === 'row' ? [item.position] : []))
  const first = positions[0] ?? 0
  const last = positions.at(-1) ?? first
  useEffect(() => onSeen({ first, last }), [first, last, onSeen])
}

interface CursorProps {
  readonly cursor: number | null
  readonly layout: Layout
  readonly box: RefObject<HTMLElement | null>
}

/** Scrolls to the row at the cursor and focuses it. */
export function useCursor({ cursor, layout, box }: CursorProps): void {
  useEffect(() => {
    if (cursor === null || focusRow(box.current, cursor)) return
    const top = (box.current?.getBoundingClientRect().top ?? 0) + scrollY
    scrollTo({ top: top + layout.offsetOf(layout.indexOf(cursor)) - innerHeight / 2 })
    const frame = requestAnimationFrame(() => requestAnimationFrame(() => focusRow(box.current, cursor)))
    return () => cancelAnimationFrame(frame)
  }, [cursor, layout, box])
}

function focusRow(box: HTMLElement | null, position: number): boolean {
  const link = box?.querySelector<HTMLElement>(`[data-position="${position}"]`)
  const row = link?.closest('tr')
  if (!link || !row) return false
  if (!row.contains(document.activeElement)) link.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
  return true
}
