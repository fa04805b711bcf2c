import { useEffect, useRef } from 'react'

/** Whether this part is still shown. */
export function useIsHere(): { readonly current: boolean } {
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return isHere
}
