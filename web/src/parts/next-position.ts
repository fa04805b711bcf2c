// Where `j` and `k` go in a list.

interface CursorMove {
  readonly cursor: number | null
  readonly step: 1 | -1
  readonly total: number
  /** The positions on the screen, in order. */
  readonly visible: readonly number[]
}

/** Where the cursor goes: to the next row, or onto the screen if somebody has scrolled away from it. */
export function nextPosition({ cursor, step, total, visible }: CursorMove): number {
  if (cursor !== null && visible.includes(cursor)) return Math.max(0, Math.min(cursor + step, total - 1))
  return (step === 1 ? visible[0] : visible.at(-1)) ?? 0
}

export function isOnScreen(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

/** The row or card after or before the one with the focus. */
export function nextToFocus(elements: readonly HTMLElement[], step: 1 | -1): HTMLElement | undefined {
  const focused = elements.findIndex((element) => element.contains(document.activeElement))
  const visible = elements.flatMap((element, index) => (isOnScreen(element) ? [index] : []))
  return elements[nextPosition({ cursor: focused === -1 ? null : focused, step, total: elements.length, visible })]
}
