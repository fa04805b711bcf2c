import { type PointerEvent, useState } from 'react'
import { type CalendarDay, type Segment, type TimeSpan, instantAt } from '../../parts/calendar/zone-days.ts'

interface TimeDragInput {
  readonly days: readonly CalendarDay[]
  readonly zone: string
  readonly onSelect: (span: TimeSpan) => void
}

const minDragPx = 5

/** Selects a span of time by dragging over a track. A press without movement is left to what is under it. */
export function useTimeDrag({ days, zone, onSelect }: TimeDragInput) {
  const [drag, setDrag] = useState<{ readonly start: number; readonly end: number; readonly x: number } | null>(null)
  const positionIn = ({ currentTarget, clientX }: PointerEvent<HTMLElement>): number => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return (Math.min(Math.max(clientX - left, 0), width) / width) * days.length
  }
  const isMoved = drag !== null && drag.start !== drag.end
  const selected: Segment | null = isMoved
    ? { start: Math.min(drag.start, drag.end), end: Math.max(drag.start, drag.end) }
    : null
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      // Touch scrolls the calendar.
      if (event.button !== 0 || event.pointerType === 'touch') return
      const start = positionIn(event)
      setDrag({ start, end: start, x: event.clientX })
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!drag || (!isMoved && Math.abs(event.clientX - drag.x) < minDragPx)) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ ...drag, end: positionIn(event) })
    },
    onPointerUp: () => {
      setDrag(null)
      if (!selected) return
      const [from, to] = [instantAt(selected.start, days, zone), instantAt(selected.end, days, zone)]
      if (from < to) onSelect({ from, to })
    },
    onPointerCancel: () => setDrag(null),
  }
  return { selected, handlers }
}
