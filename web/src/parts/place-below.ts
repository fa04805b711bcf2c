/** Puts a popover below its opener, above it where there is no room, and always inside of the window. */
export function placeBelow(popover: HTMLElement, opener: HTMLElement, side: 'start' | 'end' = 'end'): void {
  const button = opener.getBoundingClientRect()
  const { width, height } = popover.getBoundingClientRect()
  const below = button.bottom + 4 + height <= innerHeight
  const left = side === 'end' ? button.right - width : button.left
  popover.style.top = `${below ? button.bottom + 4 : Math.max(8, button.top - 4 - height)}px`
  popover.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`
}
