/** Places a popover below its opener, or above if there is no room, and always inside the window. */
export function placeBelow(popover: HTMLElement, opener: HTMLElement, side: 'start' | 'end' = 'end'): void {
  const button = opener.getBoundingClientRect()
  const { width, height } = popover.getBoundingClientRect()
  const isBelow = button.bottom + 4 + height <= innerHeight
  const isAbove = !isBelow && button.top - 4 - height >= 8
  const left = side === 'end' ? button.right - width : button.left
  // Anchor the edge next to the opener, so that the popover can grow without covering it.
  popover.style.top = isAbove ? 'auto' : `${isBelow ? button.bottom + 4 : 8}px`
  popover.style.bottom = isAbove ? `${innerHeight - button.top + 4}px` : 'auto'
  popover.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`
}
