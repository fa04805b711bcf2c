// The session: who is signed in, their role, and the redirect to sign-in.
import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import type { Session } from './api-types.ts'
import { ApiError, queryFor, client } from './api.ts'
import { clearPrefetched } from './prefetched.ts'
import { keepInBrowser, startLoading, applyServerPreferences } from './preferences.ts'

export type Role = Session['role']

/** A role, or that of those who run the whole installation. */
export type Right = Role | 'operator'

const ranks: Record<Role, number> = { viewer: 0, member: 1, admin: 2, owner: 3 }

export const sessionQuery = queryOptions({
  queryKey: queryFor('/dashboard/session').queryKey,
  queryFn: async ({ signal }): Promise<Session> => {
    const isStillSo = startLoading()
    const session = await client.get('/dashboard/session', { signal })
    return isStillSo() ? applyPreferences(session) : session
  },
  staleTime: Infinity,
})

/** Applies the preferences that the user saved, also from another browser. */
function applyPreferences(session: Session): Session {
  if (session.rights.settings) applyServerPreferences(session.preferences)
  else keepInBrowser()
  return session
}

export const loadSession = (queries: QueryClient): Promise<Session> => queries.ensureQueryData(sessionQuery)

export const cachedSession = (queries: QueryClient): Session | undefined => queries.getQueryData(sessionQuery.queryKey)

/** Stores a session that came with another response. */
export function storeSession(queries: QueryClient, session: Session): void {
  queries.setQueryData(sessionQuery.queryKey, applyPreferences(session))
}

export const useSession = (): Session => useSuspenseQuery(sessionQuery).data

/** Whether the user has at least this role. Actions they may not perform are not rendered. */
export function useCan(): (right: Right) => boolean {
  const { role, rights } = useSession()
  return (right) => (right === 'operator' ? rights.operate : ranks[role] >= ranks[right])
}

export const isUnauthorized = (error: unknown): boolean => error instanceof ApiError && error.status === 401

/** Redirects to sign-in on 401, and back afterwards. */
export async function requireSession(response: Promise<unknown>, href: string): Promise<void> {
  try {
    await response
  } catch (error) {
    if (!isUnauthorized(error)) throw error
    clearPrefetched()
    throw redirect({ to: '/sign-in', search: href === '/' ? {} : { next: href } })
  }
}
