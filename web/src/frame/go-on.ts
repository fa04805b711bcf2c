import { type NavigateOptions, useNavigate } from '@tanstack/react-router'
import { useIsHere } from '../parts/is-here.ts'

/** To the next screen once something is done; who has gone elsewhere meanwhile stays there. */
export function useGoOn(): (to: NavigateOptions) => Promise<void> {
  const navigate = useNavigate()
  const isHere = useIsHere()
  return async (to) => {
    if (isHere.current) await navigate(to)
  }
}
