import { type NavigateOptions, useNavigate } from '@tanstack/react-router'
import { useIsMounted } from '../parts/is-mounted.ts'

/** To the next screen once something is done; who has gone elsewhere meanwhile stays there. */
export function useNavigateIfMounted(): (to: NavigateOptions) => Promise<void> {
  const navigate = useNavigate()
  const isMounted = useIsMounted()
  return async (to) => {
    if (isMounted.current) await navigate(to)
  }
}
