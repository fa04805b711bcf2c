import { useSyncExternalStore } from 'react'

const narrow = matchMedia('(max-width: 760px)')

function subscribe(listener: () => void): () => void {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

/** For components that differ on a phone. Differences in style belong in CSS. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches)
