// The current time for running clocks: one timer per page, paused while the page is hidden.
import { useSyncExternalStore } from 'react'

let currentMs = Date.now()
const listeners = new Set<() => void>()
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')

function tick(): void {
  if (document.hidden) return
  currentMs = Date.now()
  for (const listener of listeners) listener()
}

setInterval(tick, 1000)
document.addEventListener('visibilitychange', tick)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Updates every so many seconds, or every ten if the user prefers reduced motion. */
export function useNow(everySeconds = 10): Date {
  const stepMs = 1000 * (reducedMotion.matches ? Math.max(everySeconds, 10) : everySeconds)
  useSyncExternalStore(subscribe, () => Math.floor(currentMs / stepMs))
  return new Date(currentMs)
}
