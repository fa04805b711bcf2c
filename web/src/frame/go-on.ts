import { type NavigateOptions, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** To the next screen once something is done; who has gone elsewhere meanwhile stays there. */
export function useGoOn(): (to: NavigateOptions) => Promise<void> {
  const navigate = useNavigate()
  const isHere = useIsHere()
  return async (to) => {
    if (isHere.current) await navigate(to)
  }
}

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
