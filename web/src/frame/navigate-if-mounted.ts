import { type NavigateOptions, useNavigate } from '@tanstack/react-router'
import { useIsMounted } from '../parts/is-mounted.ts'

/** Navigates after an action, unless the user has left the screen meanwhile. */
export function useNavigateIfMounted(): (to: NavigateOptions) => Promise<void> {
  const navigate = useNavigate()
  const isMounted = useIsMounted()
  return async (to) => {
    if (isMounted.current) await navigate(to)
  }
}
