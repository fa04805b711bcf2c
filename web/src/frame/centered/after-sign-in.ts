// Navigation after signing in, signing out and switching organizations.
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { queries } from '../../api.ts'

interface Answer {
  readonly status: 'signed_in' | 'second_step'
}

/** Allows only paths of this dashboard: links can come from anyone. */
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

/** Loads a new page after signing out, so that no data stays in memory. */
export function goToSignIn(next?: string): void {
  location.assign(next === undefined ? '/sign-in' : `/sign-in?${new URLSearchParams({ next })}`)
}

const moves = new BroadcastChannel('lapwing.moves')

/** Reloads all tabs after switching organizations, so that none mixes data or writes to the wrong one. */
export function reloadAllTabs(): void {
  moves.postMessage(null)
  location.assign('/')
}

/** Reloads this page when another tab asks for it. */
export function useReloadWithOtherTabs(): void {
  useEffect(() => {
    const follow = (): void => location.assign('/')
    moves.addEventListener('message', follow)
    return () => moves.removeEventListener('message', follow)
  }, [])
}
