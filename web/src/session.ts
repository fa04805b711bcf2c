// Who is signed in, what they may do, and where they are sent when nobody is.
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import type { Session } from '../../sdk/api.ts'
import { ApiError, ask } from './api.ts'

export type Role = Session['role']

const ranks: Record<Role, number> = { viewer: 0, member: 1, admin: 2, owner: 3 }

export const sessionQuery = { ...ask('/dashboard/session'), staleTime: Infinity, retry: false }

export const useSession = (): Session => useSuspenseQuery(sessionQuery).data

/** Whether the person may do what takes this role; what they may not is not drawn. */
export function useCan(): (role: Role) => boolean {
  const { role: own } = useSession()
  return (role) => ranks[own] >= ranks[role]
}

export async function requireSession(queries: QueryClient, href: string): Promise<void> {
  try {
    await queries.ensureQueryData(sessionQuery)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    throw redirect({ to: '/sign-in', search: href === '/' ? {} : { next: href } })
  }
}
