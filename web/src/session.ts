// Who is signed in, what they may do, and where they are sent when nobody is.
import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { ApiError } from './api.ts'

export type Role = 'viewer' | 'member' | 'admin' | 'owner'

export interface Session {
  readonly user: { readonly id: string; readonly name: string; readonly email: string }
  readonly role: Role
  readonly organization: { readonly id: string; readonly name: string; readonly timezone: string }
  readonly organizations: readonly { readonly id: string; readonly name: string; readonly role: Role }[]
  readonly version: string
}

const ranks: Record<Role, number> = { viewer: 0, member: 1, admin: 2, owner: 3 }

export const sessionQuery = queryOptions({
  queryKey: ['/dashboard/session'],
  queryFn: async ({ signal }): Promise<Session> => {
    const response = await fetch('/app/dashboard/session', { headers: { 'x-lapwing-csrf': '1' }, signal })
    if (response.ok) return (await response.json()) as Session
    throw new ApiError(`Lapwing answered ${response.status}`, { code: 'unauthorized', status: response.status })
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
