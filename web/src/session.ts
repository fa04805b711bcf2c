// Who is signed in, what they may do, and where they are sent when nobody is.
import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import type { Session } from '../../sdk/api.ts'
import { ApiError, ask, client } from './api.ts'
import { lookAs } from './look.ts'

export type Role = Session['role']

const ranks: Record<Role, number> = { viewer: 0, member: 1, admin: 2, owner: 3 }

/** Whoever signs in finds the look that they chose, in whichever browser that was. */
export const sessionQuery = queryOptions({
  queryKey: ask('/dashboard/session').queryKey,
  queryFn: async ({ signal }): Promise<Session> => {
    const session = await client.get('/dashboard/session', { signal })
    lookAs(session.preferences)
    return session
  },
  staleTime: Infinity,
  retry: false,
})

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
