// From the doorway into the dashboard: where to, once somebody has shown who they are.
import { useRouter } from '@tanstack/react-router'
import { queries } from '../api.ts'

interface Answer {
  readonly status: 'signed_in' | 'second_step'
}

/** Only addresses of this dashboard: what stands in a link may come from anybody. */
export function safeNext(next: string | undefined): string {
  if (!next?.startsWith('/') || /^\/[/\\]/.test(next)) return '/'
  return next
}

export function useComeIn(next: string | undefined): (answer: Answer) => Promise<void> {
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
