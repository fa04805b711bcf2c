// From the doorway into the dashboard, once somebody has shown who they are, and out again.
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { queries } from '../api.ts'

interface Answer {
  readonly status: 'signed_in' | 'second_step'
}

/** Only addresses of this dashboard: what stands in a link may come from anybody. */
export function safeNext(next: string | undefined): string {
  if (!next?.startsWith('/') || /^\/[/\\]/.test(next)) return '/'
  return next
}

export function useAfterSignIn(next: string | undefined): (answer: Answer) => Promise<void> {
  const router = useRouter()
  return async ({ status }) => {
    if (status === 'second_step') {
      await router.navigate({ to: '/sign-in/two-factor', search: next === undefined ? {} : { next } })
      return
    }
    queries.clear()
    router.history.push(safeNext(next))
  }
}

/** For who has signed out: a new page, so that nothing of theirs is left in this one. */
export function goToSignIn(): void {
  location.assign('/sign-in')
}

const moves = new BroadcastChannel('lapwing.moves')

/** For who goes to another organization: new pages in all tabs, so that none mixes the two or writes into the wrong one. */
export function reloadAllTabs(): void {
  moves.postMessage(null)
  location.assign('/')
}

/** This page begins anew when another tab does. */
export function useReloadWithOtherTabs(): void {
  useEffect(() => {
    const follow = (): void => location.assign('/')
    moves.addEventListener('message', follow)
    return () => moves.removeEventListener('message', follow)
  }, [])
}
