import { useSyncExternalStore } from 'react'

const narrow = matchMedia('(max-width: 760px)')

function subscribe(listener: () => void): () => void {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

/** For what is built differently on a phone; what only looks different is up to the style sheets. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches)
