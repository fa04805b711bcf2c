import { useEffect, useRef } from 'react'

/** Whether this part is still shown. */
export function useIsMounted(): { readonly current: boolean } {
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}
